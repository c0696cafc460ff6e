// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_recorder.h"

#include <chrono>

namespace parterre::cli {

RunCallbacks RunRecorder::callbacks() {
    RunCallbacks callbacks;
    callbacks.sample = [this](const Sample& sample) {
        const std::scoped_lock lock(m_mutex);
        m_samples[static_cast<std::size_t>(sample.partition)].push_back(sample);
    };
    callbacks.failed = [this](int, const std::exception_ptr& error) {
        const std::scoped_lock lock(m_mutex);
        if (m_error == nullptr)
            m_error = error;
        m_failed.notify_all();
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
