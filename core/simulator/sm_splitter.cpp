// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/sm_splitter.h"

#include "core/simulator/unit_length_code.h"

#include <algorithm>

namespace parterre {
namespace {

/// Recorded for 9.0; before that as the programming guide publishes them.
SplitRules architecturesRules(const DeviceProfile& profile) {
    constexpr int hopper = 9;
    constexpr int ampere = 8;
    const int major = profile.attribute(abi::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
    if (major >= hopper)
        return {};
    const SplitGranularity granularity =
        major == ampere ? SplitGranularity{4, 2} : SplitGranularity{2, 2};
    return {granularity, granularity, 1};
}

SplitRules rulesOf(const DeviceProfile& profile) {
    SplitRules rules = architecturesRules(profile);
    if (const auto& own = profile.granularity) {
        rules.coscheduled = {
            static_cast<unsigned>(own->minPartitionSize),
            static_cast<unsigned>(own->coscheduledAlignment)};
        rules.maxClusterSize = static_cast<unsigned>(own->maxClusterBlocks);
    }
    return rules;
}

abi::CUresult resultOf(SplitError error) {
    switch (error) {
    case SplitError::invalidValue:
        return abi::CUDA_ERROR_INVALID_VALUE;
    case SplitError::invalidResourceConfiguration:
        return abi::CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
    case SplitError::none:
        break;
    }
    return abi::CUDA_SUCCESS;
}

} // namespace

SmSplitter::SmSplitter(const DeviceProfile& profile)
    : m_model(SmTopology::ofIds(profile.gpcs), rulesOf(profile)) {}

SmSplitter::Split SmSplitter::byCount(
    const Part& input, unsigned reportedSmCount, unsigned capacity, unsigned minCount,
    unsigned flags, bool dryRun) const {
    SplitByCountResult granted;
    Split split;
    split.result = resultOf(m_model.splitByCount(
        {allotmentOf(input), reportedSmCount, {input.minPartitionSize, input.coscheduledAlignment}},
        capacity, minCount, flags, dryRun, granted));
    for (const SmAllotment& group : granted.groups)
        split.groups.push_back(partOf(group));
    split.remainder = partOf(granted.remainder);
    return split;
}

SmSplitter::Part SmSplitter::device() const {
    return partOf(m_model.device());
}

SmSplitter::Part SmSplitter::remainderOf(const SmMask& sms) const {
    return partOf(m_model.remainderOf(smIdsOf(sms)));
}

SmSplitter::Part SmSplitter::structuredGroup(
    const std::vector<SmSet>& units, unsigned coscheduled, unsigned groupFlags,
    unsigned localityDomain) const {
    const SmTopology& topology = m_model.topology();
    SmAllotment group{{}, SmOrigin::coscheduledGroup, UnitLengths(topology.gpcs().size())};
    for (const SmSet& unit : units) {
        group.smIds.insert(group.smIds.end(), unit.begin(), unit.end());
        group.unitLengths[topology.gpcOf(unit.front())].push_back(
            unit.size() / topology.smsPerTpc());
    }
    std::sort(group.smIds.begin(), group.smIds.end());
    Part part = partOf(group);
    part.minPartitionSize = part.coscheduledAlignment = coscheduled;
    part.groupFlags = groupFlags;
    part.localityDomain = localityDomain;
    return part;
}

SmSplitter::Part SmSplitter::joined(const Part& first, const Part& next) const {
    Part part = partOf(m_model.joined({allotmentOf(first), allotmentOf(next)}));
    part.minPartitionSize = std::min(first.minPartitionSize, next.minPartitionSize);
    part.coscheduledAlignment = std::min(first.coscheduledAlignment, next.coscheduledAlignment);
    // What holds for one of them only does not hold for the whole.
    if (first.groupFlags == next.groupFlags && first.localityDomain == next.localityDomain) {
        part.groupFlags = first.groupFlags;
        part.localityDomain = first.localityDomain;
    }
    return part;
}

unsigned SmSplitter::largestCluster(const std::vector<Part>& parts) const {
    return m_model.largestClusterSize(allotmentsOf(parts));
}

std::vector<unsigned> SmSplitter::clusterDomains(const std::vector<Part>& parts) const {
    return m_model.clusterDomains(allotmentsOf(parts));
}

std::vector<SmAllotment> SmSplitter::allotmentsOf(const std::vector<Part>& parts) const {
    std::vector<SmAllotment> allotments;
    for (const Part& part : parts)
        allotments.push_back(allotmentOf(part));
    return allotments;
}

SmSplitter::Part SmSplitter::partOf(const SmAllotment& allotment) const {
    if (allotment.smIds.empty())
        return {};
    const SplitGranularity granularity = m_model.granularityOf({allotment});
    Part part{smMaskOf(allotment.smIds),        {}, allotment.origin, granularity.minPartitionSize,
              granularity.coscheduledAlignment, 0};
    part.unitCode = codeOf(allotment.unitLengths, tpcsOfGpcs(part.sms));
    return part;
}

SmAllotment SmSplitter::allotmentOf(const Part& part) const {
    return {smIdsOf(part.sms), part.origin, unitLengthsOf(part.unitCode, tpcsOfGpcs(part.sms))};
}

std::vector<std::size_t> SmSplitter::tpcsOfGpcs(const SmMask& sms) const {
    const std::vector<Gpc>& gpcs = m_model.topology().gpcs();
    std::vector<std::size_t> counts(gpcs.size());
    for (std::size_t g = 0; g < gpcs.size(); ++g)
        for (const Tpc& tpc : gpcs[g].tpcs)
            counts[g] += sms.test(static_cast<std::size_t>(tpc.smIds.front())) ? 1U : 0U;
    return counts;
}

} // namespace parterre
