// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/driver.h"
#include "core/model/partition_plan.h"

namespace parterre {

/// The plan's own strategy, or what `auto` comes to: combined where units are chosen by hand,
/// structured where a group has options only that knows, by_count for equal groups, and for the
/// rest structured if the driver has it (13.1), else combined.
Strategy chooseStrategy(const PartitionPlan& plan, const Driver& driver);

/// Whether the group asks for something that only a structured split can do.
bool hasStructuredOptions(const PlanGroup& group);

/// SMs of the smallest unit a driver makes when co-scheduling is ignored: a TPC, or what the
/// architecture aligns to if that is less.
int smallestUnit(int coscheduledAlignment);

} // namespace parterre
