// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/sm_resource.h"
#include "core/model/diagnostic.h"
#include "core/model/partition_plan.h"

#include <optional>

namespace parterre {

/// How a plan is split, and what is to be said about that.
struct StrategyChoice {
    Strategy strategy = Strategy::byCount; ///< never `automatic`
    std::optional<Diagnostic> remark;      ///< that the usual one would not have done
};

/// The plan's own strategy, or what `auto` comes to for its groups, of which there must be one: the
/// first of SmResource::strategiesFor(), but equal groups are split by count on every driver, so
/// that each of them answers such a plan alike. They are combined instead, and the remark says so,
/// - where rounding up costs equal groups, as for 66 and 66 of 132 SMs, and combining gives each
///   exactly what it asks for;
/// - where a structured split has no room for groups that combining has room for.
/// Equal groups that are not rounded, as 16 of 8 SMs, keep their co-scheduling where that costs
/// groups: a warning of its own tells how to get all of them. Asks the driver, and creates nothing.
StrategyChoice chooseStrategy(const PlanSplit& plan, const SmResource& all);

/// The same for a driver without any green contexts, or a plan without groups: nothing is asked.
Strategy namedStrategy(const PlanSplit& plan);

/// Whether the group asks for something that only a structured split can do.
bool hasStructuredOptions(const PlanGroup& group);

} // namespace parterre
