// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/sm_split_options.h"
#include "core/model/partition_plan.h"

namespace parterre {

/// The plan's groups as a split with this strategy is asked for them: what that strategy does not
/// know is left out. With `automatic` all of it is there.
SmSplitOptions splitOptionsOf(const PlanSplit& plan, Strategy strategy);

} // namespace parterre
