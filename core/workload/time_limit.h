// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

namespace parterre {

/// How long nothing of a run may come to an end, and what it is called then.
struct TimeLimit {
    std::string kernel;           ///< EditedKernel::file
    std::string partition;        ///< its name in the plan
    std::chrono::seconds limit{}; ///< more than 0
};

/// A run went beyond its time limit. what() is a sentence.
class TimeLimitError : public std::runtime_error {
public:
    /// What went beyond it, for what().
    explicit TimeLimitError(const TimeLimit& limit);

    const TimeLimit& limit() const { return m_limit; } ///< as it was given

private:
    TimeLimit m_limit;
};

/// Watches a run from a thread of its own, since the run's may wait for the GPU for good: told by
/// progress() that something has ended, and by pause() that nothing is expected to.
class RunWatch {
public:
    using Overdue = std::function<void(const TimeLimitError&)>; ///< called by the watching thread

    /// Calls `overdue` once, when progress() has been missing for as long as the limit says.
    RunWatch(TimeLimit limit, Overdue overdue);
    /// Waits for an `overdue` that is under way.
    ~RunWatch() = default;
    RunWatch(const RunWatch&) = delete;
    RunWatch& operator=(const RunWatch&) = delete;

    void progress(); ///< the limit counts from now, also after a pause
    void pause();    ///< it does not count until progress()

private:
    using Clock = std::chrono::steady_clock;
    void main(const std::stop_token& stop);

    const TimeLimit m_limit;
    const Overdue m_overdue;
    std::mutex m_mutex; ///< guards m_deadline
    std::condition_variable_any m_stopped;
    Clock::time_point m_deadline;
    std::jthread m_thread; ///< last: it uses all of the above
};

} // namespace parterre
