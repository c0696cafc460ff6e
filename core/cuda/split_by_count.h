// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/sm_split_options.h"

#include <vector>

namespace parterre {

/// The flags of cuDevSmResourceSplitByCount that the options come to.
unsigned splitByCountFlags(const SmSplitOptions& options);

/// Throws InputError for what `strategy`, which splits by count, cannot do.
void refuseStructuredOptions(const std::vector<SmGroupRequest>& groups, Strategy strategy);

} // namespace parterre
