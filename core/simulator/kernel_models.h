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
    unsigned long long blocks = 0;          ///< of the grid
    unsigned long long threadsPerBlock = 0; ///< in all three dimensions together
    int blocksPerSm = 1;                    ///< that run at once on an SM
    void* const* arguments = nullptr;       ///< as cuLaunchKernelEx takes them; never null entries
    std::vector<int> smIds;                 ///< of the stream's context, ascending
    unsigned clusterBlocks = 1;             ///< blocks of a cluster
    /// With clusters: for each GPC that has room for one, the SMs of the context in it.
    std::vector<std::vector<int>> clusterHomes;
};

/// What a launch costs and does.
struct KernelWork {
    double flops = 0;          ///< fp32
    double tensorFlops = 0;    ///< of the matrix units, bf16
    double bytes = 0;          ///< read + written, of the memory
    bool readsOnly = false;    ///< whether nothing of that is written
    double l2Bytes = 0;        ///< that L2 answers
    double bytesInFlight = 0;  ///< that a thread has under way at once; 0: as many as it takes
    double seconds = 0;        ///< that pass whatever the SMs do
    MemoryEffect effect;       ///< takes place when the launch ends
    std::size_t alignment = 4; ///< of every address that it reads or writes, in bytes
};

/// A kernel of the catalogue (resources/kernels) as the simulator knows it: its parameters there
/// are its parameters here.
struct KernelModel {
    std::string_view name;                     ///< as cuLibraryGetKernel is asked for it
    std::array<std::size_t, 6> parameterBytes; ///< in order; 0 after the last one
    int maxThreadsPerBlock;                    ///< as its __launch_bounds__ say
    int registers;                             ///< a thread
    int staticSharedBytes;                     ///< a block
    /// What a launch costs and does, from its arguments. Looks at no memory.
    KernelWork (*work)(const KernelLaunch& launch);
    /// Whether its blocks log themselves: its last two parameters are the log's address and
    /// capacity (block_log_model.h).
    bool isLogged = false;

    std::size_t parameterCount() const; ///< with the log's two
    /// Where the parameter lies in the kernel's argument block: each is aligned to its own size.
    std::size_t parameterOffset(std::size_t index) const;
};

/// All kernels that a simulated device can run.
std::span<const KernelModel> kernelModels();

} // namespace parterre
