// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workload/edited_code.h"
#include "core/workload/partition_run.h"
#include "core/workload/run_totals.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace parterre {

/// One partition to be run.
struct RunTarget {
    int partition = 0;                      ///< index in the applied plan
    std::shared_ptr<const Context> context; ///< of the partition
    std::shared_ptr<const Stream> stream;   ///< of that context
    std::string workload;                   ///< catalogue name
    WorkloadParameters parameters{};        ///< valid ones (Catalogue::check())
    std::string name{};                     ///< the partition's, for sentences
    /// Instead of the catalogue's kernel, with its time limit; null: the catalogue's.
    std::shared_ptr<const EditedCode> code{};
};

/// The runs going on in a device's partitions. Safe to call from several threads; callbacks come
/// from the runs' threads and must not call back in here.
class RunSet {
public:
    /// `partitionCount`: how many partitions share the device's memory.
    RunSet(int partitionCount, RunCallbacks callbacks);
    /// Stops all.
    ~RunSet();

    /// Prepares all, then lets them go at the same time. A partition that runs already is stopped
    /// first. All or nothing: when one can't be prepared, none of these runs, and that one's error
    /// is thrown. Time 0 of the samples is the first start.
    /// With `timeline` their blocks are recorded.
    void start(
        const std::vector<RunTarget>& targets, const std::optional<TimelineOptions>& timeline = {});
    /// Returns once they have stopped; partitions that don't run are no error.
    void stop(const std::vector<int>& partitions);
    /// Returns once all have stopped.
    void stopAll();

    std::vector<int> running() const; ///< ascending
    /// Of the workloads started last in partitions that were not stopped since, those that have
    /// something to say on how they run (Workload::remark()), by partition.
    std::map<int, std::string> remarks() const;
    /// What a partition did since it was last started; empty if never.
    std::optional<RunTotals> totals(int partition) const;

private:
    void stopLocked(const std::vector<int>& partitions);

    int m_partitionCount;
    RunCallbacks m_callbacks;
    mutable std::mutex m_mutex; ///< guards the runs
    std::shared_ptr<const Library> m_library;
    std::optional<PartitionRun::Clock::time_point> m_startTime;
    mutable std::mutex m_totalsMutex; ///< taken by the runs' threads too, so never held for long
    std::map<int, RunTotals> m_totals;
    std::map<int, std::unique_ptr<PartitionRun>> m_runs; ///< last: their threads use the rest
};

} // namespace parterre
