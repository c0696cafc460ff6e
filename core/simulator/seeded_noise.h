// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace parterre {

/// SplitMix64: spreads a counter over all 64-bit numbers.
inline std::uint64_t mixed(std::uint64_t value) {
    value += 0x9e3779b97f4a7c15U;
    value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
    value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
    return value ^ (value >> 31U);
}

/// From evenly spread bits, a number in [0, 1).
inline double unitOf(std::uint64_t bits) {
    constexpr double range = 1ULL << 53U;
    return static_cast<double>(bits >> 11U) / range;
}

} // namespace parterre
