// SPDX-License-Identifier: Apache-2.0
#include "core/workload/copy_workload.h"

#include "core/workload/workload_parameters.h"

namespace parterre {
namespace {

constexpr std::size_t vectorBytes = 16;
constexpr int usualBlockThreads = 256;
constexpr int mostBlockThreads = 1024; // as the kernel is compiled

ParameterValues valuesOf(const WorkloadPlace& place) {
    return {CopyWorkload::info(), place.parameters};
}

/// What was best on an H200 (tests/bench/bench_copy_variants). In a partition its SMs are the
/// limit, and blocks that stay are best, in some number that evens out the memory channels. With
/// all SMs the memory is, and it is kept busy best by many short blocks, one after the other; not
/// so short, though, that to log them takes longer than to run them.
LaunchShape shapeOf(
    const ParameterValues& values, const Kernel& kernel, const WorkloadPlace& place,
    unsigned long long vectors, bool isLogged) {
    if (place.parameters.contains("blocks_per_sm"))
        return shapeFor(values, kernel, place);
    constexpr unsigned stayingPerSm = 62;
    constexpr unsigned loggedPerSm = 128;
    const unsigned threads = values.at("block_size");
    const unsigned sms = place.context->resources().sm().smCount();
    if (sms < place.context->device().resources().sm().smCount())
        return {sms * stayingPerSm, threads};
    if (isLogged && !place.parameters.contains("block_size"))
        return {sms * loggedPerSm, mostBlockThreads};
    return {static_cast<unsigned>((vectors + threads - 1) / threads), threads};
}

} // namespace

const WorkloadInfo& CopyWorkload::info() {
    static const WorkloadInfo info{
        "copy",
        "memory copy",
        "GB/s",
        "Copies a buffer much larger than L2, bytes read and written: bandwidth is shared, so "
        "neighbours are felt.",
        {workingSetParameter(512, "size of the buffer copied from, and of the one copied to"),
         blockSizeParameter(usualBlockThreads, mostBlockThreads),
         blocksPerSmParameter({}, "62 in a partition, and on all SMs one for each piece")}};
    return info;
}

CopyWorkload::CopyWorkload(const WorkloadPlace& place)
    : m_stream(place.stream)
    , m_kernel(*place.library, "parterre_copy", 3, place.isLogged)
    , m_source(place.context, workingSet(valuesOf(place), place, 2))
    , m_destination(place.context, m_source.size())
    , m_vectors(m_source.size() / vectorBytes)
    , m_shape(shapeOf(valuesOf(place), m_kernel.kernel(), place, m_vectors, false))
    , m_loggedShape(shapeOf(valuesOf(place), m_kernel.kernel(), place, m_vectors, true)) {
    m_source.fill(0x01020304U, *m_stream);
}

void CopyWorkload::launch() {
    m_kernel.launch(
        log(), *m_stream, log() ? m_loggedShape : m_shape, m_destination.address(),
        m_source.address(), m_vectors);
}

double CopyWorkload::workPerLaunch() const {
    return 1e-9 * 2 * static_cast<double>(m_source.size());
}

} // namespace parterre
