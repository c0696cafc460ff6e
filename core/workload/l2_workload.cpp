// SPDX-License-Identifier: Apache-2.0
#include "core/workload/l2_workload.h"

#include "core/workload/workload_parameters.h"

#include <algorithm>

namespace parterre {
namespace {

constexpr std::size_t vectorBytes = 16;
constexpr std::uint32_t word = 0x01020305;

ParameterValues valuesOf(const WorkloadPlace& place) {
    return {L2Workload::info(), place.parameters};
}

/// A quarter of L2: large GPUs keep a copy of what is far away from an SM in the half that is near,
/// and other things want room, too. Partitions share half of it.
std::size_t usualBytes(const WorkloadPlace& place) {
    constexpr std::size_t mebibyte = std::size_t{1} << 20;
    const auto l2 = static_cast<std::size_t>(
        place.context->device().attribute(abi::CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE));
    const std::size_t share = l2 / 2 / static_cast<std::size_t>(place.partitionCount);
    return std::max(mebibyte, std::min(l2 / 4, share) / mebibyte * mebibyte);
}

} // namespace

const WorkloadInfo& L2Workload::info() {
    static const WorkloadInfo info{
        "l2",
        "L2 cache read",
        "GB/s",
        "Reads a buffer that stays in L2 again and again, past L1, and checks the sum: L2 is "
        "shared as the memory is, and neighbours that need it push the buffer out.",
        {intensityParameter(
             128, 1, 1 << 16, "passes", "how often the buffer is read in one launch"),
         workingSetParameter(
             std::nullopt,
             "size of the buffer; usually a quarter of L2, or the partition's share of half of it"),
         blockSizeParameter(256, 1024), blocksPerSmParameter()}};
    return info;
}

L2Workload::L2Workload(const WorkloadPlace& place)
    : ChecksumWorkload(place)
    , m_kernel(*place.library, "parterre_l2", 4, place.isLogged)
    , m_shape(shapeFor(valuesOf(place), m_kernel.kernel(), place))
    , m_passes(valuesOf(place).at("intensity"))
    , m_source(place.context, workingSet(valuesOf(place), place, 1, usualBytes(place))) {
    m_source.fill(word, stream());
}

void L2Workload::launchAdding(abi::CUdeviceptr sum) {
    const unsigned long long vectors = m_source.size() / vectorBytes;
    m_kernel.launch(log(), stream(), m_shape, sum, m_source.address(), vectors, m_passes);
}

std::uint32_t L2Workload::addedPerLaunch() const {
    return static_cast<std::uint32_t>(m_source.size() / sizeof word) * word * m_passes;
}

double L2Workload::workPerLaunch() const {
    return 1e-9 * static_cast<double>(m_source.size()) * m_passes;
}

} // namespace parterre
