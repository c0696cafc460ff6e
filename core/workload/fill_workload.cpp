// SPDX-License-Identifier: Apache-2.0
#include "core/workload/fill_workload.h"

#include "core/workload/verification_error.h"
#include "core/workload/workload_parameters.h"

#include <algorithm>

namespace parterre {
namespace {

constexpr std::size_t windowBytes = std::size_t{64} << 10;
constexpr std::size_t windowWords = windowBytes / sizeof(std::uint32_t);
constexpr std::size_t vectorBytes = 16;
constexpr int mostBlockThreads = 256; // as the kernel is compiled

/// Far apart for different partitions, since each goes on from here by one a batch.
std::uint32_t firstValueOf(int partition) {
    return 0x9e3779b9U * (static_cast<std::uint32_t>(partition) + 1);
}

ParameterValues valuesOf(const WorkloadPlace& place) {
    return {FillWorkload::info(), place.parameters};
}

} // namespace

const WorkloadInfo& FillWorkload::info() {
    constexpr int blocksPerSm = 62; // as the copy
    static const WorkloadInfo info{
        "fill",
        "verified fill",
        "GB/s",
        "Writes a value per partition, reads it back and checks it on the host.",
        {workingSetParameter(256, "size of the buffer filled"),
         blockSizeParameter(mostBlockThreads, mostBlockThreads),
         blocksPerSmParameter(blocksPerSm)}};
    return info;
}

FillWorkload::FillWorkload(const WorkloadPlace& place)
    : m_stream(place.stream)
    , m_kernel(*place.library, "parterre_fill", 3, place.isLogged)
    , m_shape(shapeFor(valuesOf(place), m_kernel.kernel(), place))
    , m_partition(place.partition)
    , m_buffer(place.context, workingSet(valuesOf(place), place, 1))
    , m_readBack(place.context, windowBytes * slotCount)
    , m_value(firstValueOf(place.partition)) {}

void FillWorkload::beginBatch(std::size_t slot) {
    m_slots[slot] = {++m_value, m_nextOffset};
    m_nextOffset = (m_nextOffset + windowBytes) % m_buffer.size();
}

void FillWorkload::launch() {
    const unsigned long long vectors = m_buffer.size() / vectorBytes;
    m_kernel.launch(log(), *m_stream, m_shape, m_buffer.address(), vectors, m_value);
}

double FillWorkload::workPerLaunch() const {
    return 1e-9 * static_cast<double>(m_buffer.size());
}

void FillWorkload::queueReadBack(std::size_t slot) {
    m_buffer.copyToHost(
        static_cast<std::byte*>(m_readBack.data()) + slot * windowBytes, windowBytes, *m_stream,
        m_slots[slot].offset);
}

void FillWorkload::verify(std::size_t slot) {
    compare(m_slots[slot], windowOf(slot));
}

void FillWorkload::verifyAll() {
    for (std::size_t offset = 0; offset < m_buffer.size(); offset += windowBytes) {
        m_buffer.copyToHost(m_readBack.data(), windowBytes, *m_stream, offset);
        m_stream->synchronize();
        compare({m_value, offset}, windowOf(0));
    }
}

const std::uint32_t* FillWorkload::windowOf(std::size_t slot) const {
    return static_cast<const std::uint32_t*>(m_readBack.data()) + slot * windowWords;
}

void FillWorkload::compare(const Slot& slot, const std::uint32_t* words) const {
    const auto* wrong = std::find_if(
        words, words + windowWords, [&](std::uint32_t word) { return word != slot.value; });
    if (wrong == words + windowWords)
        return;
    const auto index =
        slot.offset / sizeof(std::uint32_t) + static_cast<std::size_t>(wrong - words);
    throw VerificationError(m_partition, index, slot.value, *wrong);
}

} // namespace parterre
