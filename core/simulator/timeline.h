// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulator/timing_model.h"

#include <list>
#include <memory>
#include <mutex>
#include <vector>

namespace parterre {

/// Lets time pass for all devices of a driver together, so that one may wait for another's events,
/// and lets threads wait. No thread is needed to make time pass: whoever asks catches up first.
///
/// Not synchronised: every call is made under the owner's mutex, which waitFor() lets go while it
/// sleeps.
class Timeline {
public:
    /// `clock` must outlive this.
    explicit Timeline(SimulationClock& clock);

    /// `device` must outlive this, or its last call.
    void add(TimingModel& device);

    /// Catches up with the clock.
    void advance();

    /// Sleeps until the completion is reached. `lock` is the owner's.
    void waitFor(std::unique_lock<std::mutex>& lock, const std::shared_ptr<Completion>& completion);

private:
    SimulatedTime nextWake() const;

    SimulationClock& m_clock;
    std::vector<TimingModel*> m_devices;
    SimulatedTime m_time{};

    // One of the waiting threads watches the clock for all of them; the others sleep until what
    // they wait for is reached or they are to take over.
    std::list<std::shared_ptr<Completion>> m_waiting;
    std::shared_ptr<Completion> m_watcher;
    SimulatedTime m_watcherWakes{};
};

} // namespace parterre
