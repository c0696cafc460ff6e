// SPDX-License-Identifier: Apache-2.0
#include "core/workload/custom_workload.h"

#include "core/workload/workload_parameters.h"

namespace parterre {
namespace {

ParameterValues valuesOf(const WorkloadPlace& place) {
    return {CustomWorkload::info(), place.parameters};
}

} // namespace

const WorkloadInfo& CustomWorkload::info() {
    constexpr int mostBlockThreads = 1024; // as the kernel is compiled
    static const WorkloadInfo info{
        "custom",
        "a kernel of your own",
        "launches/s",
        "What a kernel of your own begins with: edit it and see what it gets. As it is, it writes "
        "a buffer.",
        {workingSetParameter(64, "size of the buffer that it is given"),
         blockSizeParameter(256, mostBlockThreads), blocksPerSmParameter()}};
    return info;
}

CustomWorkload::CustomWorkload(const WorkloadPlace& place)
    : m_stream(place.stream)
    , m_kernel(*place.library, "parterre_custom", 3, place.isLogged)
    , m_shape(shapeFor(valuesOf(place), m_kernel.kernel(), place))
    , m_words(place.context, workingSet(valuesOf(place), place, 1)) {
    m_words.fill(0, *m_stream);
}

void CustomWorkload::launch() {
    const unsigned long long count = m_words.size() / sizeof(std::uint32_t);
    m_kernel.launch(log(), *m_stream, m_shape, m_words.address(), count, m_launches++);
}

} // namespace parterre
