// SPDX-License-Identifier: Apache-2.0
#include "core/workload/copy_workload.h"

#include "core/workload/buffer_size.h"

namespace parterre {
namespace {

constexpr std::size_t mostBytes = std::size_t{512} << 20;
constexpr std::size_t vectorBytes = 16;
constexpr unsigned blockThreads = 256;
/// Many more blocks than fit at once even out the memory channels; more than about 8192 on 132 SMs
/// gained nothing.
constexpr unsigned blocksPerSm = 62;

} // namespace

CopyWorkload::CopyWorkload(const WorkloadPlace& place)
    : m_stream(place.stream)
    , m_kernel(place.library->kernel("parterre_copy", 3))
    , m_shape{place.context->resources().sm().smCount() * blocksPerSm, blockThreads}
    , m_source(place.context, bufferSize(*place.context, place.partitionCount, 2, mostBytes))
    , m_destination(place.context, m_source.size()) {
    m_source.fill(0x01020304U, *m_stream);
}

void CopyWorkload::launch() {
    const unsigned long long vectors = m_source.size() / vectorBytes;
    m_kernel.launch(*m_stream, m_shape, m_destination.address(), m_source.address(), vectors);
}

double CopyWorkload::workPerLaunch() const {
    return 1e-9 * 2 * static_cast<double>(m_source.size());
}

} // namespace parterre
