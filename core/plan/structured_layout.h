// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/split_layout.h"

namespace parterre {

/// Lays out groups with parameters of their own with one cuDevSmResourceSplit (13.1+).
void layOutStructured(
    Driver& driver, const SmResource& all, const PartitionPlan& plan, SplitLayout& layout);

} // namespace parterre
