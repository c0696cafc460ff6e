// SPDX-License-Identifier: Apache-2.0
#include "core/workload/latency_workload.h"

#include "core/workload/workload_parameters.h"

namespace parterre {
namespace {

constexpr int mostBlockThreads = 256; // as the kernel is compiled

ParameterValues valuesOf(const WorkloadPlace& place) {
    return {LatencyWorkload::info(), place.parameters};
}

} // namespace

const WorkloadInfo& LatencyWorkload::info() {
    static const WorkloadInfo info{
        "latency",
        "latency of a small kernel",
        "µs",
        "A kernel of a few microseconds every now and then, and how long it takes from its launch "
        "until the host knows that it is done, as median, 99th percentile and largest: what a "
        "request waits behind its neighbours.",
        {{"period_us", "µs", "time from one launch to the next", 50, 100'000, 1, 300},
         intensityParameter(
             8, 1, 1 << 16, "iterations",
             "how long the kernel is: 512 multiply-adds a thread each, half a microsecond"),
         {"blocks", "blocks", "blocks in the grid", 1, 4096, 1, 16},
         blockSizeParameter(mostBlockThreads, mostBlockThreads)},
        false};
    return info;
}

LatencyWorkload::LatencyWorkload(const WorkloadPlace& place)
    : m_stream(place.stream)
    , m_kernel(*place.library, "parterre_fma", 4, place.isLogged)
    , m_shape{valuesOf(place).at("blocks"), valuesOf(place).at("block_size")}
    , m_iterations(valuesOf(place).at("intensity"))
    , m_period(valuesOf(place).at("period_us"))
    , m_sink(place.context, m_shape.grid.count() * sizeof(float)) {}

void LatencyWorkload::launch() {
    m_kernel.launch(log(), *m_stream, m_shape, m_sink.address(), m_iterations, 0.5F, 1.0F);
}

} // namespace parterre
