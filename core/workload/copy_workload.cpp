// SPDX-License-Identifier: Apache-2.0
#include "core/workload/copy_workload.h"

#include "core/workload/workload_parameters.h"

namespace parterre {
namespace {

constexpr std::size_t vectorBytes = 16;
constexpr int mostBlockThreads = 256; // as the kernel is compiled

ParameterValues valuesOf(const WorkloadPlace& place) {
    return {CopyWorkload::info(), place.parameters};
}

} // namespace

const WorkloadInfo& CopyWorkload::info() {
    // Many more blocks than fit at once even out the memory channels; more than about 8192 on 132
    // SMs gained nothing.
    constexpr int blocksPerSm = 62;
    static const WorkloadInfo info{
        "copy",
        "memory copy",
        "GB/s",
        "Copies a buffer much larger than L2, bytes read and written: bandwidth is shared, so "
        "neighbours are felt.",
        {workingSetParameter(512, "size of the buffer copied from, and of the one copied to"),
         blockSizeParameter(mostBlockThreads, mostBlockThreads),
         blocksPerSmParameter(blocksPerSm)}};
    return info;
}

CopyWorkload::CopyWorkload(const WorkloadPlace& place)
    : m_stream(place.stream)
    , m_kernel(*place.library, "parterre_copy", 3, place.isLogged)
    , m_shape(shapeFor(valuesOf(place), m_kernel.kernel(), place))
    , m_source(place.context, workingSet(valuesOf(place), place, 2))
    , m_destination(place.context, m_source.size()) {
    m_source.fill(0x01020304U, *m_stream);
}

void CopyWorkload::launch() {
    const unsigned long long vectors = m_source.size() / vectorBytes;
    m_kernel.launch(
        log(), *m_stream, m_shape, m_destination.address(), m_source.address(), vectors);
}

double CopyWorkload::workPerLaunch() const {
    return 1e-9 * 2 * static_cast<double>(m_source.size());
}

} // namespace parterre
