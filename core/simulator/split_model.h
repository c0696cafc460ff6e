// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulator/sm_allotment.h"
#include "core/simulator/sm_topology.h"
#include "core/simulator/split_rules.h"
#include "core/simulator/unit_dealer.h"

#include <vector>

namespace parterre {

/// What the driver answers to a split it does not carry out.
enum class SplitError {
    none,                         ///< CUDA_SUCCESS
    invalidValue,                 ///< CUDA_ERROR_INVALID_VALUE
    invalidResourceConfiguration, ///< CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION
};

/// The groups that a split grants, in the driver's order, and what is left (empty when nothing is).
struct SplitByCountResult {
    std::vector<SmAllotment> groups; ///< none if refused
    SmAllotment remainder;           ///< all that is in no group

    bool operator==(const SplitByCountResult&) const = default;
};

/// What a split is made of: the SMs, and what their context reports of them.
struct SplitInput {
    SmAllotment sms;              ///< not empty
    unsigned reportedSmCount = 0; ///< more than there are where resources overlap
    SplitGranularity granularity; ///< what the count asked for is rounded to
};

/// Which SMs cuDevSmResourceSplitByCount grants, derived from the GPU's structure.
///
/// The rule was found on an H200 with driver 13.0 and reproduces every recorded split of it down to
/// the SM ids; docs/simulator.md tells it in words. Immutable, so one model may serve many threads.
class SplitModel {
public:
    /// `flags` of cuDevSmResourceSplitByCount; both together are refused.
    static constexpr unsigned ignoreCoscheduling = 1;
    static constexpr unsigned maxPotentialCluster = 2; ///< a flag, as the one before

    /// \throws std::invalid_argument naming the field if a granularity is not a positive multiple
    /// of a TPC's SMs.
    explicit SplitModel(SmTopology topology, SplitRules rules = {});

    const SmTopology& topology() const { return m_topology; } ///< as it was given
    const SplitRules& rules() const { return m_rules; }       ///< likewise

    /// All SMs, each GPC a unit.
    SmAllotment device() const;
    /// The device as it is split.
    SplitInput deviceInput() const;
    /// A context of these resources as it is split.
    SplitInput inputOf(const std::vector<SmAllotment>& joined) const;
    /// What a structured split left over, neighbouring TPCs of a GPC being a unit each. `smIds`
    /// must be whole TPCs, ascending.
    SmAllotment remainderOf(const SmSet& smIds) const;

    /// These SMs as runs of neighbouring TPCs, by GPC and row. They must be whole TPCs, ascending.
    /// \throws std::invalid_argument if they are not whole TPCs of this GPU.
    std::vector<TpcUnit> freeUnits(const SmSet& smIds) const;

    /// Splits the SMs of a context (or the device) into equal groups.
    ///
    /// Whether the resource may be split at all is for the caller to know: a result or a remainder
    /// can't be before a context is made of it.
    /// \param input not empty
    /// \param groupCapacity most groups to make; a dry run does not look at it
    /// \param minCount least SMs in a group; rounded up to the granularity, but not above
    /// the input's size. 0 behaves as the minimum.
    /// \param flags both of ignoreCoscheduling and maxPotentialCluster are refused; other bits are
    /// not looked at (recorded).
    /// \param dryRun result == NULL in the driver's call: how many groups could be made
    /// \param out the groups and the remainder, also in a dry run; empty if refused. As recorded,
    /// the groups can be smaller than asked for where the input has many small units. \return
    /// invalidValue for both flags and for a capacity of 0; invalidResourceConfiguration for a
    /// minCount above the input's size, and where no unit is as large as the alignment.
    SplitError splitByCount(
        const SplitInput& input, unsigned groupCapacity, unsigned minCount, unsigned flags,
        bool dryRun, SplitByCountResult& out) const;

    /// The origin of the groups that a split with these flags makes.
    static SmOrigin originOfGroups(unsigned flags);

    /// Minimum and alignment that a context made of these resources reports: those of co-scheduled
    /// groups if all are such, otherwise the ones without co-scheduling.
    SplitGranularity granularityOf(const std::vector<SmAllotment>& joined) const;

    /// The SMs that a context made of these resources has: their union.
    static SmSet ownedSms(const std::vector<SmAllotment>& joined);

    /// The number of SMs that such a context *reports*: the sum, SMs given twice counted twice, but
    /// no more than the device has.
    unsigned reportedSmCount(const std::vector<SmAllotment>& joined) const;

    /// The numbers of SMs within which one cluster of such a context must stay: the sizes of the
    /// units, see JoinedUnits where resources overlap. All SMs of the device come as single TPCs
    /// among others.
    std::vector<unsigned> clusterDomains(const std::vector<SmAllotment>& joined) const;

    /// Largest cluster, in blocks, for which such a context has room
    /// (cuOccupancyMaxPotentialClusterSize of a kernel that allows non-portable sizes); 1 if the
    /// hardware has no clusters. A cluster spans two resources only where they overlap.
    unsigned largestClusterSize(const std::vector<SmAllotment>& joined) const;

    /// Number of clusters that can be active in such a context (cuOccupancyMaxActiveClusters).
    /// \param clusterSize blocks in a cluster, at least 1
    /// \param blocksPerSm blocks of the kernel that fit an SM at once
    /// \throws std::invalid_argument for a cluster of 0 blocks.
    unsigned maxActiveClusters(
        const std::vector<SmAllotment>& joined, unsigned clusterSize, unsigned blocksPerSm) const;

    /// The same for domains of so many SMs each, without a look at the largest cluster.
    static unsigned activeClusters(
        const std::vector<unsigned>& domains, unsigned clusterSize, unsigned blocksPerSm);

    /// A context of these resources as one; the device if it is among them.
    SmAllotment joined(const std::vector<SmAllotment>& parts) const;

private:
    SmTopology m_topology;
    SplitRules m_rules;
};

} // namespace parterre
