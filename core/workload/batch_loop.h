// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/event.h"
#include "core/model/sample.h"
#include "core/workload/block_log.h"
#include "core/workload/workload.h"

#include <chrono>
#include <functional>
#include <stop_token>
#include <vector>

namespace parterre {

/// Keeps batches of a workload's launches queued in a stream and measures them; the inner part of
/// PartitionRun, which says how. Used by one thread.
class BatchLoop {
public:
    /// Makes the events; both must outlive this. Throws CudaError.
    BatchLoop(Workload& workload, const WorkloadPlace& place);
    /// Waits for what is still queued: it uses the workload's memory.
    ~BatchLoop();
    BatchLoop(const BatchLoop&) = delete;
    BatchLoop& operator=(const BatchLoop&) = delete;

    /// Runs once to load the kernel, once more to see how many launches make a batch.
    void calibrate();

    /// Has blocks logged from run() on; `log` must outlive this.
    void setLog(BlockLog* log) { m_log = log; }

    /// Until a stop is asked for. Throws what the driver or the verification says.
    void
    run(std::chrono::steady_clock::time_point start, const std::stop_token& stop,
        const std::function<void(const Sample&)>& emit);

private:
    struct Batch {
        Event start; ///< recorded for verified workloads only
        Event end;
        Event done; ///< end, or for verified workloads the end of the reading back
        int launches = 0;
    };
    void queue(std::size_t slot);
    double finish(std::size_t slot); ///< waits for it; seconds taken

    Workload& m_workload;
    const WorkloadPlace& m_place;
    std::vector<Batch> m_batches; ///< one for each slot
    int m_launchesPerBatch = 1;
    BlockLog* m_log = nullptr; ///< may be null
};

} // namespace parterre
