// SPDX-License-Identifier: Apache-2.0
#include "core/workload/fma_workload.h"

#include "core/workload/workload_parameters.h"

namespace parterre {
namespace {

/// 8 chains of 64 multiply-adds (fma.cu).
constexpr double operationsPerIteration = 8 * 64 * 2;
constexpr int mostBlockThreads = 256; // as the kernel is compiled

ParameterValues valuesOf(const WorkloadPlace& place) {
    return {FmaWorkload::info(), place.parameters};
}

} // namespace

const WorkloadInfo& FmaWorkload::info() {
    // 512 iterations are two to four milliseconds a launch on today's GPUs: long beside the
    // microseconds between two launches, short beside a sample.
    static const WorkloadInfo info{
        "fma",
        "fp32 multiply-add",
        "TFLOP/s",
        "Multiply-adds in registers: scales with the partition's SMs, whatever the neighbours do.",
        {intensityParameter(
             512, 1, 1 << 20, "iterations",
             "how long a launch is: 512 multiply-adds a thread each"),
         blockSizeParameter(mostBlockThreads, mostBlockThreads), blocksPerSmParameter()}};
    return info;
}

FmaWorkload::FmaWorkload(const WorkloadPlace& place)
    : m_stream(place.stream)
    , m_kernel(*place.library, "parterre_fma", 4, place.isLogged)
    , m_shape(shapeFor(valuesOf(place), m_kernel.kernel(), place))
    , m_iterations(valuesOf(place).at("intensity"))
    , m_sink(place.context, m_shape.grid.count() * sizeof(float)) {}

void FmaWorkload::launch() {
    m_kernel.launch(log(), *m_stream, m_shape, m_sink.address(), m_iterations, 0.5F, 1.0F);
}

double FmaWorkload::workPerLaunch() const {
    return 1e-12 * operationsPerIteration * m_iterations *
           static_cast<double>(m_shape.grid.count()) * static_cast<double>(m_shape.block.count());
}

} // namespace parterre
