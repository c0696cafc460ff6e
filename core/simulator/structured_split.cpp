// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/structured_split.h"

#include "core/simulator/unit_dealer.h"

#include <algorithm>

namespace parterre {
namespace {

constexpr unsigned leastSms = 2;

bool has(const abi::CU_DEV_SM_RESOURCE_GROUP_PARAMS& parameters, unsigned flag) {
    return (parameters.flags & flag) != 0;
}

abi::CUresult refusalOf(
    const abi::CU_DEV_SM_RESOURCE_GROUP_PARAMS& parameters, unsigned coscheduled, unsigned largest,
    std::size_t inputCount, bool hasLocalityDomains) {
    using namespace abi;
    constexpr unsigned ofDomains = CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID |
                                   CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_SUPPLEMENTAL_SMS;
    const unsigned known = CU_DEV_SM_RESOURCE_GROUP_BACKFILL | (hasLocalityDomains ? ofDomains : 0);
    if ((parameters.flags & ~known) != 0 || coscheduled % leastSms != 0 || coscheduled > largest)
        return CUDA_ERROR_INVALID_VALUE;
    // A modifier of nothing.
    if (has(parameters, CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_SUPPLEMENTAL_SMS) &&
        !has(parameters, CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID))
        return CUDA_ERROR_INVALID_VALUE;
    const unsigned count = parameters.smCount;
    const bool valid =
        count == 0 ||
        (count % leastSms == 0 && count <= inputCount &&
         (has(parameters, CU_DEV_SM_RESOURCE_GROUP_BACKFILL) || count % coscheduled == 0));
    return valid ? CUDA_SUCCESS : CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
}

/// Deals pieces to the group, larger ones first, until `tpcs` are dealt or nothing fits.
/// \return the number of TPCs still missing
std::size_t topUp(
    UnitDealer& dealer, std::size_t largestPiece, std::size_t tpcs,
    std::vector<std::vector<TpcPiece>>& dealt) {
    for (std::size_t piece = std::min(largestPiece, tpcs); piece > 0; --piece) {
        const std::size_t pieces = std::min(tpcs / piece, dealer.pieceCount(piece, true));
        dealer.deal(piece, pieces, dealt);
        tpcs -= pieces * piece;
    }
    return tpcs;
}

} // namespace

StructuredSplit::StructuredSplit(
    const SmSplitter& splitter, const SmMask& input, const SmLocality* domains)
    : m_splitter(splitter)
    , m_inputCount(input.count())
    , m_domains(domains)
    , m_left(input) {}

std::vector<SmMask> StructuredSplit::sourcesOf(
    const abi::CU_DEV_SM_RESOURCE_GROUP_PARAMS& parameters, bool backfill) const {
    using namespace abi;
    if (!has(parameters, CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID))
        return {m_left};
    const auto wanted = m_domains->smsOf(
        parameters.localityDomainId,
        has(parameters, CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_SUPPLEMENTAL_SMS));
    if (!wanted)
        return {};
    std::vector<SmMask> sources{m_left & *wanted};
    if (backfill) {
        sources.push_back(m_left & ~*wanted & m_domains->elsewhere());
        sources.push_back(m_left & ~*wanted & ~m_domains->elsewhere());
    }
    return sources;
}

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
        parameters, coscheduled, hasClusters ? 32 : leastSms, m_inputCount, m_domains != nullptr);
    if (group.result != CUDA_SUCCESS)
        return group;

    const bool backfill = has(parameters, CU_DEV_SM_RESOURCE_GROUP_BACKFILL);
    const bool discovery = parameters.smCount == 0;
    const std::vector<SmMask> sources = sourcesOf(parameters, backfill);
    if (sources.empty()) {
        group.result = CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
        return group;
    }
    const auto dealerOf = [&](const SmMask& sms) {
        return UnitDealer(TpcPool::ofUnits(m_splitter.model().freeUnits(smIdsOf(sms))));
    };
    UnitDealer dealer = dealerOf(sources.front());
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
    std::vector<std::vector<TpcPiece>> dealt(1);
    // Merged pieces are whole multiples of the co-scheduled size, so that none of those is lost.
    const std::size_t unitsPerMerged =
        parameters.preferredCoscheduledSmCount / smsPerTpc / tpcsPerUnit;
    std::size_t merged = 0;
    if (unitsPerMerged > 1) {
        merged =
            std::min(units / unitsPerMerged, dealer.pieceCount(unitsPerMerged * tpcsPerUnit, true));
        dealer.deal(unitsPerMerged * tpcsPerUnit, merged, dealt);
    }
    dealer.deal(tpcsPerUnit, units - merged * unitsPerMerged, dealt);
    std::size_t missing =
        topUp(dealer, tpcsPerUnit, (wanted - units * coscheduled) / smsPerTpc, dealt);
    for (std::size_t i = 1; i < sources.size() && missing > 0; ++i) {
        UnitDealer next = dealerOf(sources[i]);
        missing = topUp(next, tpcsPerUnit, missing, dealt);
    }
    std::vector<SmSet> granted;
    for (const TpcPiece& piece : dealt.front())
        granted.push_back(smIdsOf(piece));
    group.part = m_splitter.structuredGroup(
        granted, backfill ? leastSms : coscheduled, parameters.flags,
        has(parameters, CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID) ? parameters.localityDomainId
                                                                     : 0);
    m_left &= ~group.part.sms;
    return group;
}

} // namespace parterre
