// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace parterre {

/// What an SM resource reports as `minSmPartitionSize` and `smCoscheduledAlignment`, in SMs.
struct SplitGranularity {
    unsigned minPartitionSize = 0;     ///< of the smallest partition
    unsigned coscheduledAlignment = 0; ///< partitions are multiples of it

    bool operator==(const SplitGranularity&) const = default;
};

/// The numbers of an architecture (and driver) that the split model takes as given.
///
/// The defaults are those observed on an H200, driver 13.0. Published for older architectures:
/// compute capability 8.x 4/2, 7.x 2/2, without thread-block clusters.
struct SplitRules {
    /// Of ordinary groups, of groups asked for the largest potential cluster, and of the device.
    SplitGranularity coscheduled{8, 8};

    /// Of groups that ignore co-scheduling, and of every remainder.
    SplitGranularity ignoringCoscheduling{2, 2};

    /// Largest thread-block cluster of the hardware, in blocks, each on an SM of its own; 1 if it
    /// has no clusters.
    unsigned maxClusterSize = 16;
};

} // namespace parterre
