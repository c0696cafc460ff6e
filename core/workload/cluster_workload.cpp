// SPDX-License-Identifier: Apache-2.0
#include "core/workload/cluster_workload.h"

#include "core/cuda/context.h"
#include "core/cuda/errors.h"
#include "core/model/input_error.h"
#include "core/workload/workload_parameters.h"

#include <fmt/format.h>

namespace parterre {
namespace {

// As cluster.cu has it.
constexpr unsigned bytesEach = 64; // a thread's, each round
constexpr unsigned wordsEach = bytesEach / sizeof(std::uint32_t);
constexpr int mostBlockThreads = 256;

constexpr const char* clusterSizeName = "cluster_size";

ParameterValues valuesOf(const WorkloadPlace& place) {
    return {ClusterWorkload::info(), place.parameters};
}

const WorkloadPlace& checked(const WorkloadPlace& place) {
    if (place.context->device().attribute(abi::CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH) == 0)
        throw UnsupportedError(
            "the workload cluster needs thread block clusters, from compute capability 9.0 on; "
            "this GPU has none",
            "thread block clusters", "none");
    return place;
}

LaunchShape shapeOf(const WorkloadPlace& place) {
    const unsigned size = valuesOf(place).at(clusterSizeName);
    const unsigned threads = valuesOf(place).at("block_size");
    LaunchShape shape{size, threads};
    shape.sharedBytes = threads * bytesEach;
    return shape;
}

} // namespace

const WorkloadInfo& ClusterWorkload::info() {
    constexpr int mostBlocks = 16; // that any GPU allows
    static const WorkloadInfo info{
        "cluster",
        "thread block clusters",
        "GB/s",
        "Blocks of a cluster read each other's shared memory, and the sum is checked. A cluster "
        "has to fit into neighbouring SMs of one GPC: how large it may be is a question of how the "
        "partition was made, and of little else.",
        {{clusterSizeName, "blocks", "blocks in a cluster", 1, mostBlocks, 1, 2},
         intensityParameter(
             4096, 1, 1 << 20, "rounds", "how long a launch is: 64 bytes a thread each"),
         blockSizeParameter(mostBlockThreads, mostBlockThreads)}};
    return info;
}

ClusterWorkload::ClusterWorkload(const WorkloadPlace& place)
    : ChecksumWorkload(checked(place))
    , m_kernel(*place.library, "parterre_cluster", 2, place.isLogged)
    , m_shape(shapeOf(place))
    , m_rounds(valuesOf(place).at("intensity")) {
    fitInto(place);
}

void ClusterWorkload::fitInto(const WorkloadPlace& place) {
    const auto size = static_cast<unsigned>(m_shape.grid.count());
    m_kernel.allowNonPortableClusters();
    const auto largest =
        static_cast<unsigned>(m_kernel.kernel().occupancy(stream(), m_shape).largestCluster);
    const auto refuse = [&](const std::string& allowed) {
        throw InputError(
            std::string("workload_parameters.") + clusterSizeName, std::to_string(size), allowed);
    };
    if (size > largest)
        refuse(fmt::format(
            "1 to {} in partition {}: the blocks of a cluster need SMs of one GPC that the driver "
            "keeps together, and of its {} SMs no more than {} are. Partitions that are made "
            "without ignoring co-scheduling, or for the largest clusters, hold larger ones",
            largest, place.partition, place.context->resources().sm().smCount(), largest));
    m_shape.cluster = size;
    const auto atOnce =
        static_cast<unsigned>(m_kernel.kernel().occupancy(stream(), m_shape).activeClusters);
    if (atOnce == 0)
        refuse(fmt::format(
            "a size that partition {} has room for: not one cluster of {} blocks fits into it, "
            "though clusters of up to {} would be allowed",
            place.partition, size, largest));
    m_shape.grid = size * atOnce;
    m_remark = fmt::format(
        "clusters of {} blocks, {} of them at once; the largest that this partition can run has {}",
        size, atOnce, largest);
}

void ClusterWorkload::launchAdding(abi::CUdeviceptr sum) {
    m_kernel.launch(log(), stream(), m_shape, sum, m_rounds);
}

std::uint32_t ClusterWorkload::addedPerLaunch() const {
    const auto size = static_cast<std::uint32_t>(m_shape.cluster.count());
    const auto clusters = static_cast<std::uint32_t>(m_shape.grid.count()) / size;
    const auto threads = static_cast<std::uint32_t>(m_shape.block.count());
    return clusters * (size * (size + 1) / 2) * threads * wordsEach * m_rounds;
}

double ClusterWorkload::workPerLaunch() const {
    return 1e-9 * static_cast<double>(m_shape.grid.count()) *
           static_cast<double>(m_shape.block.count()) * bytesEach * m_rounds;
}

} // namespace parterre
