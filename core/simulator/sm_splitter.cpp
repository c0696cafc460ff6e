// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/sm_splitter.h"

#include <algorithm>

namespace parterre {
namespace {

constexpr unsigned tpcSms = 2;
/// The architecture's largest cluster, in blocks, and the largest that every launch may use.
constexpr unsigned largestClusterOfAll = 16;
constexpr unsigned portableCluster = 8;

unsigned roundedUp(unsigned count, unsigned to) {
    return (count + to - 1) / to * to;
}

} // namespace

SmSplitter::SmSplitter(const DeviceProfile& profile)
    // Published guide: 8 from compute capability 9.0 on, 2 before.
    : m_coscheduled(
          profile.attribute(abi::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) >= 9 ? 8 : tpcSms)
    , m_gpcs(profile.gpcs) {
    for (const auto& gpc : m_gpcs)
        for (const auto& tpc : gpc)
            m_all |= smMaskOf(tpc);
}

/// One of each GPC, then the next of each.
std::vector<SmMask> SmSplitter::tpcs(const SmMask& among) const {
    std::vector<SmMask> found;
    bool more = true;
    for (std::size_t row = 0; more; ++row) {
        more = false;
        for (const auto& gpc : m_gpcs) {
            if (row >= gpc.size())
                continue;
            more = true;
            if (const SmMask sms = smMaskOf(gpc[row]) & among; sms.any())
                found.push_back(sms);
        }
    }
    return found;
}

/// What can be co-scheduled: so many SMs of one GPC. One unit of each GPC, then the next of each.
std::vector<SmMask> SmSplitter::coscheduledUnits(const SmMask& among) const {
    std::vector<std::vector<SmMask>> unitsOfGpcs;
    std::size_t rows = 0;
    for (const auto& gpc : m_gpcs) {
        std::vector<SmMask> units;
        SmMask unit;
        for (const auto& tpc : gpc) {
            unit |= smMaskOf(tpc) & among;
            if (unit.count() < m_coscheduled)
                continue;
            units.push_back(unit);
            unit.reset();
        }
        rows = std::max(rows, units.size());
        unitsOfGpcs.push_back(std::move(units));
    }
    std::vector<SmMask> found;
    for (std::size_t row = 0; row < rows; ++row)
        for (const auto& units : unitsOfGpcs)
            if (row < units.size())
                found.push_back(units[row]);
    return found;
}

SmSplitter::Split SmSplitter::byCount(
    const SmMask& input, unsigned capacity, unsigned minCount, unsigned flags) const {
    Split split;
    constexpr unsigned known = abi::CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING |
                               abi::CU_DEV_SM_RESOURCE_SPLIT_MAX_POTENTIAL_CLUSTER_SIZE;
    if (flags == known || (flags & ~known) != 0 || capacity == 0) {
        split.result = abi::CUDA_ERROR_INVALID_VALUE;
        return split;
    }
    const auto total = static_cast<unsigned>(input.count());
    if (minCount > total) {
        split.result = abi::CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
        return split;
    }
    const bool coscheduled = (flags & abi::CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING) == 0;
    const unsigned unitSms = coscheduled ? m_coscheduled : tpcSms;
    // No more than there are: the last few SMs of a device need not fill a unit.
    const unsigned size = std::min(std::max(roundedUp(minCount, unitSms), unitSms), total);
    if (size == total) {
        split.groups.push_back(input);
        return split;
    }

    std::vector<SmMask> units = coscheduled ? coscheduledUnits(input) : tpcs(input);
    const std::size_t each = size / unitSms;
    // Groups of one unit each have to be co-scheduled. Of larger ones only the count is promised,
    // so the SMs left over in the GPCs serve as well.
    if (coscheduled && (each > 1 || units.empty())) {
        SmMask left = input;
        for (const SmMask& unit : units)
            left &= ~unit;
        SmMask unit;
        for (const int id : smIdsOf(left)) {
            unit.set(static_cast<std::size_t>(id));
            if (unit.count() < unitSms)
                continue;
            units.push_back(unit);
            unit.reset();
        }
    }
    const std::size_t groups = std::min<std::size_t>(capacity, units.size() / each);
    split.groups.resize(groups);
    for (std::size_t i = 0; i < groups * each; ++i)
        split.groups[i % groups] |= units[i];
    split.remainder = input;
    for (const SmMask& group : split.groups)
        split.remainder &= ~group;
    return split;
}

SmSplitter::Unit SmSplitter::deviceUnit() const {
    return {m_coscheduled, m_coscheduled, std::min(mostOfOneGpc(m_all), largestClusterOfAll)};
}

SmSplitter::Unit SmSplitter::groupUnit(const SmMask& sms, unsigned flags) const {
    const bool coscheduled = (flags & abi::CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING) == 0;
    const bool large = (flags & abi::CU_DEV_SM_RESOURCE_SPLIT_MAX_POTENTIAL_CLUSTER_SIZE) != 0;
    const unsigned unit = coscheduled ? m_coscheduled : tpcSms;
    const bool whole = sms == m_all;
    const unsigned most = coscheduled && !large && !whole ? portableCluster : largestClusterOfAll;
    return {unit, unit, std::min(mostOfOneGpc(sms), most)};
}

SmSplitter::Unit SmSplitter::remainderUnit(const SmMask& sms) const {
    return {tpcSms, tpcSms, std::min(mostOfOneGpc(sms), largestClusterOfAll)};
}

unsigned SmSplitter::mostOfOneGpc(const SmMask& sms) const {
    std::size_t most = 0;
    for (const auto& gpc : m_gpcs) {
        std::size_t count = 0;
        for (const auto& tpc : gpc)
            count += (smMaskOf(tpc) & sms).count();
        most = std::max(most, count);
    }
    return static_cast<unsigned>(most);
}

} // namespace parterre
