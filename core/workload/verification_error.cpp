// SPDX-License-Identifier: Apache-2.0
#include "core/workload/verification_error.h"

#include <fmt/format.h>

namespace parterre {

VerificationError::VerificationError(
    int partition, std::size_t index, std::uint32_t expected, std::uint32_t found)
    : VerificationError(
          fmt::format(
              "partition {}: word {} holds 0x{:08x}, 0x{:08x} was written", partition, index, found,
              expected),
          partition, index, expected, found) {}

VerificationError
VerificationError::ofSum(int partition, std::uint32_t expected, std::uint32_t found) {
    return {
        fmt::format(
            "partition {}: its kernel's results add up to 0x{:08x}, they should to 0x{:08x}",
            partition, found, expected),
        partition, 0, expected, found};
}

VerificationError::VerificationError(
    const std::string& sentence, int partition, std::size_t index, std::uint32_t expected,
    std::uint32_t found)
    : std::runtime_error(sentence)
    , m_partition(partition)
    , m_index(index)
    , m_expected(expected)
    , m_found(found) {}

} // namespace parterre
