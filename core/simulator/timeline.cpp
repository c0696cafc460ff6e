// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/timeline.h"

#include <algorithm>

namespace parterre {

Timeline::Timeline(SimulationClock& clock)
    : m_clock(clock)
    , m_time(clock.now()) {}

void Timeline::add(TimingModel& device) {
    m_devices.push_back(&device);
}

void Timeline::advance() {
    const SimulatedTime now = std::max(m_time, m_clock.now());
    while (true) {
        SimulatedTime next = SimulatedTime::max();
        for (const TimingModel* const device : m_devices)
            next = std::min(next, device->nextEvent());
        if (next > now)
            break;
        m_time = std::max(m_time, next);
        for (TimingModel* const device : m_devices)
            device->advanceTo(m_time);
    }
    m_time = now;
    for (TimingModel* const device : m_devices)
        device->advanceTo(m_time);
}

void Timeline::waitFor(
    std::unique_lock<std::mutex>& lock, const std::shared_ptr<Completion>& completion) {
    advance();
    if (completion->done)
        return;
    ++completion->waiters;
    const auto place = m_waiting.insert(m_waiting.end(), completion);
    if (m_watcher && nextWake() < m_watcherWakes)
        m_watcher->reached.notify_all();

    while (!completion->done) {
        if (m_watcher) {
            completion->reached.wait(lock);
            continue;
        }
        m_watcher = completion;
        while (!completion->done) {
            m_watcherWakes = nextWake();
            m_clock.waitUntil(lock, completion->reached, m_watcherWakes);
            advance();
        }
        m_watcher = nullptr;
    }

    m_waiting.erase(place);
    --completion->waiters;
    if (!m_watcher && !m_waiting.empty())
        m_waiting.front()->reached.notify_all();
}

SimulatedTime Timeline::nextWake() const {
    // Where nothing is at work, only another thread's call can change that, and that wakes us.
    constexpr SimulatedTime idle = std::chrono::milliseconds(100);
    SimulatedTime next = m_time + idle;
    for (const TimingModel* const device : m_devices)
        next = std::min(next, device->nextWake());
    return next;
}

} // namespace parterre
