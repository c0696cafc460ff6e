// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulator/sm_topology.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace parterre {

/// The stretches within which a cluster of a context must stay, from the units of its resources.
///
/// Units that overlap no other are one each. Where they overlap, the driver seems to keep only how
/// long each is, and to look for a unit by counting those lengths: so more SMs may count than there
/// are, and others not at all. The rules are fitted to recorded contexts (docs/simulator.md).
class ClusterDomains {
public:
    /// The topology must outlive this.
    explicit ClusterDomains(const SmTopology& topology);

    /// The next unit, in the order of the resources. Whole TPCs of one GPC.
    void add(const SmSet& unit);

    /// In SMs each.
    std::vector<unsigned> sizes() const;

private:
    struct Domain {
        std::size_t row = 0; ///< where it begins
        std::size_t tpcs = 0;
    };
    struct OfGpc {
        std::vector<std::optional<std::size_t>> domainOfRow; ///< of rows that some unit has
        std::vector<Domain> domains;

        std::size_t ownedUpTo(std::size_t row) const;
        /// What the GPC has of the context, less what the domains count; 0 if they count more.
        std::size_t uncounted() const;
        void addFresh(const std::vector<std::size_t>& rows);
        void widen(std::size_t domain, const std::vector<std::size_t>& rows);
    };

    const SmTopology& m_topology;
    std::vector<OfGpc> m_gpcs;
};

} // namespace parterre
