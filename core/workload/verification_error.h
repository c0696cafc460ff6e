// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace parterre {

/// A kernel's results are not what it should have written. what() names partition, index and
/// values.
class VerificationError : public std::runtime_error {
public:
    /// Of a buffer of 32-bit words.
    VerificationError(
        int partition, std::size_t index, std::uint32_t expected, std::uint32_t found);
    /// Of a kernel whose results are one sum; index() is 0.
    static VerificationError ofSum(int partition, std::uint32_t expected, std::uint32_t found);

    int partition() const { return m_partition; }         ///< index in the applied plan
    std::size_t index() const { return m_index; }         ///< of the 32-bit word in the buffer
    std::uint32_t expected() const { return m_expected; } ///< what the kernel should have written
    std::uint32_t found() const { return m_found; }       ///< what was read back

private:
    VerificationError(
        const std::string& sentence, int partition, std::size_t index, std::uint32_t expected,
        std::uint32_t found);

    int m_partition;
    std::size_t m_index;
    std::uint32_t m_expected;
    std::uint32_t m_found;
};

} // namespace parterre
