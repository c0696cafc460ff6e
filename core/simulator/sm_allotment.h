// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulator/sm_topology.h"
#include "core/simulator/unit_lengths.h"

namespace parterre {

/// How an SM resource came about: it decides what the resource's context reports and how large its
/// clusters may be.
enum class SmOrigin {
    device,                    ///< cuDeviceGetDevResource
    coscheduledGroup,          ///< a group of a split by count with flags 0
    ignoringCoschedulingGroup, ///< … with CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING
    maxClusterGroup,           ///< … with CU_DEV_SM_RESOURCE_SPLIT_MAX_POTENTIAL_CLUSTER_SIZE
    remainder,                 ///< what a split left over
};

/// One SM resource as the simulated driver knows it: the SMs behind the opaque `CUdevResource`.
///
/// A unit is a number of TPCs of a GPC that the driver keeps together: a cluster stays within one,
/// and no piece of a co-scheduled split is longer.
struct SmAllotment {
    SmSet smIds; ///< all of them
    /// Of joined ones `device` where one of them is, their own where they agree, else `remainder`.
    SmOrigin origin = SmOrigin::device;
    UnitLengths unitLengths; ///< a list for each GPC

    bool operator==(const SmAllotment&) const = default;
};

} // namespace parterre
