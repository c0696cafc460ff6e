// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulator/load.h"
#include "core/simulator/memory_effects.h"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace parterre {

/// One launch of a kernel: its shape, its arguments and where it runs.
struct KernelLaunch {
    unsigned long long blocks = 0;
    unsigned long long threadsPerBlock = 0;
    int blocksPerSm = 1;              ///< that run at once on an SM
    void* const* arguments = nullptr; ///< as cuLaunchKernelEx takes them; never null entries
    std::vector<int> smIds;           ///< of the stream's context, ascending
    unsigned clusterBlocks = 1;       ///< blocks of a cluster
    /// With clusters: for each GPC that has room for one, the SMs of the context in it.
    std::vector<std::vector<int>> clusterHomes;
};

/// What a launch costs and does.
struct KernelWork {
    double flops = 0;
    double bytes = 0;         ///< read + written
    double bytesInFlight = 0; ///< that a thread has under way at once; 0: as many as it takes
    double seconds = 0;       ///< that pass whatever the SMs do
    MemoryEffect effect;
    std::size_t alignment = 4; ///< of every address that it reads or writes, in bytes
};

/// A kernel of the catalogue (resources/kernels) as the simulator knows it: its parameters there
/// are its parameters here.
struct KernelModel {
    std::string_view name;
    std::array<std::size_t, 4> parameterBytes; ///< in order; 0 after the last one
    int maxThreadsPerBlock;
    int registers;         ///< a thread
    int staticSharedBytes; ///< a block
    KernelWork (*work)(const KernelLaunch& launch);

    std::size_t parameterCount() const;
    /// Where the parameter lies in the kernel's argument block: each is aligned to its own size.
    std::size_t parameterOffset(std::size_t index) const;
};

/// All kernels that a simulated device can run.
std::span<const KernelModel> kernelModels();

} // namespace parterre
