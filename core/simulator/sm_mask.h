// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <cstddef>
#include <span>
#include <vector>

namespace parterre {

/// The most SMs a simulated device can have; a resource carries its SMs as one bit each.
inline constexpr std::size_t maxSimulatedSms = 256;

/// A set of SMs, by id.
using SmMask = std::bitset<maxSimulatedSms>;

/// Ids must be from 0 to maxSimulatedSms - 1.
inline SmMask smMaskOf(std::span<const int> ids) {
    SmMask mask;
    for (const int id : ids)
        mask.set(static_cast<std::size_t>(id));
    return mask;
}

/// Ascending.
inline std::vector<int> smIdsOf(const SmMask& mask) {
    std::vector<int> ids;
    ids.reserve(mask.count());
    for (std::size_t id = 0; id < mask.size(); ++id)
        if (mask.test(id))
            ids.push_back(static_cast<int>(id));
    return ids;
}

} // namespace parterre
