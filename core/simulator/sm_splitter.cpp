// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/sm_splitter.h"

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
    const SmMask& input, unsigned capacity, unsigned minCount, unsigned flags) const {
    SplitByCountResult granted;
    Split split;
    split.result =
        resultOf(m_model.splitByCount(smIdsOf(input), capacity, minCount, flags, false, granted));
    for (const SmSet& group : granted.groups)
        split.groups.push_back(smMaskOf(group));
    split.remainder = smMaskOf(granted.remainder);
    return split;
}

SmMask SmSplitter::firstOf(const SmMask& sms, std::size_t count) const {
    SmMask first;
    for (const int smId : smIdsOf(sms)) {
        const SmMask tpc = smMaskOf(m_model.topology().tpcOf(smId).smIds);
        if ((first | tpc).count() > count)
            break;
        first |= tpc;
    }
    return first;
}

SmSplitter::Unit SmSplitter::deviceUnit() const {
    return unitOf({m_model.topology().allSms(), SmOrigin::device});
}

SmSplitter::Unit SmSplitter::groupUnit(const SmMask& sms, unsigned flags) const {
    return unitOf({smIdsOf(sms), SplitModel::originOfGroups(flags)});
}

SmSplitter::Unit SmSplitter::remainderUnit(const SmMask& sms) const {
    return unitOf({smIdsOf(sms), SmOrigin::remainder});
}

std::vector<unsigned> SmSplitter::clusterDomains(const SmMask& sms, SmOrigin origin) const {
    return m_model.clusterDomains({smIdsOf(sms), origin});
}

SmSplitter::Unit SmSplitter::unitOf(const SmAllotment& allotment) const {
    const SplitGranularity granularity = m_model.granularityOf({allotment});
    return {
        allotment.origin, granularity.minPartitionSize, granularity.coscheduledAlignment,
        m_model.largestClusterSize({allotment})};
}

} // namespace parterre
