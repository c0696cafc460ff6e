// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/event.h"
#include "core/workload/workload_loop.h"

#include <vector>

namespace parterre {

/// Keeps batches of a workload's launches queued in a stream and measures them; the inner part of
/// PartitionRun, which says how.
class BatchLoop final : public WorkloadLoop {
public:
    /// Makes the events; both must outlive this. Throws CudaError.
    BatchLoop(Workload& workload, const WorkloadPlace& place);
    /// Waits for what is queued if end() did not: it uses the workload's memory.
    ~BatchLoop() override;

    /// Runs once to load the kernel, once more to see how many launches make a batch.
    void prepare() override;
    void begin(Clock::time_point start) override;
    void queueAhead() override;
    bool isDue() const override; ///< the oldest batch is done
    void finishNext(const Emit& emit) override;
    void end() override;

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
    bool m_isBusy = false; ///< something may be queued
    Clock::time_point m_start;
    std::size_t m_queued = 0;   ///< batches so far
    std::size_t m_finished = 0; ///< of them
    double m_seconds = 0;       ///< since the last sample
    double m_work = 0;          ///< since the last sample
};

} // namespace parterre
