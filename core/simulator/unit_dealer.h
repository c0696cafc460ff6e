// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulator/sm_topology.h"
#include "core/simulator/unit_lengths.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace parterre {

/// Neighbouring TPCs of one GPC.
struct TpcUnit {
    std::size_t gpc = 0;          ///< index in SmTopology::gpcs()
    std::size_t row = 0;          ///< of the first
    std::vector<const Tpc*> tpcs; ///< by row, without a gap; the topology's

    /// Whether `next` begins in the same GPC in the row after this one's last.
    bool isFollowedBy(const TpcUnit& next) const {
        return gpc == next.gpc && row + tpcs.size() == next.row;
    }
};

/// What is dealt at once: TPCs of one GPC, one each, by row. There may be gaps.
using TpcPiece = std::vector<TpcUnit>;

/// Of all these TPCs, in their order.
SmSet smIdsOf(const std::vector<TpcUnit>& units);

/// TPCs of one GPC that pieces are taken from: always the first ones left, wherever the units lie.
/// The units only say how long a piece may be (recorded of splits by count).
struct TpcPool {
    std::size_t gpc = 0;              ///< index in SmTopology::gpcs()
    TpcPiece tpcs;                    ///< all that are left
    std::vector<std::size_t> lengths; ///< of the units; in TPCs

    /// One pool for each unit: every piece lies in one of them.
    static std::vector<TpcPool> ofUnits(const std::vector<TpcUnit>& units);
    /// One for each GPC, of all these TPCs. `whole`: they are one unit.
    static std::vector<TpcPool>
    ofGpcs(const std::vector<TpcUnit>& free, const UnitLengths& lengths, bool whole);

    /// Pieces of that many TPCs that it has: one of each unit, or as many as it has.
    std::size_t pieceCount(std::size_t count, bool repeatedly) const;
};

/// What is free to be granted, and how pieces of it are dealt to groups: one piece of every GPC
/// goes before the second of any.
class UnitDealer {
public:
    /// Pools lie by GPC.
    explicit UnitDealer(std::vector<TpcPool> pools)
        : m_pools(std::move(pools)) {}

    std::size_t longest() const; ///< TPCs of the longest unit; 0 if none is left
    /// Pieces of that many TPCs: one of each unit, or as many as it has.
    std::size_t pieceCount(std::size_t tpcs, bool repeatedly) const;

    /// Deals `count` pieces to the groups in turn, at most pieceCount(tpcs, true).
    void deal(std::size_t tpcs, std::size_t count, std::vector<std::vector<TpcPiece>>& groups);

    /// The TPCs left, one each, by GPC and row.
    std::vector<TpcUnit> left() const;

private:
    std::vector<TpcPool> m_pools;
};

} // namespace parterre
