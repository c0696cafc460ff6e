// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/sample.h"
#include "core/workload/block_log.h"
#include "core/workload/workload.h"

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>

namespace parterre {

/// Launches a workload again and again in one partition and measures it; what PartitionRun has on a
/// thread of its own, and runTogether() several of on one thread. Used by one thread.
class WorkloadLoop {
public:
    using Clock = std::chrono::steady_clock;         ///< what the host's times are counted by
    using Emit = std::function<void(const Sample&)>; ///< told of each sample, on the same thread

    /// A LatencyLoop for a workload with a period, a BatchLoop for others. Both arguments must
    /// outlive it.
    static std::unique_ptr<WorkloadLoop> make(Workload& workload, const WorkloadPlace& place);

    WorkloadLoop() = default;
    WorkloadLoop(const WorkloadLoop&) = delete;
    WorkloadLoop& operator=(const WorkloadLoop&) = delete;
    virtual ~WorkloadLoop() = default;

    /// Has blocks logged from begin() on; `log` must outlive this.
    void setLog(BlockLog* log) { m_log = log; }

    // In this order. All throw what the driver or the verification says.
    /// Runs once or twice, to load the kernel and to see how long a launch takes.
    virtual void prepare() = 0;
    /// `start` is time 0 of the samples.
    virtual void begin(Clock::time_point start) = 0;
    /// Queues what may be queued ahead. Does not wait.
    virtual void queueAhead() {}
    /// Whether finishNext() would find something to do without waiting.
    virtual bool isDue() const = 0;
    /// Waits for the next piece of work and measures it; emits a sample when there is one.
    virtual void finishNext(const Emit& emit) = 0;
    /// How long to leave it alone, since nothing can be due before.
    virtual std::chrono::nanoseconds pause() const { return {}; }
    /// Waits for what is still queued, and checks all results.
    virtual void end() = 0;

    /// All of that but prepare(), until a stop is asked for.
    void run(Clock::time_point start, const std::stop_token& stop, const Emit& emit);

protected:
    BlockLog* log() const { return m_log; } ///< may be null

private:
    BlockLog* m_log = nullptr;
};

} // namespace parterre
