// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/split_model.h"

#include "core/simulator/cluster_domains.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace parterre {

namespace {

std::size_t roundUp(std::size_t value, std::size_t multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

SmSet smIdsOf(const TpcUnit& unit) {
    SmSet smIds;
    for (const Tpc* tpc : unit.tpcs)
        smIds.insert(smIds.end(), tpc->smIds.begin(), tpc->smIds.end());
    return smIds;
}

SmAllotment allotmentOf(const std::vector<TpcUnit>& units, SmOrigin origin) {
    SmAllotment allotment{{}, origin, {}};
    for (const TpcUnit& unit : units) {
        allotment.units.push_back(smIdsOf(unit));
        const SmSet& smIds = allotment.units.back();
        allotment.smIds.insert(allotment.smIds.end(), smIds.begin(), smIds.end());
    }
    std::sort(allotment.smIds.begin(), allotment.smIds.end());
    return allotment;
}

/// The units of an allotment, by GPC and row. A unit whose TPCs are not neighbours becomes several.
std::vector<TpcUnit> unitsOf(const SmTopology& topology, const std::vector<SmSet>& units) {
    std::map<int, std::size_t> unitOfSm;
    std::size_t smCount = 0;
    for (std::size_t i = 0; i < units.size(); ++i) {
        for (const int smId : units[i])
            unitOfSm[smId] = i;
        smCount += units[i].size();
    }
    std::vector<TpcUnit> found;
    std::size_t foundSms = 0;
    for (std::size_t g = 0; g < topology.gpcs().size(); ++g) {
        const auto& tpcs = topology.gpcs()[g].tpcs;
        std::optional<std::size_t> last;
        for (std::size_t row = 0; row < tpcs.size(); ++row) {
            std::optional<std::size_t> unit;
            const SmSet& smIds = tpcs[row].smIds;
            if (std::all_of(
                    smIds.begin(), smIds.end(), [&](int id) { return unitOfSm.contains(id); })) {
                unit = unitOfSm.at(smIds.front());
                foundSms += smIds.size();
                if (unit != last)
                    found.push_back({g, row, {}});
                found.back().tpcs.push_back(&tpcs[row]);
            }
            last = unit;
        }
    }
    if (foundSms != smCount)
        throw std::invalid_argument("input: SMs must be the GPU's own and come as whole TPCs");
    return found;
}

void sortByPlace(std::vector<TpcUnit>& units) {
    std::sort(units.begin(), units.end(), [](const TpcUnit& a, const TpcUnit& b) {
        return std::pair(a.gpc, a.row) < std::pair(b.gpc, b.row);
    });
}

/// The units of a group: neighbouring pieces of a GPC join, but the first pair of neighbours in it
/// stays apart (recorded).
std::vector<TpcUnit> unitsOfGroup(std::vector<TpcUnit> pieces) {
    sortByPlace(pieces);
    std::vector<TpcUnit> units;
    bool hasKeptApart = false;
    const TpcUnit* last = nullptr;
    for (const TpcUnit& piece : pieces) {
        if (last == nullptr || last->gpc != piece.gpc)
            hasKeptApart = false;
        bool joins = last != nullptr && last->isFollowedBy(piece);
        if (joins && !hasKeptApart) {
            hasKeptApart = true;
            joins = false;
        }
        if (joins)
            units.back().tpcs.insert(units.back().tpcs.end(), piece.tpcs.begin(), piece.tpcs.end());
        else
            units.push_back(piece);
        last = &piece;
    }
    return units;
}

/// Appends what is left of one GPC, by row, as runs of neighbours. Where there are gaps, a run is
/// cut once more: the driver seems to take the row at which the run after a gap begins, counted
/// from the first TPC left, for that TPC's place among those left. With several gaps it is so for
/// the last one, and one place less for the first (recorded; why is not known).
void appendRunsOfGpc(const std::vector<TpcUnit>& left, std::vector<TpcUnit>& units) {
    std::vector<std::size_t> rowsAfterGaps;
    for (std::size_t i = 1; i < left.size(); ++i)
        if (!left[i - 1].isFollowedBy(left[i]))
            rowsAfterGaps.push_back(left[i].row - left.front().row);
    std::vector<std::size_t> cuts = rowsAfterGaps;
    if (rowsAfterGaps.size() > 1)
        cuts = {rowsAfterGaps.front() - 1, rowsAfterGaps.back()};
    for (std::size_t i = 0; i < left.size(); ++i) {
        const bool joins = i > 0 && left[i - 1].isFollowedBy(left[i]) &&
                           std::find(cuts.begin(), cuts.end(), i) == cuts.end();
        if (joins)
            units.back().tpcs.push_back(left[i].tpcs.front());
        else
            units.push_back(left[i]);
    }
}

/// `left`: single TPCs.
std::vector<TpcUnit> unitsOfRemainder(const std::vector<TpcUnit>& left) {
    std::vector<TpcUnit> units;
    std::vector<TpcUnit> ofGpc;
    for (const TpcUnit& tpc : left) {
        if (!ofGpc.empty() && ofGpc.front().gpc != tpc.gpc) {
            appendRunsOfGpc(ofGpc, units);
            ofGpc.clear();
        }
        ofGpc.push_back(tpc);
    }
    appendRunsOfGpc(ofGpc, units);
    return units;
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
    for (const Gpc& gpc : m_topology.gpcs()) {
        SmSet& unit = device.units.emplace_back();
        for (const Tpc& tpc : gpc.tpcs)
            unit.insert(unit.end(), tpc.smIds.begin(), tpc.smIds.end());
    }
    return device;
}

SplitInput SplitModel::deviceInput() const {
    return {device(), m_topology.smCount(), m_rules.coscheduled};
}

SplitInput SplitModel::inputOf(const std::vector<SmAllotment>& parts) const {
    return {joined(parts), reportedSmCount(parts), granularityOf(parts)};
}

SmAllotment SplitModel::remainderOf(const SmSet& smIds) const {
    return allotmentOf(freeUnits(smIds), SmOrigin::remainder);
}

std::vector<TpcUnit> SplitModel::freeUnits(const SmSet& smIds) const {
    return unitsOf(m_topology, {smIds});
}

SplitError SplitModel::splitByCount(
    const SplitInput& input, unsigned groupCapacity, unsigned minCount, unsigned flags, bool dryRun,
    SplitByCountResult& out) const {
    out = {};
    flags &= ignoreCoscheduling | maxPotentialCluster;
    if (flags == (ignoreCoscheduling | maxPotentialCluster) || (groupCapacity == 0 && !dryRun))
        return SplitError::invalidValue;
    const std::vector<TpcUnit> units = unitsOf(m_topology, input.sms.units);
    if (units.empty())
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

    UnitDealer dealer(TpcPool::ofGpcs(units, wholeGpcs));
    std::size_t groupCount = input.reportedSmCount / groupSize;
    // Where resources overlap there are fewer pieces than the reported count promises.
    groupCount = std::min(groupCount, dealer.pieceCount(alignment / smsPerTpc, wholeGpcs));
    if (!dryRun)
        groupCount = std::min<std::size_t>(groupCount, groupCapacity);
    if (groupCount == 0)
        return SplitError::invalidResourceConfiguration;

    // Largest pieces first, and of each size only as many as give every group the same: so the
    // groups stay equal in size and alike in the clusters they can run.
    std::vector<std::vector<TpcUnit>> groups(groupCount);
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
    const bool isWhole = groupCount == 1 && left.empty() && input.sms.smIds == m_topology.allSms();
    for (auto& group : groups) {
        out.groups.push_back(allotmentOf(unitsOfGroup(std::move(group)), originOfGroups(flags)));
        // A group that takes all there is runs the clusters that the whole runs (recorded).
        if (isWhole)
            out.groups.back().units = device().units;
    }
    out.remainder = allotmentOf(unitsOfRemainder(left), SmOrigin::remainder);
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
    SmAllotment all = parts.front();
    for (std::size_t i = 1; i < parts.size(); ++i) {
        if (parts[i].origin == SmOrigin::device) {
            all = parts[i];
            break;
        }
        for (const SmSet& unit : parts[i].units) {
            SmSet fresh;
            std::set_difference(
                unit.begin(), unit.end(), all.smIds.begin(), all.smIds.end(),
                std::back_inserter(fresh));
            if (!fresh.empty())
                all.units.push_back(std::move(fresh));
        }
        all.smIds = ownedSms({all, parts[i]});
        if (all.origin != parts[i].origin && all.origin != SmOrigin::device)
            all.origin = SmOrigin::remainder;
    }
    return all.origin == SmOrigin::device ? all
                                          : allotmentOf(unitsOf(m_topology, all.units), all.origin);
}

std::vector<unsigned> SplitModel::clusterDomains(const std::vector<SmAllotment>& parts) const {
    ClusterDomains domains(m_topology);
    for (const SmAllotment& part : parts) {
        if (part.origin != SmOrigin::device || parts.size() == 1) {
            for (const SmSet& unit : part.units)
                domains.add(unit);
            continue;
        }
        for (const Gpc& gpc : m_topology.gpcs())
            for (const Tpc& tpc : gpc.tpcs)
                domains.add(tpc.smIds);
    }
    return domains.sizes();
}

unsigned SplitModel::largestClusterSize(const std::vector<SmAllotment>& parts) const {
    std::vector<unsigned> domains = clusterDomains(parts);
    for (const SmAllotment& part : parts)
        if (part.origin == SmOrigin::device)
            for (const SmSet& unit : part.units)
                domains.push_back(static_cast<unsigned>(unit.size()));
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
