// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/abi.h"

#include <array>

namespace parterre {

/// A size in up to three dimensions; each is 1 or more.
struct Extent {
    // A number is the usual, one-dimensional extent.
    /// No check here: LaunchConfiguration refuses a 0.
    constexpr Extent(unsigned width = 1, unsigned height = 1, unsigned depth = 1) // NOLINT
        : x(width)
        , y(height)
        , z(depth) {}

    /// Blocks of a grid, threads of a block.
    constexpr unsigned long long count() const { return 1ULL * x * y * z; }

    unsigned x; ///< the only one of a one-dimensional extent
    unsigned y; ///< 1 where there is no second dimension
    unsigned z; ///< 1 where there is no third
};

/// How a kernel is started.
struct LaunchShape {
    Extent grid = {};         ///< blocks
    Extent block = {};        ///< threads a block
    unsigned sharedBytes = 0; ///< dynamic shared memory a block
    /// Blocks that run together on one GPC and reach each other's shared memory (9.0+). 1: none.
    /// Each dimension of the grid must be a multiple of it.
    Extent cluster = {};
    /// All blocks run at once and may wait for each other. The grid must fit into the partition.
    bool cooperative = false;
};

/// A shape as the driver takes it. Points into itself.
class LaunchConfiguration {
public:
    /// Throws InputError for an extent of 0 or a grid that is no multiple of the cluster.
    LaunchConfiguration(const LaunchShape& shape, abi::CUstream stream);
    LaunchConfiguration(const LaunchConfiguration&) = delete;
    LaunchConfiguration& operator=(const LaunchConfiguration&) = delete;

    /// For cuLaunchKernelEx and the occupancy functions; valid as long as this lives.
    const abi::CUlaunchConfig* get() const { return &m_configuration; }

private:
    abi::CUlaunchConfig m_configuration{};
    std::array<abi::CUlaunchAttribute, 2> m_attributes{};
};

} // namespace parterre
