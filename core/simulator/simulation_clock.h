// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace parterre {

/// Time on a simulated GPU, counted from when its clock was made.
using SimulatedTime = std::chrono::nanoseconds;

/// What a simulated GPU takes for time. Safe to call from any thread.
class SimulationClock {
public:
    SimulationClock() = default;
    SimulationClock(const SimulationClock&) = delete;
    SimulationClock& operator=(const SimulationClock&) = delete;
    virtual ~SimulationClock() = default;

    virtual SimulatedTime now() const = 0; ///< does not go back

    /// Waits until `time`, or less if `wakeUp` is notified (or for no reason at all, as condition
    /// variables do). `lock` is held at entry and at return.
    virtual void waitUntil(
        std::unique_lock<std::mutex>& lock, std::condition_variable& wakeUp,
        SimulatedTime time) = 0;

    /// The calling thread is busy for about this long: what a driver call costs the host.
    virtual void spend(SimulatedTime duration) = 0;
};

/// The machine's steady clock; waiting is sleeping.
class RealClock final : public SimulationClock {
public:
    SimulatedTime now() const override; ///< time since the clock was made
    void waitUntil(
        std::unique_lock<std::mutex>& lock, std::condition_variable& wakeUp,
        SimulatedTime time) override;
    /// Sleeps, unless that would take longer than the call: the simulator's own time then stands
    /// for it.
    void spend(SimulatedTime duration) override;

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

/// Time that stands still until somebody waits, and then jumps: a simulated minute costs what its
/// events cost to compute. With one thread at work every result is the same to the bit; with
/// several, time passes for all as soon as one of them waits.
class VirtualClock final : public SimulationClock {
public:
    SimulatedTime now() const override; ///< as far as it has jumped
    void waitUntil(
        std::unique_lock<std::mutex>& lock, std::condition_variable& wakeUp,
        SimulatedTime time) override;
    void spend(SimulatedTime duration) override;

private:
    std::atomic<SimulatedTime::rep> m_now = 0;
};

} // namespace parterre
