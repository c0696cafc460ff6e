// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/structured_split.h"

#include <algorithm>

namespace parterre {
namespace {

constexpr unsigned leastSms = 2;

unsigned roundedDown(std::size_t count, unsigned to) {
    return static_cast<unsigned>(count) / to * to;
}

} // namespace

StructuredSplit::StructuredSplit(const SmSplitter& splitter, const SmMask& input)
    : m_splitter(splitter)
    , m_left(input) {}

StructuredSplit::Group
StructuredSplit::take(const abi::CU_DEV_SM_RESOURCE_GROUP_PARAMS& parameters) {
    using namespace abi;
    const bool backfill = (parameters.flags & CU_DEV_SM_RESOURCE_GROUP_BACKFILL) != 0;
    const unsigned usual = m_splitter.deviceUnit().coscheduledAlignment;
    const unsigned coscheduled =
        parameters.coscheduledSmCount != 0 ? parameters.coscheduledSmCount : usual;
    const auto left = m_left.count();
    Group group;
    if ((parameters.flags & ~CU_DEV_SM_RESOURCE_GROUP_BACKFILL) != 0 || coscheduled % 2 != 0) {
        group.result = CUDA_ERROR_INVALID_VALUE;
        return group;
    }
    const bool discovery = parameters.smCount == 0;
    const bool fits = parameters.smCount >= leastSms && parameters.smCount % leastSms == 0 &&
                      parameters.smCount <= left &&
                      (backfill || parameters.smCount % coscheduled == 0);
    if (!discovery && !fits) {
        group.result = CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
        return group;
    }

    // Below the usual co-scheduled size nothing has to share a GPC, so units of a TPC will do.
    const unsigned splitFlags =
        coscheduled < usual ? CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING : 0;
    const unsigned unit = std::max(leastSms, coscheduled);
    unsigned wanted = discovery ? roundedDown(left, unit) : roundedDown(parameters.smCount, unit);
    const unsigned least = discovery || backfill ? unit : wanted;
    for (; wanted >= least && wanted > 0; wanted -= unit) {
        const SmSplitter::Split split = m_splitter.byCount(m_left, 1, wanted, splitFlags);
        if (split.result == CUDA_SUCCESS && split.groups.size() == 1 &&
            split.groups.front().count() == wanted) {
            group.sms = split.groups.front();
            break;
        }
    }
    if (backfill) {
        const std::size_t whole = discovery ? left : parameters.smCount;
        group.sms |= m_splitter.firstOf(m_left & ~group.sms, whole - group.sms.count());
    }
    if (group.sms.none()) {
        group.result = CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
        return group;
    }
    group.unit = backfill ? m_splitter.remainderUnit(group.sms)
                          : m_splitter.groupUnit(group.sms, splitFlags);
    m_left &= ~group.sms;
    return group;
}

} // namespace parterre
