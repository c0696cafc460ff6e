// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/buffer.h"
#include "core/cuda/event.h"
#include "core/cuda/host_buffer.h"
#include "core/model/timeline.h"
#include "core/workload/workload.h"

#include <chrono>
#include <functional>
#include <vector>

namespace parterre {

/// Has a workload's blocks log themselves in the timeline's windows, and reads the logs. Each
/// slot's batch has a log of its own in device memory, of limited size: blocks beyond that are
/// counted. Reading back is queued behind the batch, so that the GPU never waits for the host. Used
/// by one thread.
class BlockLog {
public:
    using Clock = std::chrono::steady_clock; ///< the host's, as PartitionRun's
    /// Is given what a batch that began in a window logged, by the thread that calls drain().
    using Emit = std::function<void(const TimelineBatch&)>;

    /// Allocates the logs. `workload` must outlive this.
    BlockLog(
        Workload& workload, const WorkloadPlace& place, const TimelineOptions& options, Emit emit);

    /// `start` is the runs' time 0.
    void start(Clock::time_point start);
    /// Call before a batch's launches are queued: from then on they log or do not.
    void begin(std::size_t slot);
    /// Call behind the batch's launches.
    void queueReadBack(std::size_t slot);
    /// Call when the batch is done. Waits for the reading back, and emits what was read, if
    /// anything.
    void drain(std::size_t slot);

private:
    struct Slot {
        Buffer log;
        HostBuffer readBack;
        Event read;
        bool isUsed = false;
    };
    bool isInWindow();

    Workload& m_workload;
    std::shared_ptr<const Stream> m_stream;
    int m_partition;
    unsigned m_capacity; ///< blocks, of each slot
    TimelineOptions m_options;
    Emit m_emit;
    std::vector<Slot> m_slots;
    Clock::time_point m_nextWindow;
    Clock::time_point m_windowEnd;
};

} // namespace parterre
