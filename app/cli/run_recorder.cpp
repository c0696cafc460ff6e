// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_recorder.h"

#include "app/cli/exit_status.h"
#include "core/engine/end_process.h"

#include <algorithm>
#include <chrono>

namespace parterre::cli {

RunCallbacks RunRecorder::callbacks() {
    RunCallbacks callbacks;
    callbacks.sample = [this](const Sample& sample) {
        const std::scoped_lock lock(m_mutex);
        std::vector<Sample>& samples = m_samples[static_cast<std::size_t>(sample.partition)];
        samples.push_back(sample);
        samples.back().latencies.clear(); // RunTotals has them, in less room
    };
    callbacks.timeline = [this](const TimelineBatch& batch) {
        constexpr std::size_t mostBlocks = 4'000'000;
        const std::scoped_lock lock(m_mutex);
        TimelineBatch& all = m_timelines[static_cast<std::size_t>(batch.partition)];
        const std::size_t kept = std::min(batch.blocks.size(), mostBlocks - m_blocks);
        all.blocks.insert(
            all.blocks.end(), batch.blocks.begin(),
            batch.blocks.begin() + static_cast<std::ptrdiff_t>(kept));
        all.dropped += batch.dropped + static_cast<std::int64_t>(batch.blocks.size() - kept);
        m_blocks += kept;
    };
    callbacks.failed = [this](int, const std::exception_ptr& error) {
        const std::scoped_lock lock(m_mutex);
        if (m_error == nullptr)
            m_error = error;
        m_failed.notify_all();
    };
    callbacks.overdue = [](int, const TimeLimitError& error) {
        endProcess([&] { report(std::make_exception_ptr(error)); });
    };
    return callbacks;
}

void RunRecorder::wait(double seconds, const std::stop_token& stop) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(seconds));
    std::unique_lock lock(m_mutex);
    while (m_error == nullptr && !stop.stop_requested() && Clock::now() < end)
        m_failed.wait_until(lock, std::min(end, Clock::now() + std::chrono::milliseconds(100)));
}

} // namespace parterre::cli
