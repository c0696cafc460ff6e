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

/// What is free to be granted, and how pieces of it are dealt to groups: the first unit of every
/// GPC goes before the second of any.
class UnitDealer {
public:
    /// Units lie by GPC and row.
    explicit UnitDealer(std::vector<TpcUnit> units)
        : m_units(std::move(units)) {}

    std::size_t tpcCount() const; ///< of all units that are left
    std::size_t longest() const;  ///< TPCs of the longest unit; 0 if none is left
    /// Pieces of that many TPCs: one of each unit, or as many as it has.
    std::size_t pieceCount(std::size_t tpcs, bool repeatedly) const;

    /// Takes `count` pieces out of the front of units and deals them to the groups in turn.
    void deal(
        std::size_t tpcs, std::size_t count, bool repeatedly,
        std::vector<std::vector<TpcUnit>>& groups);

    /// What is left, by GPC and row.
    const std::vector<TpcUnit>& left() const { return m_units; }

private:
    std::vector<TpcUnit> m_units;
};

} // namespace parterre
