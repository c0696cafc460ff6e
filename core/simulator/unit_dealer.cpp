// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/unit_dealer.h"

#include <algorithm>
#include <iterator>

namespace parterre {
namespace {

TpcUnit frontOf(TpcUnit& unit, std::size_t tpcs) {
    const auto end = std::next(unit.tpcs.begin(), static_cast<std::ptrdiff_t>(tpcs));
    TpcUnit piece{unit.gpc, unit.row, {unit.tpcs.begin(), end}};
    unit.tpcs.erase(unit.tpcs.begin(), end);
    unit.row += tpcs;
    return piece;
}

} // namespace

std::size_t UnitDealer::tpcCount() const {
    std::size_t count = 0;
    for (const TpcUnit& unit : m_units)
        count += unit.tpcs.size();
    return count;
}

std::size_t UnitDealer::longest() const {
    std::size_t length = 0;
    for (const TpcUnit& unit : m_units)
        length = std::max(length, unit.tpcs.size());
    return length;
}

std::size_t UnitDealer::pieceCount(std::size_t tpcs, bool repeatedly) const {
    std::size_t count = 0;
    for (const TpcUnit& unit : m_units) {
        const std::size_t pieces = unit.tpcs.size() / tpcs;
        count += repeatedly ? pieces : std::min<std::size_t>(pieces, 1);
    }
    return count;
}

void UnitDealer::deal(
    std::size_t tpcs, std::size_t count, bool repeatedly,
    std::vector<std::vector<TpcUnit>>& groups) {
    // One piece of every GPC a round; a unit that has given one waits for the next size, unless
    // units may give repeatedly.
    std::vector<bool> spent(m_units.size(), false);
    std::size_t dealt = 0;
    while (dealt < count) {
        const std::size_t before = dealt;
        for (std::size_t i = 0; i < m_units.size() && dealt < count;) {
            const std::size_t gpc = m_units[i].gpc;
            bool given = false;
            for (; i < m_units.size() && m_units[i].gpc == gpc; ++i) {
                if (given || spent[i] || m_units[i].tpcs.size() < tpcs)
                    continue;
                groups[dealt++ % groups.size()].push_back(frontOf(m_units[i], tpcs));
                given = true;
                spent[i] = !repeatedly;
            }
        }
        if (dealt == before)
            break;
    }
    std::erase_if(m_units, [](const TpcUnit& unit) { return unit.tpcs.empty(); });
}

} // namespace parterre
