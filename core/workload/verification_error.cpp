// SPDX-License-Identifier: Apache-2.0
#include "core/workload/verification_error.h"

#include <fmt/format.h>

namespace parterre {

VerificationError::VerificationError(
    int partition, std::size_t index, std::uint32_t expected, std::uint32_t found)
    : std::runtime_error(fmt::format(
          "partition {}: word {} holds 0x{:08x}, 0x{:08x} was written", partition, index, found,
          expected))
    , m_partition(partition)
    , m_index(index)
    , m_expected(expected)
    , m_found(found) {}

} // namespace parterre
