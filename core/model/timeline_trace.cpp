// SPDX-License-Identifier: Apache-2.0
#include "core/model/timeline_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>

namespace parterre {
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
    std::size_t track;
};

} // namespace

std::int64_t timelineOrigin(const std::vector<TimelineTrack>& tracks) {
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    for (const TimelineTrack& track : tracks)
        for (const BlockInterval& block : track.blocks)
            first = std::min(first, block.startNs);
    return first;
}

std::string timelineTrace(const std::vector<TimelineTrack>& tracks) {
    std::vector<PlacedBlock> blocks;
    for (std::size_t i = 0; i < tracks.size(); ++i)
        for (const BlockInterval& block : tracks[i].blocks)
            blocks.push_back({&block, i});
    std::sort(blocks.begin(), blocks.end(), [](const PlacedBlock& a, const PlacedBlock& b) {
        return a.block->startNs < b.block->startNs;
    });
    const std::int64_t first = timelineOrigin(tracks);
    std::map<int, Rows> rows;
    std::string text = "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n";
    const auto out = std::back_inserter(text);
    constexpr double nanosecondsPerMicrosecond = 1000;
    for (const PlacedBlock& placed : blocks) {
        const BlockInterval& block = *placed.block;
        const TimelineTrack& track = tracks[placed.track];
        fmt::format_to(
            out,
            "{{\"ph\":\"X\",\"name\":{},\"cat\":{},\"pid\":0,\"tid\":{},\"ts\":{:.3f},\"dur\":{:."
            "3f}}},\n",
            Json(track.name).dump(), Json(track.workload).dump(),
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

} // namespace parterre
