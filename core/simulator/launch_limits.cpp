// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/launch_limits.h"

#include <algorithm>

namespace parterre {

using namespace abi;

namespace {

const CUlaunchAttribute* attributeOf(const CUlaunchConfig& configuration, CUlaunchAttributeID id) {
    if (configuration.attrs == nullptr)
        return nullptr;
    const auto* const end = configuration.attrs + configuration.numAttrs;
    const auto* const found = std::find_if(
        configuration.attrs, configuration.attrs + configuration.numAttrs,
        [&](const CUlaunchAttribute& attribute) { return attribute.id == id; });
    return found == end ? nullptr : found;
}

int roundedUp(int value, int to) {
    return (value + to - 1) / to * to;
}

/// cuda.h does not name it for Parterre: a kernel reached an address that its type can't have.
constexpr auto misalignedAddress = static_cast<CUresult>(716);

} // namespace

LaunchLimits::LaunchLimits(const SimulatedContext& context, const SimulatedKernel& kernel)
    : m_context(context)
    , m_device(*context.device)
    , m_kernel(kernel) {}

CUresult LaunchLimits::check(const CUlaunchConfig& configuration) const {
    constexpr unsigned mostBlocksX = 0x7fffffff;
    constexpr unsigned mostBlocksYz = 65535;
    constexpr unsigned mostThreadsZ = 64;
    const auto most = static_cast<unsigned>(m_kernel.model->maxThreadsPerBlock);
    const auto threads = threadsOf(configuration);
    const unsigned long long blocks = blocksOf(configuration);
    if (blocks == 0 || configuration.gridDimX > mostBlocksX ||
        configuration.gridDimY > mostBlocksYz || configuration.gridDimZ > mostBlocksYz)
        return CUDA_ERROR_INVALID_VALUE;
    if (threads == 0 || threads > most || configuration.blockDimZ > mostThreadsZ)
        return CUDA_ERROR_INVALID_VALUE;
    if (configuration.attrs == nullptr && configuration.numAttrs > 0)
        return CUDA_ERROR_INVALID_VALUE;
    const int perSm = blocksPerSm(static_cast<int>(threads), configuration.sharedMemBytes);
    if (perSm == 0)
        return CUDA_ERROR_INVALID_VALUE;

    const CUlaunchAttribute* const cooperative =
        attributeOf(configuration, CU_LAUNCH_ATTRIBUTE_COOPERATIVE);
    if (cooperative != nullptr && cooperative->value.cooperative != 0 &&
        blocks > static_cast<unsigned long long>(perSm) * m_context.sms.count())
        return CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;

    const unsigned long long cluster = clusterOf(configuration);
    if (cluster == 0)
        return CUDA_ERROR_INVALID_VALUE;
    if (cluster > static_cast<unsigned long long>(largestCluster()))
        return CUDA_ERROR_INVALID_CLUSTER_SIZE;
    return CUDA_SUCCESS;
}

CUresult LaunchLimits::faultOf(const KernelWork& work) const {
    for (const MemoryRange& range :
         {work.effect.writes, work.effect.reads.value_or(work.effect.writes),
          work.effect.sums.value_or(work.effect.writes)}) {
        if (range.bytes == 0)
            continue;
        if (range.address % work.alignment != 0)
            return misalignedAddress;
        if (m_device.memory.resolve(range) == nullptr)
            return CUDA_ERROR_ILLEGAL_ADDRESS;
    }
    return CUDA_SUCCESS;
}

int LaunchLimits::blocksPerSm(int threads, std::size_t dynamicSharedBytes) const {
    const DeviceProfile& profile = m_device.profile;
    const int warp = profile.attribute(CU_DEVICE_ATTRIBUTE_WARP_SIZE);
    if (threads > m_kernel.model->maxThreadsPerBlock)
        return 0;
    const int whole = roundedUp(threads, warp);
    int blocks = std::min(
        profile.attribute(CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR),
        profile.attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR) / whole);
    // Registers are handed out to warps in units of 256.
    constexpr int registerUnit = 256;
    const int registers =
        roundedUp(m_kernel.model->registers * warp, registerUnit) * (whole / warp);
    blocks = std::min(
        blocks,
        profile.attribute(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR) / registers);

    // Beyond 48 KiB a kernel has to opt in. Each block costs 1 KiB of the driver's own.
    constexpr std::size_t usualShared = std::size_t{48} << 10U;
    constexpr std::size_t driverShared = std::size_t{1} << 10U;
    const auto statically = static_cast<std::size_t>(m_kernel.model->staticSharedBytes);
    const auto optedIn = static_cast<std::size_t>(m_kernel.maxDynamicSharedBytes);
    if (dynamicSharedBytes > std::max(usualShared - statically, optedIn))
        return 0;
    const auto shared = static_cast<std::size_t>(
        profile.attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR));
    return std::min(
        blocks, static_cast<int>(shared / (statically + dynamicSharedBytes + driverShared)));
}

int LaunchLimits::largestCluster() const {
    constexpr int portable = 8;
    const int largest = static_cast<int>(m_context.largestCluster);
    return m_kernel.nonPortableClusters ? largest : std::min(portable, largest);
}

int LaunchLimits::activeClusters(const CUlaunchConfig& configuration) const {
    const auto size = clusterOf(configuration);
    const auto threads = threadsOf(configuration);
    const auto most = static_cast<unsigned>(m_kernel.model->maxThreadsPerBlock);
    if (size > static_cast<unsigned long long>(largestCluster()) || threads == 0 || threads > most)
        return 0;
    const int perSm = blocksPerSm(static_cast<int>(threads), configuration.sharedMemBytes);
    return static_cast<int>(SplitModel::activeClusters(
        m_context.clusterDomains, static_cast<unsigned>(size), static_cast<unsigned>(perSm)));
}

unsigned long long LaunchLimits::blocksOf(const CUlaunchConfig& configuration) {
    return 1ULL * configuration.gridDimX * configuration.gridDimY * configuration.gridDimZ;
}

unsigned long long LaunchLimits::threadsOf(const CUlaunchConfig& configuration) {
    return 1ULL * configuration.blockDimX * configuration.blockDimY * configuration.blockDimZ;
}

unsigned long long LaunchLimits::clusterOf(const CUlaunchConfig& configuration) {
    const CUlaunchAttribute* const cluster =
        attributeOf(configuration, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);
    if (cluster == nullptr)
        return 1;
    const auto& size = cluster->value.clusterDim;
    const bool divides =
        size.x != 0 && size.y != 0 && size.z != 0 && configuration.gridDimX % size.x == 0 &&
        configuration.gridDimY % size.y == 0 && configuration.gridDimZ % size.z == 0;
    return divides ? 1ULL * size.x * size.y * size.z : 0;
}

} // namespace parterre
