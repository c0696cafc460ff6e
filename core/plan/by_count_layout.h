// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/split_layout.h"

namespace parterre {

/// Lays out equal groups with one cuDevSmResourceSplitByCount.
void layOutByCount(const SmResource& all, const PartitionPlan& plan, SplitLayout& layout);

} // namespace parterre
