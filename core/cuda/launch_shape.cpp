// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/launch_shape.h"

#include "core/model/input_error.h"

#include <fmt/format.h>

namespace parterre {
namespace {

std::string textOf(const Extent& extent) {
    return fmt::format("{} x {} x {}", extent.x, extent.y, extent.z);
}

void checkExtent(const char* field, const Extent& extent) {
    if (extent.count() == 0)
        throw InputError(field, textOf(extent), "1 or more in each dimension");
}

} // namespace

LaunchConfiguration::LaunchConfiguration(const LaunchShape& shape, abi::CUstream stream) {
    const Extent& grid = shape.grid;
    const Extent& cluster = shape.cluster;
    checkExtent("grid", grid);
    checkExtent("block", shape.block);
    checkExtent("cluster", cluster);
    if (grid.x % cluster.x != 0 || grid.y % cluster.y != 0 || grid.z % cluster.z != 0)
        throw InputError(
            "grid", textOf(grid),
            fmt::format("a multiple of the cluster's {} in each dimension", textOf(cluster)));

    m_configuration.gridDimX = grid.x;
    m_configuration.gridDimY = grid.y;
    m_configuration.gridDimZ = grid.z;
    m_configuration.blockDimX = shape.block.x;
    m_configuration.blockDimY = shape.block.y;
    m_configuration.blockDimZ = shape.block.z;
    m_configuration.sharedMemBytes = shape.sharedBytes;
    m_configuration.hStream = stream;
    m_configuration.attrs = m_attributes.data();
    if (cluster.count() > 1) {
        abi::CUlaunchAttribute& attribute = m_attributes[m_configuration.numAttrs++];
        attribute.id = abi::CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
        attribute.value.clusterDim = {cluster.x, cluster.y, cluster.z};
    }
    if (shape.cooperative) {
        abi::CUlaunchAttribute& attribute = m_attributes[m_configuration.numAttrs++];
        attribute.id = abi::CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
        attribute.value.cooperative = 1;
    }
}

} // namespace parterre
