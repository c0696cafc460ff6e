// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/sm_resource.h"

#include <cstddef>

namespace parterre::test {

/// Equal groups as the driver's split by count makes them, on every driver; `flags` are
/// CU_DEV_SM_RESOURCE_SPLIT_….
inline SmSplit
splitByCount(const SmResource& sms, unsigned groupCount, unsigned smCount, unsigned flags = 0) {
    SmSplitOptions options;
    options.count = std::vector<int>(std::size_t{groupCount}, static_cast<int>(smCount));
    options.strategy = Strategy::byCount;
    options.ignoreCoscheduling =
        (flags & abi::CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING) != 0;
    options.maxCluster = (flags & abi::CU_DEV_SM_RESOURCE_SPLIT_MAX_POTENTIAL_CLUSTER_SIZE) != 0;
    return sms.split(options);
}

} // namespace parterre::test
