// SPDX-License-Identifier: Apache-2.0
#include "core/workload/block_log.h"

#include "core/cuda/context.h"

#include <algorithm>
#include <cstring>

namespace parterre {
namespace {

/// As in resources/kernels/block_log.cu: a count, then the records.
using Count = std::uint64_t;
struct Record {
    std::uint64_t start;
    std::uint64_t end;
    std::uint32_t smId;
    std::uint32_t unused;
};
static_assert(sizeof(Record) == 24);

/// Room in a log: two launches of `copy`, a dozen milliseconds of `fma`; 3 KiB to be read back for
/// each SM.
constexpr unsigned blocksPerSm = 128;

} // namespace

BlockLog::BlockLog(
    Workload& workload, const WorkloadPlace& place, const TimelineOptions& options, Emit emit)
    : m_workload(workload)
    , m_stream(place.stream)
    , m_partition(place.partition)
    , m_capacity(place.context->resources().sm().smCount() * blocksPerSm)
    , m_options(options)
    , m_emit(std::move(emit)) {
    const std::size_t bytes = sizeof(Count) + m_capacity * sizeof(Record);
    for (std::size_t slot = 0; slot < Workload::slotCount; ++slot) {
        m_slots.push_back(
            {Buffer(place.context, bytes), HostBuffer(place.context, bytes),
             place.context->createEvent({.timing = false})});
        m_slots.back().log.fill(0, *m_stream);
    }
}

void BlockLog::start(Clock::time_point start) {
    // A run that starts later than others joins their windows.
    const auto passed = Clock::now() - start;
    const auto periods = std::max<Clock::rep>(0, passed / m_options.period);
    m_nextWindow = start + periods * m_options.period;
    m_windowEnd = m_nextWindow;
}

/// Each window has at least one batch, however short it is.
bool BlockLog::isInWindow() {
    const Clock::time_point now = Clock::now();
    if (now >= m_nextWindow) {
        const auto periods = (now - m_nextWindow) / m_options.period;
        m_windowEnd = m_nextWindow + periods * m_options.period + m_options.window;
        m_nextWindow += (periods + 1) * m_options.period;
        return true;
    }
    return now < m_windowEnd;
}

void BlockLog::begin(std::size_t slot) {
    Slot& used = m_slots[slot];
    used.isUsed = isInWindow();
    if (!used.isUsed) {
        m_workload.logBlocks({});
        return;
    }
    used.log.fill(0, sizeof(Count), *m_stream);
    m_workload.logBlocks(BlockLogPlace{used.log.address(), m_capacity});
}

void BlockLog::queueReadBack(std::size_t slot) {
    Slot& used = m_slots[slot];
    if (!used.isUsed)
        return;
    used.log.copyToHost(used.readBack.data(), used.readBack.size(), *m_stream);
    used.read.record(*m_stream);
}

void BlockLog::drain(std::size_t slot) {
    Slot& used = m_slots[slot];
    if (!used.isUsed)
        return;
    used.read.synchronize();
    const auto* const bytes = static_cast<const std::byte*>(used.readBack.data());
    Count count = 0;
    std::memcpy(&count, bytes, sizeof count);
    TimelineBatch batch;
    batch.partition = m_partition;
    const auto written = static_cast<std::size_t>(std::min<Count>(count, m_capacity));
    batch.dropped = static_cast<std::int64_t>(count - written);
    batch.blocks.reserve(written);
    for (std::size_t i = 0; i < written; ++i) {
        Record record{};
        std::memcpy(&record, bytes + sizeof count + i * sizeof record, sizeof record);
        batch.blocks.push_back(
            {static_cast<int>(record.smId), static_cast<std::int64_t>(record.start),
             static_cast<std::int64_t>(record.end)});
    }
    if (m_emit)
        m_emit(batch);
}

} // namespace parterre
