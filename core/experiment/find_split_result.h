// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/split_search.h"
#include "core/model/experiment_result.h"

#include <array>
#include <vector>

namespace parterre {

/// What a search for a split came to.
struct SplitFindings {
    const SplitSearch& search;                ///< that is over
    std::array<WorkloadGoal, 2> goals;        ///< of the two workloads, in the search's order
    std::array<std::vector<double>, 2> alone; ///< each on the whole GPU, each run's value
};

/// Writes the table, the chart and the sentence.
void fillSplitResult(const SplitFindings& findings, ExperimentResult& result);

} // namespace parterre
