// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/simulation_clock.h"

#include <thread>

namespace parterre {

SimulatedTime RealClock::now() const {
    return std::chrono::duration_cast<SimulatedTime>(std::chrono::steady_clock::now() - m_start);
}

void RealClock::waitUntil(
    std::unique_lock<std::mutex>& lock, std::condition_variable& wakeUp, SimulatedTime time) {
    wakeUp.wait_until(lock, m_start + time);
}

void RealClock::spend(SimulatedTime duration) {
    constexpr SimulatedTime shortestSleep = std::chrono::microseconds(100);
    if (duration >= shortestSleep)
        std::this_thread::sleep_for(duration);
}

SimulatedTime VirtualClock::now() const {
    return SimulatedTime(m_now.load());
}

void VirtualClock::waitUntil(
    std::unique_lock<std::mutex>& /*lock*/, std::condition_variable& /*wakeUp*/,
    SimulatedTime time) {
    SimulatedTime::rep now = m_now.load();
    while (now < time.count() && !m_now.compare_exchange_weak(now, time.count())) {
    }
}

void VirtualClock::spend(SimulatedTime duration) {
    m_now += duration.count();
}

} // namespace parterre
