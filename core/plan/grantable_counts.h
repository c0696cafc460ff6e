// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/split_layout.h"

#include <vector>

namespace parterre {

/// SM counts that a single group of such a plan could be given on this device, ascending: what a
/// handle of the partition bar snaps to. Asks the driver, and creates nothing.
std::vector<int>
grantableSmCounts(const SmResource& all, const PlanSplit& plan, const SplitLayout& layout);

} // namespace parterre
