// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulator/sm_topology.h"

#include <cstddef>
#include <vector>

namespace parterre {

/// How many TPCs each unit of an SM resource has: a list for each GPC of the topology, largest
/// first. Beside the set of SMs this is all that is kept of units: they are taken to lie one after
/// the other among the TPCs that the resource has of the GPC, whatever gaps there are.
using UnitLengths = std::vector<std::vector<std::size_t>>;

/// The units of a context that is made of several resources.
///
/// Of resources without overlap they are all of them. Where they overlap, a unit is looked for by
/// counting lengths, so that the lengths may add up to more TPCs than there are. The rule explains
/// the recorded contexts, all but a few (docs/simulator.md).
class JoinedUnits {
public:
    /// The topology must outlive this.
    explicit JoinedUnits(const SmTopology& topology);

    /// The next resource, in the order of the descriptor. The first may itself be a context's.
    /// \param smIds whole TPCs
    /// \param lengths of its units
    void add(const SmSet& smIds, const UnitLengths& lengths);

    const UnitLengths& lengths() const { return m_lengths; } ///< of all that was added

private:
    using OwnedRows = std::vector<bool>; ///< by row of the GPC

    static void addUnit(
        OwnedRows& owned, const std::vector<std::size_t>& rows, std::vector<std::size_t>& lengths);

    const SmTopology& m_topology;
    std::vector<OwnedRows> m_owned; ///< by GPC
    UnitLengths m_lengths;
};

} // namespace parterre
