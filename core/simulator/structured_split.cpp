// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/structured_split.h"

#include "core/simulator/unit_dealer.h"

#include <algorithm>

namespace parterre {
namespace {

constexpr unsigned leastSms = 2;

abi::CUresult refusalOf(
    const abi::CU_DEV_SM_RESOURCE_GROUP_PARAMS& parameters, unsigned coscheduled, unsigned largest,
    std::size_t inputCount, bool hasLocalityDomains) {
    using namespace abi;
    const unsigned known = CU_DEV_SM_RESOURCE_GROUP_BACKFILL |
                           (hasLocalityDomains ? CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID : 0);
    if ((parameters.flags & ~known) != 0 || coscheduled % leastSms != 0 || coscheduled > largest)
        return CUDA_ERROR_INVALID_VALUE;
    constexpr unsigned anyDomain = ~0U;
    if ((parameters.flags & CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID) != 0 &&
        parameters.localityDomainId != 0 && parameters.localityDomainId != anyDomain)
        return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
    const bool backfill = (parameters.flags & CU_DEV_SM_RESOURCE_GROUP_BACKFILL) != 0;
    const unsigned count = parameters.smCount;
    const bool valid = count == 0 || (count % leastSms == 0 && count <= inputCount &&
                                      (backfill || count % coscheduled == 0));
    return valid ? CUDA_SUCCESS : CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
}

} // namespace

StructuredSplit::StructuredSplit(
    const SmSplitter& splitter, const SmMask& input, bool hasLocalityDomains)
    : m_splitter(splitter)
    , m_inputCount(input.count())
    , m_hasLocalityDomains(hasLocalityDomains)
    , m_left(input) {}

StructuredSplit::Group
StructuredSplit::take(const abi::CU_DEV_SM_RESOURCE_GROUP_PARAMS& parameters, bool mayBeEmpty) {
    using namespace abi;
    // At most 32 on 9.0 and newer, where there are clusters, and 2 before (cuda.h).
    const bool hasClusters = m_splitter.model().rules().maxClusterSize > 1;
    const unsigned usual =
        hasClusters ? m_splitter.model().rules().coscheduled.coscheduledAlignment : leastSms;
    const unsigned coscheduled =
        parameters.coscheduledSmCount != 0 ? parameters.coscheduledSmCount : usual;
    Group group;
    group.result = refusalOf(
        parameters, coscheduled, hasClusters ? 32 : leastSms, m_inputCount, m_hasLocalityDomains);
    if (group.result != CUDA_SUCCESS)
        return group;

    const bool backfill = (parameters.flags & CU_DEV_SM_RESOURCE_GROUP_BACKFILL) != 0;
    const bool discovery = parameters.smCount == 0;
    UnitDealer dealer(m_splitter.model().freeUnits(smIdsOf(m_left)));
    const std::size_t smsPerTpc = m_splitter.model().topology().smsPerTpc();
    const std::size_t tpcsPerUnit = std::max<std::size_t>(1, coscheduled / smsPerTpc);
    const std::size_t available = dealer.pieceCount(tpcsPerUnit, true);
    const std::size_t wanted = discovery && !backfill ? available * coscheduled
                               : discovery            ? m_left.count()
                                                      : std::size_t{parameters.smCount};
    const std::size_t units = std::min(available, wanted / coscheduled);
    const bool enough = backfill ? units > 0 && wanted <= m_left.count()
                                 : units * coscheduled == wanted && wanted > 0;
    if (!enough) {
        if (!(discovery && mayBeEmpty))
            group.result = CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
        return group;
    }
    std::vector<std::vector<TpcUnit>> dealt(1);
    dealer.deal(tpcsPerUnit, units, true, dealt);
    std::size_t tpcsMissing = (wanted - units * coscheduled) / smsPerTpc;
    for (std::size_t piece = std::min(tpcsPerUnit, tpcsMissing); piece > 0; --piece) {
        const std::size_t pieces = std::min(tpcsMissing / piece, dealer.pieceCount(piece, true));
        dealer.deal(piece, pieces, true, dealt);
        tpcsMissing -= pieces * piece;
    }
    std::vector<SmSet> granted;
    for (const TpcUnit& unit : dealt.front()) {
        SmSet& smIds = granted.emplace_back();
        for (const Tpc* tpc : unit.tpcs)
            smIds.insert(smIds.end(), tpc->smIds.begin(), tpc->smIds.end());
    }
    group.part =
        m_splitter.structuredGroup(granted, backfill ? leastSms : coscheduled, parameters.flags);
    m_left &= ~group.part.sms;
    return group;
}

} // namespace parterre
