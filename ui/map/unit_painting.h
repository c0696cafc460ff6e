// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/partition_plan.h"
#include "core/model/split_units.h"

#include <QString>

#include <optional>
#include <vector>

namespace parterre::ui {

/// What painting makes of a plan: each group has exactly the units chosen for it. Touches nothing;
/// the plans it returns are for PlanEditor.
namespace unit_painting {

/// Whether the plan's groups have chosen units, of this very split.
bool isPainted(const PartitionPlan& plan, const SplitUnits& units);

/// The plan with every group on units of this split, as near as they come to where and how large
/// it is: `smIds` of each group, empty where not known, and `smCounts`. Groups get whole units, the
/// first ones first. Empty when there are fewer units than groups.
std::optional<PartitionPlan> prepared(
    const PartitionPlan& plan, const SplitUnits& units, const std::vector<std::vector<int>>& smIds,
    const std::vector<int>& smCounts);

/// The group that has a unit; -1 when none has.
int ownerOf(const PartitionPlan& plan, int unit);

struct Outcome {
    PartitionPlan plan;
    QString refusal; ///< why nothing changed; empty when it did or had nothing to do
};
/// Gives a unit to a group, away from whichever has it; -1: to none. A group keeps its last unit.
/// Of a plan that is prepared().
Outcome given(PartitionPlan plan, const SplitUnits& units, int unit, int group);

} // namespace unit_painting
} // namespace parterre::ui
