// SPDX-License-Identifier: Apache-2.0
#include "core/workload/checksum_workload.h"

#include "core/workload/verification_error.h"

namespace parterre {
namespace {

using Word = std::uint32_t;

} // namespace

ChecksumWorkload::ChecksumWorkload(const WorkloadPlace& place)
    : m_stream(place.stream)
    , m_partition(place.partition)
    , m_sum(place.context, sizeof(Word))
    , m_readBack(place.context, sizeof(Word) * slotCount) {
    m_sum.fill(0, *m_stream);
}

void ChecksumWorkload::launch() {
    launchAdding(m_sum.address());
    m_expected += addedPerLaunch();
}

void ChecksumWorkload::queueReadBack(std::size_t slot) {
    m_expectedInSlot[slot] = m_expected;
    m_sum.copyToHost(static_cast<Word*>(m_readBack.data()) + slot, sizeof(Word), *m_stream);
}

void ChecksumWorkload::verify(std::size_t slot) {
    compare(m_expectedInSlot[slot], static_cast<const Word*>(m_readBack.data())[slot]);
}

void ChecksumWorkload::verifyAll() {
    queueReadBack(0);
    m_stream->synchronize();
    verify(0);
}

void ChecksumWorkload::compare(std::uint32_t expected, std::uint32_t found) const {
    if (found != expected)
        throw VerificationError::ofSum(m_partition, expected, found);
}

} // namespace parterre
