// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/split_model.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <functional>
#include <iterator>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

namespace parterre {

namespace {

using TpcQueue = std::vector<const Tpc*>;

/// The largest cluster that every launch may use, in blocks.
constexpr unsigned portableClusterSize = 8;

std::size_t roundUp(std::size_t value, std::size_t multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

std::size_t longest(const std::vector<TpcQueue>& queues) {
    std::size_t length = 0;
    for (const auto& queue : queues)
        length = std::max(length, queue.size());
    return length;
}

std::size_t unitCount(const std::vector<TpcQueue>& queues, std::size_t tpcsPerUnit) {
    std::size_t count = 0;
    for (const auto& queue : queues)
        count += queue.size() / tpcsPerUnit;
    return count;
}

bool hasTpc(const SmSet& smIds, const Tpc& tpc) {
    return std::includes(smIds.begin(), smIds.end(), tpc.smIds.begin(), tpc.smIds.end());
}

/// The lengths, in SMs, of the runs of neighbouring TPCs that a set has of a GPC.
std::vector<std::size_t> smsOfRuns(const Gpc& gpc, const SmSet& smIds) {
    std::vector<std::size_t> runs;
    bool running = false;
    for (const auto& tpc : gpc.tpcs) {
        const bool has = hasTpc(smIds, tpc);
        if (has && !running)
            runs.push_back(0);
        if (has)
            runs.back() += tpc.smIds.size();
        running = has;
    }
    return runs;
}

void append(SmSet& smIds, const Tpc& tpc) {
    smIds.insert(smIds.end(), tpc.smIds.begin(), tpc.smIds.end());
}

/// Takes `count` units out of the queues and deals them to the groups in turn.
///
/// The first unit of every GPC goes before the second of any: that spreads a group over GPCs.
void deal(
    std::vector<TpcQueue>& queues, std::size_t tpcsPerUnit, std::size_t count,
    std::vector<SmSet>& groups) {
    std::vector<std::size_t> taken(queues.size(), 0);
    std::size_t dealt = 0;
    while (dealt < count) {
        for (std::size_t g = 0; g < queues.size() && dealt < count; ++g) {
            if (queues[g].size() - taken[g] < tpcsPerUnit)
                continue;
            for (std::size_t i = 0; i < tpcsPerUnit; ++i)
                append(groups[dealt % groups.size()], *queues[g][taken[g]++]);
            ++dealt;
        }
    }
    for (std::size_t g = 0; g < queues.size(); ++g)
        queues[g].erase(
            queues[g].begin(), std::next(queues[g].begin(), static_cast<std::ptrdiff_t>(taken[g])));
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

SplitError SplitModel::splitByCount(
    const SmSet& input, unsigned groupCapacity, unsigned minCount, unsigned flags, bool dryRun,
    SplitByCountResult& out) const {
    out = {};
    FreeTpcs free = freeTpcs(input);
    if (flags > maxPotentialCluster || (groupCapacity == 0 && !dryRun))
        return SplitError::invalidValue;
    if (minCount > input.size())
        return SplitError::invalidResourceConfiguration;

    const std::size_t smsPerTpc = m_topology.smsPerTpc();
    const SplitGranularity& granularity = granularityFor(flags);
    const std::size_t groupSize = std::min(
        roundUp(std::max(minCount, granularity.minPartitionSize), granularity.coscheduledAlignment),
        input.size());

    std::size_t groupCount = input.size() / groupSize;
    if (flags != ignoreCoscheduling)
        groupCount = std::min(groupCount, groupLimit(free));
    if (!dryRun)
        groupCount = std::min<std::size_t>(groupCount, groupCapacity);

    // Largest units first, and of each size only as many as give every group the same: so the
    // groups stay equal in size and alike in the clusters they can run.
    out.groups.resize(groupCount);
    std::size_t tpcsMissing = groupSize / smsPerTpc;
    const std::size_t largestUnit =
        flags == maxPotentialCluster ? longest(free) : granularity.coscheduledAlignment / smsPerTpc;
    for (std::size_t unit = std::min(largestUnit, tpcsMissing); unit > 0; --unit) {
        const std::size_t rounds = std::min(tpcsMissing / unit, unitCount(free, unit) / groupCount);
        deal(free, unit, rounds * groupCount, out.groups);
        tpcsMissing -= rounds * unit;
    }

    for (auto& group : out.groups)
        std::sort(group.begin(), group.end());
    for (const auto& queue : free) {
        for (const Tpc* tpc : queue)
            append(out.remainder, *tpc);
    }
    std::sort(out.remainder.begin(), out.remainder.end());
    return SplitError::none;
}

SmOrigin SplitModel::originOfGroups(unsigned flags) {
    switch (flags) {
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

std::vector<unsigned> SplitModel::clusterDomains(const SmAllotment& allotment) const {
    const bool coscheduled = allotment.origin == SmOrigin::coscheduledGroup ||
                             allotment.origin == SmOrigin::maxClusterGroup;
    // A group that takes the whole device is as good as the device (recorded).
    const bool wholeGpcs = !coscheduled || allotment.smIds == m_topology.allSms();
    const std::size_t smsPerUnit = allotment.origin == SmOrigin::coscheduledGroup && !wholeGpcs
                                       ? m_rules.coscheduled.coscheduledAlignment
                                       : m_topology.smCount();
    std::vector<unsigned> domains;
    for (const auto& gpc : m_topology.gpcs()) {
        std::vector<std::size_t> runs = smsOfRuns(gpc, allotment.smIds);
        if (wholeGpcs)
            runs = {std::accumulate(runs.begin(), runs.end(), std::size_t{0})};
        for (std::size_t run : runs) {
            for (; run >= 2 * smsPerUnit; run -= smsPerUnit)
                domains.push_back(static_cast<unsigned>(smsPerUnit));
            if (run > 0)
                domains.push_back(static_cast<unsigned>(run));
        }
    }
    return domains;
}

unsigned SplitModel::largestClusterSize(const std::vector<SmAllotment>& joined) const {
    unsigned largest = 0;
    for (const auto& part : joined) {
        for (const unsigned smCount : clusterDomains(part))
            largest = std::max(largest, smCount);
    }
    largest = std::min(largest, m_rules.maxClusterSize);
    return largest < portableClusterSize ? std::bit_floor(largest) : largest;
}

unsigned SplitModel::maxActiveClusters(
    const std::vector<SmAllotment>& joined, unsigned clusterSize, unsigned blocksPerSm) const {
    if (clusterSize == 0)
        throw std::invalid_argument("clusterSize: must be at least 1");
    if (clusterSize > largestClusterSize(joined))
        return 0;
    unsigned clusters = 0;
    SmSet counted;
    for (const auto& part : joined) {
        SmAllotment fresh{{}, part.origin};
        std::set_difference(
            part.smIds.begin(), part.smIds.end(), counted.begin(), counted.end(),
            std::back_inserter(fresh.smIds));
        clusters += activeClusters(clusterDomains(fresh), clusterSize, blocksPerSm);
        counted = ownedSms({{counted, SmOrigin::device}, fresh});
    }
    return clusters;
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

const SplitGranularity& SplitModel::granularityFor(unsigned flags) const {
    return flags == ignoreCoscheduling ? m_rules.ignoringCoscheduling : m_rules.coscheduled;
}

SplitModel::FreeTpcs SplitModel::freeTpcs(const SmSet& input) const {
    if (input.empty())
        throw std::invalid_argument("input: there must be at least one SM");
    if (std::adjacent_find(input.begin(), input.end(), std::greater_equal<>()) != input.end())
        throw std::invalid_argument("input: SM ids must be ascending");
    FreeTpcs free;
    std::size_t smCount = 0;
    for (const auto& gpc : m_topology.gpcs()) {
        TpcQueue queue;
        for (const auto& tpc : gpc.tpcs) {
            if (hasTpc(input, tpc)) {
                queue.push_back(&tpc);
                smCount += tpc.smIds.size();
            }
        }
        free.push_back(std::move(queue));
    }
    if (smCount != input.size())
        throw std::invalid_argument("input: SMs must be the GPU's own and come as whole TPCs");
    return free;
}

/// No more co-scheduled groups than there are units to give each a first one.
///
/// Hence fifteen groups of 8 on an H200 with 132 SMs. Where not one whole unit is left, the largest
/// part of a unit decides: the recorded remainder of six single TPCs still gives a group of 8.
std::size_t SplitModel::groupLimit(const FreeTpcs& free) const {
    const std::size_t tpcsPerUnit =
        m_rules.coscheduled.coscheduledAlignment / m_topology.smsPerTpc();
    return unitCount(free, std::min(tpcsPerUnit, longest(free)));
}

} // namespace parterre
