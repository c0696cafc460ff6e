// SPDX-License-Identifier: Apache-2.0
#include "core/model/sm_supply.h"

#include <algorithm>
#include <numeric>

namespace parterre {

int SmSupply::alignment() const {
    return std::max(m_device.smResource->coscheduledAlignment, 1);
}

int SmSupply::least() const {
    return std::max(m_device.smResource->minPartitionSize, alignment());
}

const SplitUnits* SmSupply::units(bool smallest) const {
    const auto found =
        std::find_if(m_device.units.begin(), m_device.units.end(), [&](const SplitUnits& one) {
            return one.ignoreCoscheduling == smallest;
        });
    return found == m_device.units.end() ? nullptr : &*found;
}

const SplitUnits* SmSupply::smallestUnits() const {
    const SplitUnits* smallest = units(true);
    return smallest ? smallest : units(false);
}

int SmSupply::piece(bool smallest) const {
    const SplitUnits* kind = smallest ? smallestUnits() : units(false);
    return std::max(kind ? kind->smCount() : least(), 1);
}

int SmSupply::inPieces(bool smallest) const {
    const SplitUnits* kind = smallest ? smallestUnits() : units(false);
    const int all =
        kind ? std::accumulate(kind->smCounts.begin(), kind->smCounts.end(), 0) : total();
    return wholeUnits(all, piece(smallest));
}

} // namespace parterre
