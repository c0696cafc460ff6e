// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/split_layout.h"

namespace parterre {

/// Lays out groups by joining units of one split: co-scheduled units, or, where the rounded groups
/// don't fit in those, the smallest ones (TPCs), whose price is clusters of at most 2 blocks.
void layOutCombined(const SmResource& all, const PlanSplit& plan, SplitLayout& layout);

} // namespace parterre
