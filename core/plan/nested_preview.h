// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/plan_preview.h"

#include <string>

namespace parterre {

/// Adds to the preview of a plan what the splits below its own would give. Where what is applied
/// has the group already, split off alike, its context's resource is laid out, which makes nothing.
/// Elsewhere nobody can know: the diagnostics say so, and what is wrong all the same. `layout`: of
/// the plan's own split.
void previewNested(
    const Device& device, const PartitionPlan& plan, const SplitLayout& layout,
    const PlanSurroundings& surroundings, Preview& preview);

/// Adds what one split below the plan's own gives: its groups, what they leave over, calls and
/// diagnostics. `parent`: full name of the group that is split.
void describeNested(
    const Device& device, const PlanSplit& split, const std::string& parent,
    const SplitLayout& layout, const PlacementOracle* oracle, Preview& preview);

} // namespace parterre
