// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/experiment.h"

#include <vector>

namespace parterre {

/// Whether these can be the goals of two workloads beside each other: there are two, each fits its
/// workload, and not both are `most`. Returns them with latencies in µs, and one that is `most`
/// last. Throws InputError naming the field as `fields` says.
std::vector<WorkloadGoal>
checkedGoals(std::vector<WorkloadGoal> goals, const ExperimentFields& fields);

} // namespace parterre
