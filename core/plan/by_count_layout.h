// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/split_layout.h"

namespace parterre {

/// What is wrong with these groups for a split by count, whatever there is to be split.
void checkByCount(const PlanSplit& plan, std::vector<Diagnostic>& diagnostics);

/// Lays out equal groups with one cuDevSmResourceSplitByCount.
void layOutByCount(const SmResource& all, const PlanSplit& plan, SplitLayout& layout);

} // namespace parterre
