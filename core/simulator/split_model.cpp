// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/split_model.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

namespace parterre {

namespace {

std::size_t roundUp(std::size_t value, std::size_t multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

/// These TPCs as an allotment whose units the lengths are.
SmAllotment allotmentOf(const std::vector<TpcUnit>& tpcs, UnitLengths lengths, SmOrigin origin) {
    SmAllotment allotment{smIdsOf(tpcs), origin, std::move(lengths)};
    std::sort(allotment.smIds.begin(), allotment.smIds.end());
    for (auto& ofGpc : allotment.unitLengths)
        std::sort(ofGpc.begin(), ofGpc.end(), std::greater<>());
    return allotment;
}

/// The row at which the TPCs of a group in a GPC are cut once, though they be neighbours: where a
/// piece begins right behind the one before it for the first time, else behind the last piece.
/// Where a piece ends is reckoned from its first row and its number of TPCs, as if it had no gaps
/// (recorded; the driver seems to take the one for the other).
std::size_t cutRowOf(const std::vector<TpcPiece>& pieces) {
    const auto end = [](const TpcPiece& piece) { return piece.front().row + piece.size(); };
    const auto adjacent = std::adjacent_find(
        pieces.begin(), pieces.end(), [&](const TpcPiece& piece, const TpcPiece& next) {
            return end(piece) == next.front().row;
        });
    return end(adjacent == pieces.end() ? pieces.back() : *adjacent);
}

/// The units of a part of a split, from its pieces: in each GPC runs of neighbouring TPCs, cut once
/// more. A remainder has one piece in a GPC.
SmAllotment partOf(std::vector<TpcPiece> pieces, std::size_t gpcCount, SmOrigin origin) {
    std::sort(pieces.begin(), pieces.end(), [](const TpcPiece& a, const TpcPiece& b) {
        return std::pair(a.front().gpc, a.front().row) < std::pair(b.front().gpc, b.front().row);
    });
    std::vector<TpcUnit> all;
    UnitLengths lengths(gpcCount);
    for (auto first = pieces.begin(); first != pieces.end();) {
        const std::size_t gpc = first->front().gpc;
        const auto next = std::find_if(
            first, pieces.end(), [&](const TpcPiece& piece) { return piece.front().gpc != gpc; });
        const std::size_t cutRow = cutRowOf({first, next});
        const TpcUnit* last = nullptr;
        for (; first != next; ++first) {
            for (const TpcUnit& tpc : *first) {
                if (last != nullptr && last->isFollowedBy(tpc) && tpc.row != cutRow)
                    ++lengths[gpc].back();
                else
                    lengths[gpc].push_back(1);
                last = &tpc;
            }
            all.insert(all.end(), first->begin(), first->end());
        }
    }
    return allotmentOf(all, std::move(lengths), origin);
}

/// What is left of each GPC as one piece.
std::vector<TpcPiece> piecesByGpc(const std::vector<TpcUnit>& tpcs) {
    std::vector<TpcPiece> pieces;
    for (const TpcUnit& tpc : tpcs) {
        if (pieces.empty() || pieces.back().front().gpc != tpc.gpc)
            pieces.emplace_back();
        pieces.back().push_back(tpc);
    }
    return pieces;
}

void requireMultiple(unsigned value, unsigned smsPerTpc, const char* field) {
    if (value == 0 || value % smsPerTpc != 0)
        throw std::invalid_argument(
            std::string(field) + ": must be a positive multiple of the " +
            std::to_string(smsPerTpc) + " SMs of a TPC, not " + std::to_string(value));
}

} // namespace

SplitModel::SplitModel(SmTopology topology, SplitRules rules)
    : m_topology(std::move(topology))
    , m_rules(rules) {
    const unsigned smsPerTpc = m_topology.smsPerTpc();
    requireMultiple(
        m_rules.coscheduled.minPartitionSize, smsPerTpc, "coscheduled.minPartitionSize");
    requireMultiple(
        m_rules.coscheduled.coscheduledAlignment, smsPerTpc, "coscheduled.coscheduledAlignment");
    requireMultiple(
        m_rules.ignoringCoscheduling.minPartitionSize, smsPerTpc,
        "ignoringCoscheduling.minPartitionSize");
    requireMultiple(
        m_rules.ignoringCoscheduling.coscheduledAlignment, smsPerTpc,
        "ignoringCoscheduling.coscheduledAlignment");
}

SmAllotment SplitModel::device() const {
    SmAllotment device{m_topology.allSms(), SmOrigin::device, {}};
    for (const Gpc& gpc : m_topology.gpcs())
        device.unitLengths.push_back({gpc.tpcs.size()});
    return device;
}

SplitInput SplitModel::deviceInput() const {
    return {device(), m_topology.smCount(), m_rules.coscheduled};
}

SplitInput SplitModel::inputOf(const std::vector<SmAllotment>& parts) const {
    return {joined(parts), reportedSmCount(parts), granularityOf(parts)};
}

SmAllotment SplitModel::remainderOf(const SmSet& smIds) const {
    const std::vector<TpcUnit> units = freeUnits(smIds);
    UnitLengths lengths(m_topology.gpcs().size());
    for (const TpcUnit& unit : units)
        lengths[unit.gpc].push_back(unit.tpcs.size());
    return allotmentOf(units, std::move(lengths), SmOrigin::remainder);
}

std::vector<TpcUnit> SplitModel::freeUnits(const SmSet& smIds) const {
    std::vector<TpcUnit> units;
    std::size_t found = 0;
    for (std::size_t g = 0; g < m_topology.gpcs().size(); ++g) {
        const std::vector<Tpc>& tpcs = m_topology.gpcs()[g].tpcs;
        for (std::size_t row = 0; row < tpcs.size(); ++row) {
            const SmSet& ofTpc = tpcs[row].smIds;
            if (!std::includes(smIds.begin(), smIds.end(), ofTpc.begin(), ofTpc.end()))
                continue;
            const TpcUnit tpc{g, row, {&tpcs[row]}};
            if (!units.empty() && units.back().isFollowedBy(tpc))
                units.back().tpcs.push_back(&tpcs[row]);
            else
                units.push_back(tpc);
            found += ofTpc.size();
        }
    }
    if (found != smIds.size())
        throw std::invalid_argument("input: SMs must be the GPU's own and come as whole TPCs");
    return units;
}

SplitError SplitModel::splitByCount(
    const SplitInput& input, unsigned groupCapacity, unsigned minCount, unsigned flags, bool dryRun,
    SplitByCountResult& out) const {
    out = {};
    flags &= ignoreCoscheduling | maxPotentialCluster;
    if (flags == (ignoreCoscheduling | maxPotentialCluster) || (groupCapacity == 0 && !dryRun))
        return SplitError::invalidValue;
    const std::vector<TpcUnit> free = freeUnits(input.sms.smIds);
    if (free.empty())
        throw std::invalid_argument("input: there must be at least one SM");
    if (minCount > input.reportedSmCount)
        return SplitError::invalidResourceConfiguration;

    const std::size_t smsPerTpc = m_topology.smsPerTpc();
    const bool coscheduled = flags != ignoreCoscheduling;
    // What reports as many SMs as the device is cut as the device is: its GPCs count, whatever it
    // was joined from, and give several pieces each (recorded). So does anything that is cut to
    // TPCs.
    const bool wholeGpcs = input.reportedSmCount == m_topology.smCount() || !coscheduled;
    const SplitGranularity& granularity =
        coscheduled ? input.granularity : m_rules.ignoringCoscheduling;
    const std::size_t alignment = granularity.coscheduledAlignment;
    const std::size_t groupSize = std::min(
        roundUp(std::max(minCount, granularity.minPartitionSize), alignment),
        std::size_t{input.reportedSmCount});

    UnitDealer dealer(TpcPool::ofGpcs(free, input.sms.unitLengths, wholeGpcs));
    std::size_t groupCount = input.reportedSmCount / groupSize;
    // Where resources overlap there are fewer pieces than the reported count promises.
    groupCount = std::min(groupCount, dealer.pieceCount(alignment / smsPerTpc, wholeGpcs));
    if (!dryRun)
        groupCount = std::min<std::size_t>(groupCount, groupCapacity);
    if (groupCount == 0)
        return SplitError::invalidResourceConfiguration;

    // Largest pieces first, and of each size only as many as give every group the same: so the
    // groups stay equal in size and alike in the clusters they can run.
    std::vector<std::vector<TpcPiece>> groups(groupCount);
    std::size_t tpcsMissing = groupSize / smsPerTpc;
    const std::size_t largestPiece =
        flags == maxPotentialCluster
            ? dealer.longest()
            : (coscheduled ? m_rules.coscheduled.coscheduledAlignment / smsPerTpc : 1);
    for (std::size_t piece = std::min(largestPiece, tpcsMissing); piece > 0; --piece) {
        const std::size_t rounds =
            std::min(tpcsMissing / piece, dealer.pieceCount(piece, wholeGpcs) / groupCount);
        dealer.deal(piece, rounds * groupCount, groups);
        tpcsMissing -= rounds * piece;
    }

    const std::vector<TpcUnit> left = dealer.left();
    const std::size_t gpcCount = m_topology.gpcs().size();
    const bool isWhole = groupCount == 1 && left.empty() && input.sms.smIds == m_topology.allSms();
    for (auto& group : groups) {
        out.groups.push_back(partOf(std::move(group), gpcCount, originOfGroups(flags)));
        // A group that takes all there is runs the clusters that the whole runs (recorded).
        if (isWhole)
            out.groups.back().unitLengths = device().unitLengths;
    }
    out.remainder = partOf(piecesByGpc(left), gpcCount, SmOrigin::remainder);
    return SplitError::none;
}

SmOrigin SplitModel::originOfGroups(unsigned flags) {
    switch (flags & (ignoreCoscheduling | maxPotentialCluster)) {
    case ignoreCoscheduling:
        return SmOrigin::ignoringCoschedulingGroup;
    case maxPotentialCluster:
        return SmOrigin::maxClusterGroup;
    default:
        return SmOrigin::coscheduledGroup;
    }
}

SplitGranularity SplitModel::granularityOf(const std::vector<SmAllotment>& joined) const {
    const bool guaranteed = std::all_of(joined.begin(), joined.end(), [](const SmAllotment& part) {
        return part.origin != SmOrigin::ignoringCoschedulingGroup &&
               part.origin != SmOrigin::remainder;
    });
    return guaranteed ? m_rules.coscheduled : m_rules.ignoringCoscheduling;
}

SmSet SplitModel::ownedSms(const std::vector<SmAllotment>& joined) {
    SmSet owned;
    for (const auto& part : joined)
        owned.insert(owned.end(), part.smIds.begin(), part.smIds.end());
    std::sort(owned.begin(), owned.end());
    owned.erase(std::unique(owned.begin(), owned.end()), owned.end());
    return owned;
}

unsigned SplitModel::reportedSmCount(const std::vector<SmAllotment>& joined) const {
    std::size_t sum = 0;
    for (const auto& part : joined)
        sum += part.smIds.size();
    return static_cast<unsigned>(std::min<std::size_t>(sum, m_topology.smCount()));
}

SmAllotment SplitModel::joined(const std::vector<SmAllotment>& parts) const {
    const auto isDevice = [](const SmAllotment& part) { return part.origin == SmOrigin::device; };
    if (const auto whole = std::find_if(parts.begin(), parts.end(), isDevice); whole != parts.end())
        return *whole;
    JoinedUnits units(m_topology);
    SmAllotment all{ownedSms(parts), parts.front().origin, {}};
    for (const SmAllotment& part : parts) {
        units.add(part.smIds, part.unitLengths);
        if (part.origin != all.origin)
            all.origin = SmOrigin::remainder;
    }
    all.unitLengths = units.lengths();
    return all;
}

std::vector<unsigned> SplitModel::clusterDomains(const std::vector<SmAllotment>& parts) const {
    JoinedUnits units(m_topology);
    for (const SmAllotment& part : parts) {
        UnitLengths lengths = part.unitLengths;
        if (part.origin == SmOrigin::device && parts.size() > 1)
            for (std::size_t g = 0; g < lengths.size(); ++g)
                lengths[g].assign(m_topology.gpcs()[g].tpcs.size(), 1);
        units.add(part.smIds, lengths);
    }
    std::vector<unsigned> domains;
    for (const auto& ofGpc : units.lengths())
        for (const std::size_t length : ofGpc)
            domains.push_back(static_cast<unsigned>(length) * m_topology.smsPerTpc());
    return domains;
}

unsigned SplitModel::largestClusterSize(const std::vector<SmAllotment>& parts) const {
    std::vector<unsigned> domains = clusterDomains(parts);
    for (const SmAllotment& part : parts)
        if (part.origin == SmOrigin::device)
            for (const Gpc& gpc : m_topology.gpcs())
                domains.push_back(static_cast<unsigned>(gpc.tpcs.size()) * m_topology.smsPerTpc());
    const unsigned largest = *std::max_element(domains.begin(), domains.end());
    return std::max(1U, std::min(largest, m_rules.maxClusterSize));
}

unsigned SplitModel::maxActiveClusters(
    const std::vector<SmAllotment>& parts, unsigned clusterSize, unsigned blocksPerSm) const {
    if (clusterSize == 0)
        throw std::invalid_argument("clusterSize: must be at least 1");
    if (clusterSize > largestClusterSize(parts))
        return 0;
    return activeClusters(clusterDomains(parts), clusterSize, blocksPerSm);
}

unsigned SplitModel::activeClusters(
    const std::vector<unsigned>& domains, unsigned clusterSize, unsigned blocksPerSm) {
    unsigned clusters = 0;
    for (const unsigned smCount : domains) {
        // A domain with fewer SMs than the cluster has blocks runs none of it (recorded).
        if (smCount >= clusterSize)
            clusters += smCount * blocksPerSm / clusterSize;
    }
    return clusters;
}

} // namespace parterre
