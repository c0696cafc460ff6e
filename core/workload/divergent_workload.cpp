// SPDX-License-Identifier: Apache-2.0
#include "core/workload/divergent_workload.h"

#include "core/workload/workload_parameters.h"

namespace parterre {
namespace {

/// divergent.cu: 16 multiply-adds a thread and iteration.
constexpr unsigned stepsPerIteration = 16;
constexpr double operationsPerIteration = 2.0 * stepsPerIteration;

ParameterValues valuesOf(const WorkloadPlace& place) {
    return {DivergentWorkload::info(), place.parameters};
}

/// What all threads of a grid end up with, added up: the same steps as in the kernel.
std::uint32_t sumOf(const LaunchShape& shape, unsigned iterations, unsigned ways) {
    const auto threads = static_cast<unsigned>(shape.block.count());
    std::uint32_t ofBlock = 0;
    for (unsigned way = 0; way < ways; ++way) {
        std::uint32_t x = way;
        for (unsigned step = 0; step < iterations * stepsPerIteration; ++step)
            x = x * 1664525U + (way + 1);
        ofBlock += x * ((threads + ways - 1 - way) / ways); // threads that go this way
    }
    return ofBlock * static_cast<std::uint32_t>(shape.grid.count());
}

} // namespace

const WorkloadInfo& DivergentWorkload::info() {
    static const WorkloadInfo info{
        "divergent",
        "divergent warps",
        "TOP/s",
        "Integer multiply-adds in warps whose threads go different ways, one after the other: what "
        "it costs is the partition's own, neighbours do not feel it. The sum is checked.",
        {{"ways", "ways", "how many ways the threads of a warp go; 1: all the same", 1, 32, 1, 32},
         intensityParameter(
             256, 1, 1 << 16, "iterations", "how long a launch is: 16 multiply-adds a thread each"),
         blockSizeParameter(256, 1024),
         blocksPerSmParameter()}};
    return info;
}

DivergentWorkload::DivergentWorkload(const WorkloadPlace& place)
    : ChecksumWorkload(place)
    , m_kernel(*place.library, "parterre_divergent", 3, place.isLogged)
    , m_shape(shapeFor(valuesOf(place), m_kernel.kernel(), place))
    , m_iterations(valuesOf(place).at("intensity"))
    , m_ways(valuesOf(place).at("ways"))
    , m_added(sumOf(m_shape, m_iterations, m_ways)) {}

void DivergentWorkload::launchAdding(abi::CUdeviceptr sum) {
    m_kernel.launch(log(), stream(), m_shape, sum, m_iterations, m_ways);
}

double DivergentWorkload::workPerLaunch() const {
    return 1e-12 * operationsPerIteration * m_iterations *
           static_cast<double>(m_shape.grid.count()) * static_cast<double>(m_shape.block.count());
}

} // namespace parterre
