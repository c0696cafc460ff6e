// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/sample.h"
#include "core/workload/block_log.h"
#include "core/workload/workload.h"

#include <chrono>
#include <functional>
#include <stop_token>

namespace parterre {

/// Launches a workload once in a period and times each launch by the host's clock, from before it
/// is launched until the host knows that it is done: what BatchLoop is for throughput. Used by one
/// thread.
class LatencyLoop {
public:
    /// Both must outlive this. A launch that takes longer than `period` makes the next one late.
    LatencyLoop(Workload& workload, const WorkloadPlace& place, std::chrono::nanoseconds period);
    /// Waits for what is still queued: it uses the workload's memory.
    ~LatencyLoop();
    LatencyLoop(const LatencyLoop&) = delete;
    LatencyLoop& operator=(const LatencyLoop&) = delete;

    /// Runs once to load the kernel.
    void warmUp();

    /// Has blocks logged from run() on; `log` must outlive this.
    void setLog(BlockLog* log) { m_log = log; }

    /// Until a stop is asked for. Throws what the driver says.
    void
    run(std::chrono::steady_clock::time_point start, const std::stop_token& stop,
        const std::function<void(const Sample&)>& emit);

private:
    std::chrono::nanoseconds timeOne();

    Workload& m_workload;
    const WorkloadPlace& m_place;
    Driver& m_driver;
    std::chrono::nanoseconds m_period;
    BlockLog* m_log = nullptr; ///< may be null
};

} // namespace parterre
