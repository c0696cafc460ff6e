// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/unit_dealer.h"

#include <algorithm>
#include <iterator>

namespace parterre {
namespace {

void appendSingles(const TpcUnit& unit, TpcPiece& singles) {
    for (std::size_t i = 0; i < unit.tpcs.size(); ++i)
        singles.push_back({unit.gpc, unit.row + i, {unit.tpcs[i]}});
}

/// Takes a piece if some unit is long enough.
bool take(TpcPool& pool, std::size_t tpcs, std::vector<TpcPiece>& group) {
    const auto length =
        std::find_if(pool.lengths.begin(), pool.lengths.end(), [&](std::size_t candidate) {
            return candidate >= tpcs;
        });
    if (length == pool.lengths.end() || pool.tpcs.size() < tpcs)
        return false;
    *length -= tpcs;
    const auto end = std::next(pool.tpcs.begin(), static_cast<std::ptrdiff_t>(tpcs));
    group.emplace_back(pool.tpcs.begin(), end);
    pool.tpcs.erase(pool.tpcs.begin(), end);
    return true;
}

} // namespace

SmSet smIdsOf(const std::vector<TpcUnit>& units) {
    SmSet smIds;
    for (const TpcUnit& unit : units)
        for (const Tpc* tpc : unit.tpcs)
            smIds.insert(smIds.end(), tpc->smIds.begin(), tpc->smIds.end());
    return smIds;
}

std::vector<TpcPool> TpcPool::ofUnits(const std::vector<TpcUnit>& units) {
    std::vector<TpcPool> pools;
    for (const TpcUnit& unit : units) {
        TpcPool& pool = pools.emplace_back();
        pool.gpc = unit.gpc;
        pool.lengths = {unit.tpcs.size()};
        appendSingles(unit, pool.tpcs);
    }
    return pools;
}

std::vector<TpcPool>
TpcPool::ofGpcs(const std::vector<TpcUnit>& free, const UnitLengths& lengths, bool whole) {
    std::vector<TpcPool> pools;
    for (const TpcUnit& unit : free) {
        if (pools.empty() || pools.back().gpc != unit.gpc)
            pools.emplace_back().gpc = unit.gpc;
        appendSingles(unit, pools.back().tpcs);
    }
    for (TpcPool& pool : pools)
        pool.lengths = whole ? std::vector{pool.tpcs.size()} : lengths[pool.gpc];
    return pools;
}

std::size_t TpcPool::pieceCount(std::size_t count, bool repeatedly) const {
    std::size_t pieces = 0;
    for (const std::size_t length : lengths)
        pieces += repeatedly ? length / count : std::min<std::size_t>(length / count, 1);
    // Where resources overlap the units promise more than there is.
    return std::min(pieces, tpcs.size() / count);
}

std::size_t UnitDealer::longest() const {
    std::size_t longest = 0;
    for (const TpcPool& pool : m_pools)
        for (const std::size_t length : pool.lengths)
            longest = std::max(longest, length);
    return longest;
}

std::size_t UnitDealer::pieceCount(std::size_t tpcs, bool repeatedly) const {
    std::size_t count = 0;
    for (const TpcPool& pool : m_pools)
        count += pool.pieceCount(tpcs, repeatedly);
    return count;
}

void UnitDealer::deal(
    std::size_t tpcs, std::size_t count, std::vector<std::vector<TpcPiece>>& groups) {
    std::size_t dealt = 0;
    while (dealt < count) {
        const std::size_t before = dealt;
        for (std::size_t i = 0; i < m_pools.size() && dealt < count;) {
            const std::size_t gpc = m_pools[i].gpc;
            bool given = false;
            for (; i < m_pools.size() && m_pools[i].gpc == gpc; ++i)
                given = given || take(m_pools[i], tpcs, groups[dealt % groups.size()]);
            dealt += given ? 1U : 0U;
        }
        if (dealt == before)
            break;
    }
}

std::vector<TpcUnit> UnitDealer::left() const {
    std::vector<TpcUnit> left;
    for (const TpcPool& pool : m_pools)
        left.insert(left.end(), pool.tpcs.begin(), pool.tpcs.end());
    return left;
}

} // namespace parterre
