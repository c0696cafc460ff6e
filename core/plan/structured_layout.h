// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/split_layout.h"

#include <functional>

namespace parterre {

/// What is wrong with these groups for a structured split, whatever there is to be split.
/// `granularity`: of the SMs to be split. `mostInUnitsOf`: SMs that one group of units of that size
/// can have at most, for a proposal.
void checkStructured(
    Driver& driver, const SmGranularity& granularity, const PlanSplit& plan,
    const std::function<int(int unit)>& mostInUnitsOf, std::vector<Diagnostic>& diagnostics);

/// Lays out groups with parameters of their own with one cuDevSmResourceSplit (13.1+).
void layOutStructured(
    Driver& driver, const SmResource& all, const PlanSplit& plan, SplitLayout& layout);

} // namespace parterre
