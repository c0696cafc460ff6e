// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/sm_locality.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>

namespace parterre {
namespace {

using Gpcs = std::vector<std::vector<std::vector<int>>>;

/// A domain's SMs, GPC by GPC.
std::vector<int> smsOfGpcs(const Gpcs& gpcs, const std::vector<int>& domain) {
    std::vector<int> sms;
    for (const int gpc : domain)
        for (const std::vector<int>& tpc : gpcs[static_cast<std::size_t>(gpc)])
            sms.insert(sms.end(), tpc.begin(), tpc.end());
    return sms;
}

} // namespace

SmLocality::SmLocality(const DeviceProfile& profile) {
    std::vector<std::vector<int>> domains = profile.localityDomains;
    if (domains.empty()) {
        domains.emplace_back(profile.gpcs.size());
        std::iota(domains.front().begin(), domains.front().end(), 0);
    }
    std::vector<std::vector<int>> sms;
    std::size_t least = std::numeric_limits<std::size_t>::max();
    for (const std::vector<int>& domain : domains) {
        sms.push_back(smsOfGpcs(profile.gpcs, domain));
        least = std::min(least, sms.back().size());
    }
    m_smCount = static_cast<int>(least);
    for (const auto& gpc : profile.gpcs)
        for (const auto& tpc : gpc)
            m_elsewhere |= smMaskOf(tpc);
    for (const std::vector<int>& ids : sms) {
        Domain& domain = m_domains.emplace_back();
        domain.sms = smMaskOf(ids);
        domain.supplemental = smMaskOf(std::span(ids).subspan(least));
        m_elsewhere &= ~domain.sms;
    }
}

std::optional<SmMask> SmLocality::smsOf(unsigned domain, bool withSupplemental) const {
    const bool any = domain == abi::CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID_ANY;
    if (!any && domain >= m_domains.size())
        return {};
    SmMask sms;
    for (std::size_t i = 0; i < m_domains.size(); ++i)
        if (any || i == domain)
            sms |=
                withSupplemental ? m_domains[i].sms : m_domains[i].sms & ~m_domains[i].supplemental;
    return sms;
}

} // namespace parterre
