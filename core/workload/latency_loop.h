// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workload/workload_loop.h"

namespace parterre {

/// Launches a workload once in a period and times each launch by the host's clock, from before it
/// is launched until the host knows that it is done: what BatchLoop is for throughput.
class LatencyLoop final : public WorkloadLoop {
public:
    /// Both must outlive this. A launch that takes longer than `period` makes the next one late.
    LatencyLoop(Workload& workload, const WorkloadPlace& place, std::chrono::nanoseconds period);
    /// Waits for a launch that was not seen to end: it uses the workload's memory.
    ~LatencyLoop() override;

    /// Runs once to load the kernel.
    void prepare() override;
    void begin(Clock::time_point start) override;
    bool isDue() const override;
    /// Waits until the next launch is due, launches and waits for it.
    void finishNext(const Emit& emit) override;
    std::chrono::nanoseconds pause() const override;
    void end() override {}

private:
    std::chrono::nanoseconds timeOne();

    Workload& m_workload;
    const WorkloadPlace& m_place;
    Driver& m_driver;
    std::chrono::nanoseconds m_period;
    bool m_isBusy = false; ///< something may be queued
    Clock::time_point m_start;
    std::chrono::nanoseconds m_begun{}; ///< the next sample, by the driver's host time
    std::chrono::nanoseconds m_next{};  ///< when the next launch is due, by the same
    Sample m_sample;                    ///< the next one
};

} // namespace parterre
