// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/device_registry.h"
#include "core/plan/applied_plan.h"
#include "core/workload/run_set.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace parterre {

/// One GPU's applied plan and what runs in it. The engine and `parterre-cli run` both work through
/// it. Safe to call from several threads; one call waits for another.
class PartitionSession {
public:
    /// `callbacks` come from the runs' threads and must not call back in here.
    PartitionSession(OpenDevice device, RunCallbacks callbacks);
    /// Stops and releases.
    ~PartitionSession() = default;
    PartitionSession(const PartitionSession&) = delete;
    PartitionSession& operator=(const PartitionSession&) = delete;

    const OpenDevice& device() const { return m_device; } ///< as it was given

    /// Replaces what is applied. All or nothing: when it throws (see applyPlan()), what was applied
    /// before still is; what ran in it goes on unless the new partitions were already made.
    std::shared_ptr<const AppliedPlan> apply(const PartitionPlan& plan, ApplyHooks hooks = {});
    /// Stops what runs and gives up the partitions. No error where nothing is applied.
    void release();

    /// Lets the partitions' workloads run, in all partitions if none is given, each its own unless
    /// one is given for all, with its parameters. With `timeline` their blocks are recorded. Those
    /// that run already start again. Returns once all have started; all or none. Throws InputError,
    /// CudaError, UnsupportedError. With `kernel`, those whose workload is its own launch it and
    /// not the catalogue's: then CompileError, too.
    void
    run(std::optional<std::vector<int>> partitions, const std::string& workload = {},
        const WorkloadParameters& parameters = {},
        const std::optional<TimelineOptions>& timeline = {},
        const std::optional<EditedKernel>& kernel = {});
    /// Returns once they have stopped.
    void stop(const std::optional<std::vector<int>>& partitions);

    /// Does `work` while nothing else is done here: other calls wait. False, and nothing is done,
    /// where partitions are applied. Throws what `work` does, which must not call back in here.
    bool doAlone(const std::function<void(const OpenDevice& device)>& work);

    /// What is applied and runs at a moment.
    struct Status {
        std::shared_ptr<const AppliedPlan> applied; ///< null: nothing is
        std::vector<int> running;                   ///< indices, ascending
    };
    Status status() const; ///< waits for a call that is under way
    /// Status::applied alone, at once.
    std::shared_ptr<const AppliedPlan> applied() const;

    /// RunSet::remarks().
    std::map<int, std::string> remarks() const;

    /// What a partition did since it was last started.
    std::optional<RunTotals> totals(int partition) const;

private:
    void
    replaceCode(std::vector<RunTarget>& targets, const EditedKernel& kernel, bool isLogged) const;
    const AppliedPlan& requireApplied() const;
    std::vector<int> checked(const std::optional<std::vector<int>>& partitions) const;
    void setApplied(std::shared_ptr<const AppliedPlan> applied);

    OpenDevice m_device;
    RunCallbacks m_callbacks;
    mutable std::mutex m_mutex; ///< guards what follows
    std::shared_ptr<const AppliedPlan> m_applied;
    mutable std::mutex m_appliedMutex; ///< guards m_applied too, against applied()
    std::unique_ptr<RunSet> m_runs;    ///< there if something is applied; ends before it
};

} // namespace parterre
