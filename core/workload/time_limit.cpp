// SPDX-License-Identifier: Apache-2.0
#include "core/workload/time_limit.h"

#include <fmt/format.h>

#include <algorithm>

namespace parterre {

TimeLimitError::TimeLimitError(const TimeLimit& limit)
    : std::runtime_error(fmt::format(
          "Nothing of {} in partition {} has come to an end for {} s, its time limit. Only the end "
          "of its process stops a kernel that runs.",
          limit.kernel, limit.partition, limit.limit.count()))
    , m_limit(limit) {}

RunWatch::RunWatch(TimeLimit limit, Overdue overdue)
    : m_limit(std::move(limit))
    , m_overdue(std::move(overdue))
    , m_deadline(Clock::now() + m_limit.limit)
    , m_thread([this](const std::stop_token& stop) { main(stop); }) {}

void RunWatch::progress() {
    const std::scoped_lock lock(m_mutex);
    m_deadline = Clock::now() + m_limit.limit;
}

void RunWatch::pause() {
    const std::scoped_lock lock(m_mutex);
    m_deadline = Clock::time_point::max();
}

void RunWatch::main(const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested() && Clock::now() < m_deadline) {
        // A deadline that moves away meanwhile is found out when the old one is over.
        const auto wakeUp = std::min(m_deadline, Clock::now() + m_limit.limit);
        m_stopped.wait_until(lock, stop, wakeUp, [] { return false; });
    }
    if (stop.stop_requested())
        return;
    lock.unlock(); // so that nobody waits for what `overdue` does
    m_overdue(TimeLimitError(m_limit));
}

} // namespace parterre
