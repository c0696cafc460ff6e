// SPDX-License-Identifier: Apache-2.0
#include "core/workload/cooperative_workload.h"

#include "core/cuda/context.h"
#include "core/cuda/errors.h"
#include "core/model/input_error.h"
#include "core/workload/workload_parameters.h"

#include <fmt/format.h>

namespace parterre {
namespace {

ParameterValues valuesOf(const WorkloadPlace& place) {
    return {CooperativeWorkload::info(), place.parameters};
}

const WorkloadPlace& checked(const WorkloadPlace& place) {
    if (place.context->device().attribute(abi::CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH) == 0)
        throw UnsupportedError(
            "the workload cooperative needs cooperative launches, and this GPU has none",
            "cooperative launches", "none");
    return place;
}

LaunchShape shapeOf(const WorkloadPlace& place, const Kernel& kernel) {
    LaunchShape shape = shapeFor(valuesOf(place), kernel, place);
    shape.cooperative = true;
    return shape;
}

} // namespace

const WorkloadInfo& CooperativeWorkload::info() {
    static const WorkloadInfo info{
        "cooperative",
        "grid-wide waits",
        "syncs/s",
        "A grid whose blocks all wait for each other, again and again, and check that they did. "
        "All of them have to run at once, so a partition limits how large the grid may be.",
        {intensityParameter(
             1024, 1, 1 << 20, "waits", "how often a launch waits for all its blocks"),
         blockSizeParameter(256, 1024), blocksPerSmParameter()}};
    return info;
}

CooperativeWorkload::CooperativeWorkload(const WorkloadPlace& place)
    : ChecksumWorkload(checked(place))
    , m_kernel(*place.library, "parterre_cooperative", 4, place.isLogged)
    , m_shape(shapeOf(place, m_kernel.kernel()))
    , m_rounds(valuesOf(place).at("intensity"))
    , m_arrived(place.context, sizeof(std::uint64_t))
    , m_written(place.context, 2 * m_shape.grid.count() * sizeof(std::uint32_t)) {
    LaunchShape oneBlock = m_shape;
    oneBlock.grid = 1;
    const Occupancy fits = m_kernel.kernel().occupancy(stream(), oneBlock);
    if (m_shape.grid.count() > static_cast<unsigned>(fits.cooperativeBlocks))
        throw InputError(
            "workload_parameters.blocks_per_sm",
            std::to_string(m_shape.grid.count() / static_cast<unsigned>(fits.smCount)),
            fmt::format(
                "1 to {} with {} threads a block: all blocks of a cooperative grid run at once, "
                "and an SM of partition {} holds no more",
                fits.blocksPerSm, m_shape.block.count(), place.partition));
    m_remark = fmt::format(
        "a grid of {} blocks; the largest that {} SMs can run at once has {}", m_shape.grid.count(),
        fits.smCount, fits.cooperativeBlocks);
    m_arrived.fill(0, stream());
    m_written.fill(0, stream());
}

void CooperativeWorkload::launchAdding(abi::CUdeviceptr sum) {
    m_kernel.launch(
        log(), stream(), m_shape, sum, m_arrived.address(), m_written.address(), m_rounds);
}

std::uint32_t CooperativeWorkload::addedPerLaunch() const {
    return m_rounds * static_cast<std::uint32_t>(m_shape.grid.count());
}

} // namespace parterre
