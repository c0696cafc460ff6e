// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulator/simulated_objects.h"

namespace parterre {

/// What a kernel may be launched with in a context: occupancy, cooperative grids, clusters.
class LaunchLimits {
public:
    /// The arguments must outlive this.
    LaunchLimits(const SimulatedContext& context, const SimulatedKernel& kernel);

    /// Why the driver would refuse the launch; CUDA_SUCCESS if it would not.
    abi::CUresult check(const abi::CUlaunchConfig& configuration) const;

    /// What the kernel would do wrong on the device: reach outside of any allocation, say.
    abi::CUresult faultOf(const KernelWork& work) const;

    /// Blocks of so many threads that an SM holds at once; 0 if not even one.
    int blocksPerSm(int threads, std::size_t dynamicSharedBytes) const;

    int largestCluster() const; ///< in blocks

    /// Clusters of the configuration's size that run at once. 0 where none fits.
    int activeClusters(const abi::CUlaunchConfig& configuration) const;

    static unsigned long long blocksOf(const abi::CUlaunchConfig& configuration);  ///< of the grid
    static unsigned long long threadsOf(const abi::CUlaunchConfig& configuration); ///< a block
    /// Blocks in a cluster: 1 if the configuration has none, 0 if its size is not valid.
    static unsigned long long clusterOf(const abi::CUlaunchConfig& configuration);

private:
    const SimulatedContext& m_context;
    const SimulatedDevice& m_device;
    const SimulatedKernel& m_kernel;
};

} // namespace parterre
