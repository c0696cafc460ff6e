// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/experiment_run.h"
#include "core/experiment/split_search.h"
#include "core/model/partition_plan.h"

#include <array>
#include <vector>

namespace parterre {

/// The plans that split a GPU between two workloads. A whole split is one group, split off by
/// count, and a partition of the remainder, so that no SM is lost and the group keeps its
/// co-scheduling; a split that leaves SMs over is two groups joined of co-scheduled units. Both are
/// granted by every driver since 12.4.
class SplitPlans {
public:
    /// `target` must outlive this; the workloads in the splits' order.
    SplitPlans(const ExperimentTarget& target, std::array<WorkloadGoal, 2> goals);

    /// What the driver grants. Nothing is made. Throws UnsupportedError, CudaError.
    SplitSearch::Space space() const;

    /// With names, counts, strategy and workloads, ready to be applied.
    PartitionPlan planOf(const SplitSizes& sizes) const;
    /// Its partitions, the first workload's first. Throws CudaError.
    std::vector<ExperimentPartition> make(const SplitSizes& sizes) const;

private:
    SplitLayout layOut(const SplitSizes& sizes) const;

    const ExperimentTarget& m_target;
    std::array<WorkloadGoal, 2> m_goals;
};

} // namespace parterre
