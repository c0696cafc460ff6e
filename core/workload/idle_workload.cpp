// SPDX-License-Identifier: Apache-2.0
#include "core/workload/idle_workload.h"

#include "core/workload/workload_parameters.h"

#include <algorithm>

namespace parterre {
namespace {

ParameterValues valuesOf(const WorkloadPlace& place) {
    return {IdleWorkload::info(), place.parameters};
}

} // namespace

const WorkloadInfo& IdleWorkload::info() {
    static const WorkloadInfo info{
        "idle",
        "sleeping blocks",
        "SMs",
        "Blocks that sleep on the partition's SMs, and the SMs that they hold on average: a "
        "neighbour that is there and asks for nothing. Less than all of them are held where "
        "kernels "
        "wait for a hardware connection.",
        {intensityParameter(2000, 10, 100'000, "µs", "how long the blocks of a launch sleep"),
         blockSizeParameter(32, 1024), blocksPerSmParameter(1)}};
    return info;
}

IdleWorkload::IdleWorkload(const WorkloadPlace& place)
    : m_stream(place.stream)
    , m_kernel(*place.library, "parterre_idle", 1, place.isLogged)
    , m_smCount(place.context->resources().sm().smCount())
    , m_shape(shapeFor(valuesOf(place), m_kernel.kernel(), place))
    , m_nanoseconds(1000ULL * valuesOf(place).at("intensity")) {
    // Blocks that do not fit at once would sleep one after the other, and hold the SMs for longer
    // than workPerLaunch() says.
    const auto atOnce = static_cast<unsigned>(m_kernel.kernel().maxActiveBlocksPerSm(
        *place.context, static_cast<unsigned>(m_shape.block.count())));
    m_shape.grid.x = std::min(m_shape.grid.x, m_smCount * atOnce);
}

void IdleWorkload::launch() {
    m_kernel.launch(log(), *m_stream, m_shape, m_nanoseconds);
}

double IdleWorkload::workPerLaunch() const {
    return 1e-9 * static_cast<double>(m_nanoseconds) * m_smCount;
}

} // namespace parterre
