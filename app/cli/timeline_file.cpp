// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/timeline_file.h"

#include "app/cli/csv_field.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>

namespace parterre::cli {
namespace {

/// Rows of one SM: blocks that overlap need different ones.
class Rows {
public:
    std::size_t rowFor(const BlockInterval& block) {
        for (std::size_t row = 0; row < m_ends.size(); ++row)
            if (m_ends[row] <= block.startNs) {
                m_ends[row] = block.endNs;
                return row;
            }
        m_ends.push_back(block.endNs);
        return m_ends.size() - 1;
    }
    std::size_t count() const { return m_ends.size(); }

private:
    std::vector<std::int64_t> m_ends;
};

/// More than an SM holds blocks at once.
constexpr std::size_t rowsPerSm = 100;

struct PlacedBlock {
    const BlockInterval* block;
    std::size_t partition;
};

} // namespace

std::int64_t TimelineFile::origin() const {
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    for (const Partition& partition : m_partitions)
        for (const BlockInterval& block : partition.blocks)
            first = std::min(first, block.startNs);
    return first;
}

std::string TimelineFile::chromeTrace() const {
    std::vector<PlacedBlock> blocks;
    for (std::size_t i = 0; i < m_partitions.size(); ++i)
        for (const BlockInterval& block : m_partitions[i].blocks)
            blocks.push_back({&block, i});
    std::sort(blocks.begin(), blocks.end(), [](const PlacedBlock& a, const PlacedBlock& b) {
        return a.block->startNs < b.block->startNs;
    });
    const std::int64_t first = origin();
    std::map<int, Rows> rows;
    std::string text = "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n";
    const auto out = std::back_inserter(text);
    constexpr double nanosecondsPerMicrosecond = 1000;
    for (const PlacedBlock& placed : blocks) {
        const BlockInterval& block = *placed.block;
        const Partition& partition = m_partitions[placed.partition];
        fmt::format_to(
            out,
            "{{\"ph\":\"X\",\"name\":{},\"cat\":{},\"pid\":0,\"tid\":{},\"ts\":{:.3f},\"dur\":{:."
            "3f}}},\n",
            Json(partition.name).dump(), Json(partition.workload).dump(),
            static_cast<std::size_t>(block.sm) * rowsPerSm + rows[block.sm].rowFor(block),
            static_cast<double>(block.startNs - first) / nanosecondsPerMicrosecond,
            static_cast<double>(block.endNs - block.startNs) / nanosecondsPerMicrosecond);
    }
    for (const auto& [sm, ofSm] : rows)
        for (std::size_t row = 0; row < ofSm.count(); ++row)
            fmt::format_to(
                out,
                "{{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":0,\"tid\":{},"
                "\"args\":{{\"name\":\"SM {}\"}}}},\n",
                static_cast<std::size_t>(sm) * rowsPerSm + row, sm);
    text += "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":0,\"args\":{\"name\":\"SMs\"}}\n]}\n";
    return text;
}

std::string TimelineFile::csv() const {
    const std::int64_t first = origin();
    std::string text = "partition,name,workload,sm,start_ns,end_ns\n";
    for (std::size_t i = 0; i < m_partitions.size(); ++i)
        for (const BlockInterval& block : m_partitions[i].blocks)
            fmt::format_to(
                std::back_inserter(text), "{},{},{},{},{},{}\n", i, csvField(m_partitions[i].name),
                m_partitions[i].workload, block.sm, block.startNs - first, block.endNs - first);
    return text;
}

} // namespace parterre::cli
