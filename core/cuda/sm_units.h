// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/sm_resource.h"

#include <optional>
#include <string>
#include <vector>

namespace parterre {

/// A combined split: one split by count into equal units, several of which are joined to each
/// group. It gives unequal groups on every driver since 12.4, and lets a group have the very units
/// that are chosen for it. Units are co-scheduled ones, or the smallest (TPCs) where that is asked
/// for or where the rounded groups only fit in those; their price is clusters of at most 2 blocks.
class SmUnits {
public:
    /// Splits into units and hands them to the groups; fits() says whether there were enough.
    /// Throws InputError for options that are wrong or that only structured splits have, CudaError.
    SmUnits(const SmResource& all, const SmSplitOptions& options);

    int count() const { return static_cast<int>(m_pieces.groups.size()); } ///< units there are
    int smCount() const;               ///< of one unit; 0 where there are none
    std::vector<int> smCounts() const; ///< of each unit, in the order of the split
    /// The driver's record of each, in the order of the split.
    const std::vector<abi::CUdevResource>& handles() const { return m_pieces.groups; }
    bool areSmallest() const { return m_smallest; } ///< TPCs, not co-scheduled units
    /// Whether there are smaller units, which these options keep it from trying.
    bool couldBeSmaller() const { return m_couldBeSmaller; }

    /// The first of these chosen units that does not exist.
    std::optional<int> unknownUnit(const std::vector<int>& chosen) const;
    /// SMs that the groups come to when each is rounded up to whole units.
    int roundedSmCount() const;
    bool fits() const { return m_assignment.has_value(); } ///< whether split() will succeed
    /// The units that each group gets, where they fit.
    const std::optional<std::vector<std::vector<int>>>& assignment() const { return m_assignment; }

    /// The groups. Throws InputError unless they fit.
    SmSplit split() const;

private:
    friend class SmResource; // which has read the options already
    SmUnits(
        const SmResource& all, std::vector<SmGroupRequest> groups, const SmSplitOptions& options);

    using Assignment = std::vector<std::vector<int>>; ///< units of each group

    void make(unsigned unit, unsigned flags);
    int unitsFor(const SmGroupRequest& group) const;
    std::optional<Assignment> assign() const;
    SmResource join(SmResource::Origin origin, const std::vector<int>& units) const;
    void checkFit() const;

    SmResource m_all;
    std::vector<SmGroupRequest> m_groups;
    SmResource::Pieces m_pieces;
    bool m_smallest = false;
    bool m_couldBeSmaller = false;
    std::optional<Assignment> m_assignment;
};

} // namespace parterre
