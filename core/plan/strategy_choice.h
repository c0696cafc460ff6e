// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/sm_resource.h"
#include "core/model/partition_plan.h"

namespace parterre {

/// The plan's own strategy, or what `auto` comes to for its groups, of which there must be one: as
/// SmResource::strategyFor(), but equal groups are split by count on every driver, so that each of
/// them answers such a plan alike. Where rounding up costs groups, as for 66 and 66 of 132 SMs,
/// they are combined instead if that gives each exactly what it asks for.
Strategy chooseStrategy(const PartitionPlan& plan, const SmResource& all);

/// The same for a driver without any green contexts, or a plan without groups: nothing is asked.
Strategy namedStrategy(const PartitionPlan& plan);

/// Whether the group asks for something that only a structured split can do.
bool hasStructuredOptions(const PlanGroup& group);

} // namespace parterre
