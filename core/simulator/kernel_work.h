// SPDX-License-Identifier: Apache-2.0
/// What each kernel of the catalogue costs and does: the functions that KernelModel::work points
/// to.
#pragma once

#include "core/simulator/kernel_models.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace parterre {

/// A launch's argument, by its place among the parameters.
template <typename Value>
Value argument(const KernelLaunch& launch, std::size_t index) {
    Value value;
    std::memcpy(&value, launch.arguments[index], sizeof value);
    return value;
}

constexpr std::size_t bytesPerVector = 16; ///< of a uint4, which the kernels read and write

/// A range of so many 16-byte vectors. A count that no memory can hold ends up where nothing is
/// allocated, and not at a small number by wrapping round.
inline MemoryRange vectorsAt(abi::CUdeviceptr address, unsigned long long vectors) {
    constexpr unsigned long long most = 1ULL << 50U;
    return {address, static_cast<std::size_t>(std::min(vectors, most)) * bytesPerVector};
}

/// Of all blocks together.
inline double threadsOf(const KernelLaunch& launch) {
    return static_cast<double>(launch.blocks) * static_cast<double>(launch.threadsPerBlock);
}

/// How often all SMs of the launch take new blocks.
inline double wavesOf(const KernelLaunch& launch) {
    const unsigned long long atOnce =
        launch.smIds.size() * static_cast<unsigned long long>(launch.blocksPerSm);
    const unsigned long long waves = (launch.blocks + atOnce - 1) / atOnce;
    return static_cast<double>(waves);
}

// memory_kernel_work.cpp
KernelWork readWork(const KernelLaunch& launch); ///< parterre_read
KernelWork l2Work(const KernelLaunch& launch);   ///< parterre_l2

// compute_kernel_work.cpp
KernelWork tensorWork(const KernelLaunch& launch);      ///< parterre_tensor
KernelWork clusterWork(const KernelLaunch& launch);     ///< parterre_cluster
KernelWork cooperativeWork(const KernelLaunch& launch); ///< parterre_cooperative
KernelWork divergentWork(const KernelLaunch& launch);   ///< parterre_divergent
KernelWork idleWork(const KernelLaunch& launch);        ///< parterre_idle

} // namespace parterre
