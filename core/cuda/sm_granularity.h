// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

namespace parterre {

/// In what sizes SMs are given out.
struct SmGranularity {
    unsigned minimum = 0;   ///< SMs of the smallest partition
    unsigned alignment = 0; ///< partitions are multiples of this many SMs

    /// Where co-scheduling is not promised a partition is made of TPCs, or of what the architecture
    /// aligns to if that is less.
    SmGranularity withoutCoscheduling() const {
        const unsigned unit = std::clamp(alignment, 1U, 2U);
        return {unit, unit};
    }
};

/// What the CUDA 13.0 header publishes for an architecture, for drivers that don't report it.
inline SmGranularity publishedGranularity(int computeMajor) {
    if (computeMajor >= 9)
        return {8, 8};
    if (computeMajor == 8)
        return {4, 2};
    return {2, 2};
}

} // namespace parterre
