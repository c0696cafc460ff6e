// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulator/sm_topology.h"

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

/// TPCs of one GPC that pieces are taken from: always the first ones left, wherever the units begin
/// and end. The units only say how long a piece may be (recorded of splits by count).
struct TpcPool {
    std::size_t gpc = 0;              ///< index in SmTopology::gpcs()
    std::vector<TpcUnit> tpcs;        ///< one each, by row
    std::vector<std::size_t> lengths; ///< of the units, by row; in TPCs

    /// One pool for each unit: every piece lies in one of them.
    static std::vector<TpcPool> ofUnits(const std::vector<TpcUnit>& units);
    /// One for each GPC. `whole`: a piece may be as long as all that the GPC has.
    static std::vector<TpcPool> ofGpcs(const std::vector<TpcUnit>& units, bool whole);
};

/// What is free to be granted, and how pieces of it are dealt to groups: one piece of every GPC
/// goes before the second of any.
class UnitDealer {
public:
    /// Units lie by GPC and row.
    explicit UnitDealer(std::vector<TpcPool> pools)
        : m_pools(std::move(pools)) {}

    std::size_t longest() const; ///< TPCs of the longest unit; 0 if none is left
    /// Pieces of that many TPCs: one of each unit, or as many as it has.
    std::size_t pieceCount(std::size_t tpcs, bool repeatedly) const;

    /// Deals `count` pieces to the groups in turn, at most pieceCount(tpcs, true). A piece whose
    /// TPCs are not all neighbours comes as several units.
    void deal(std::size_t tpcs, std::size_t count, std::vector<std::vector<TpcUnit>>& groups);

    /// The TPCs left, one each, by GPC and row.
    std::vector<TpcUnit> left() const;

private:
    std::vector<TpcPool> m_pools;
};

} // namespace parterre
