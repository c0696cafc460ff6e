// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/device.h"

#include <vector>

namespace parterre::test {

/// Splits the device's SMs by count, as every driver since 12.4 can. `flags`:
/// CU_DEV_SM_RESOURCE_SPLIT_….
inline SmSplit
equalGroups(const Device& device, unsigned groups, unsigned sms, unsigned flags = 0) {
    SmSplitOptions options;
    options.count = std::vector<int>(groups, static_cast<int>(sms));
    options.strategy = Strategy::byCount;
    options.ignoreCoscheduling =
        (flags & abi::CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING) != 0;
    options.maxCluster = (flags & abi::CU_DEV_SM_RESOURCE_SPLIT_MAX_POTENTIAL_CLUSTER_SIZE) != 0;
    return device.resources().sm().split(options);
}

} // namespace parterre::test
