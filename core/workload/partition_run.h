// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/sample.h"
#include "core/model/timeline.h"
#include "core/workload/time_limit.h"
#include "core/workload/workload.h"

#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <future>
#include <optional>
#include <string>
#include <thread>

namespace parterre {

/// What a run tells; called on the run's own thread, several at once for several partitions.
/// None may throw, nor wait for the run to end.
struct RunCallbacks {
    std::function<void(const Sample&)> sample; ///< what it achieved in the last 33 ms or so
    /// The run has ended by itself: CudaError, VerificationError…
    std::function<void(int partition, std::exception_ptr error)> failed;
    std::function<void(const TimelineBatch&)> timeline{}; ///< of runs with a timeline
    /// A run is beyond its time limit and goes on, since nothing can stop it: what helps is to end
    /// the process (endProcess()).
    std::function<void(int partition, const TimeLimitError& error)> overdue{};
};

/// One workload going on in one partition, on a thread of its own, until it is stopped or fails.
///
/// Launches are queued ahead in batches of about 8 ms: one running, two waiting, so that the GPU
/// does not wait for the host, and a stop takes effect within 25 ms. Each batch ends with an event;
/// the time from one batch's end to the next one's is the time taken, gaps included. A workload
/// that is verified is timed from its batch's first launch instead, so that reading back does not
/// count. About 30 samples a second.
class PartitionRun {
public:
    using Clock = std::chrono::steady_clock; ///< the host's; all runs count from one start

    /// Starts the thread, which prepares the workload and then waits for go().
    /// `timeline`: whether and when its blocks are recorded. `limit`: how long it may take; empty:
    /// as long as it likes.
    PartitionRun(
        WorkloadPlace place, std::string workload, RunCallbacks callbacks,
        const std::optional<TimelineOptions>& timeline = {}, std::optional<TimeLimit> limit = {});
    /// Stops and waits.
    ~PartitionRun();
    PartitionRun(const PartitionRun&) = delete;
    PartitionRun& operator=(const PartitionRun&) = delete;

    /// Waits until the workload is allocated, warmed up and calibrated. Throws what went wrong
    /// there (which `failed` is not told).
    void waitUntilReady();
    /// Lets it run; `start` is time 0 of its samples.
    void go(Clock::time_point start);
    /// Asks it to end; wait() waits until it has.
    void requestStop();
    /// Returns once the thread has ended.
    void wait();

    /// Until it was stopped or failed, also while it prepares.
    bool isRunning() const { return !m_ended; }
    int partition() const { return m_place.partition; }        ///< index in the applied plan
    const std::string& workload() const { return m_workload; } ///< catalogue name
    /// Workload::remark(), once waitUntilReady() has returned.
    const std::string& remark() const { return m_remark; }

private:
    void main(const std::stop_token& stop);
    void work(const std::stop_token& stop, RunWatch* watch);

    WorkloadPlace m_place;
    std::string m_workload;
    std::string m_remark; ///< written before m_ready is
    RunCallbacks m_callbacks;
    std::optional<TimelineOptions> m_timeline;
    std::optional<TimeLimit> m_limit;
    std::promise<void> m_ready;
    std::future<void> m_readyFuture;
    std::promise<Clock::time_point> m_start;
    bool m_gone = false;
    bool m_isReady = false; ///< m_ready has its value; the thread's own
    std::atomic<bool> m_ended = false;
    std::jthread m_thread; ///< last: it uses all of the above
};

} // namespace parterre
