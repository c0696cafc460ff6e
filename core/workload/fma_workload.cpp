// SPDX-License-Identifier: Apache-2.0
#include "core/workload/fma_workload.h"

namespace parterre {
namespace {

constexpr unsigned blockThreads = 256;
/// Two to four milliseconds a launch on today's GPUs: long beside the microseconds between two
/// launches, short beside a sample.
constexpr unsigned iterations = 512;
/// 8 chains of 64 multiply-adds (fma.cu).
constexpr double operationsPerIteration = 8 * 64 * 2;

LaunchShape shapeFor(const Kernel& kernel, const Context& context) {
    const auto blocksPerSm =
        static_cast<unsigned>(kernel.maxActiveBlocksPerSm(context, blockThreads));
    return {context.resources().sm().smCount() * blocksPerSm, blockThreads};
}

} // namespace

FmaWorkload::FmaWorkload(const WorkloadPlace& place)
    : m_stream(place.stream)
    , m_kernel(place.library->kernel("parterre_fma", 4))
    , m_shape(shapeFor(m_kernel, *place.context))
    , m_sink(place.context, m_shape.grid.count() * sizeof(float)) {}

void FmaWorkload::launch() {
    m_kernel.launch(*m_stream, m_shape, m_sink.address(), iterations, 0.5F, 1.0F);
}

double FmaWorkload::workPerLaunch() const {
    return 1e-12 * operationsPerIteration * iterations * static_cast<double>(m_shape.grid.count()) *
           blockThreads;
}

} // namespace parterre
