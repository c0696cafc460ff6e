// SPDX-License-Identifier: Apache-2.0
#include "core/workload/read_workload.h"

#include "core/workload/workload_parameters.h"

namespace parterre {
namespace {

constexpr std::size_t vectorBytes = 16;
/// Each word of the buffer; odd, so that no number of words adds up to nothing.
constexpr std::uint32_t word = 0x01020305;

ParameterValues valuesOf(const WorkloadPlace& place) {
    return {ReadWorkload::info(), place.parameters};
}

} // namespace

const WorkloadInfo& ReadWorkload::info() {
    static const WorkloadInfo info{
        "read",
        "memory read",
        "GB/s",
        "Reads a buffer much larger than L2 and checks the sum: the memory without the cost of "
        "turning from reading to writing, shared by all partitions.",
        {intensityParameter(
             0, 0, 4096, "multiply-adds",
             "arithmetic with each 16 bytes read: at some point computing takes longer than "
             "reading"),
         workingSetParameter(512, "size of the buffer read"), blockSizeParameter(256, 1024),
         blocksPerSmParameter()}}; // more of them would queue for the one word of the sum
    return info;
}

ReadWorkload::ReadWorkload(const WorkloadPlace& place)
    : ChecksumWorkload(place)
    , m_kernel(*place.library, "parterre_read", 4, place.isLogged)
    , m_shape(shapeFor(valuesOf(place), m_kernel.kernel(), place))
    , m_intensity(valuesOf(place).at("intensity"))
    , m_source(place.context, workingSet(valuesOf(place), place, 1)) {
    m_source.fill(word, stream());
}

void ReadWorkload::launchAdding(abi::CUdeviceptr sum) {
    const unsigned long long vectors = m_source.size() / vectorBytes;
    m_kernel.launch(log(), stream(), m_shape, sum, m_source.address(), vectors, m_intensity);
}

std::uint32_t ReadWorkload::addedPerLaunch() const {
    return static_cast<std::uint32_t>(m_source.size() / sizeof word) * word;
}

double ReadWorkload::workPerLaunch() const {
    return 1e-9 * static_cast<double>(m_source.size());
}

} // namespace parterre
