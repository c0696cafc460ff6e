// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/cluster_domains.h"

#include <algorithm>

namespace parterre {

ClusterDomains::ClusterDomains(const SmTopology& topology)
    : m_topology(topology)
    , m_gpcs(topology.gpcs().size()) {
    for (std::size_t g = 0; g < m_gpcs.size(); ++g)
        m_gpcs[g].domainOfRow.resize(topology.gpcs()[g].tpcs.size());
}

void ClusterDomains::add(const SmSet& unit) {
    const std::size_t g = m_topology.gpcOf(unit.front());
    const std::vector<Tpc>& tpcs = m_topology.gpcs()[g].tpcs;
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < tpcs.size(); ++row)
        if (std::find(unit.begin(), unit.end(), tpcs[row].smIds.front()) != unit.end())
            rows.push_back(row);
    OfGpc& gpc = m_gpcs[g];
    const auto owned = std::find_if(rows.begin(), rows.end(), [&](std::size_t row) {
        return gpc.domainOfRow[row].has_value();
    });
    if (owned == rows.end())
        gpc.addFresh(rows);
    else
        gpc.widen(*gpc.domainOfRow[*owned], rows);
}

std::vector<unsigned> ClusterDomains::sizes() const {
    std::vector<unsigned> sizes;
    for (const OfGpc& gpc : m_gpcs)
        for (const Domain& domain : gpc.domains)
            sizes.push_back(static_cast<unsigned>(domain.tpcs) * m_topology.smsPerTpc());
    return sizes;
}

std::size_t ClusterDomains::OfGpc::ownedUpTo(std::size_t row) const {
    std::size_t owned = 0;
    for (std::size_t i = 0; i <= row; ++i)
        owned += domainOfRow[i] ? 1U : 0U;
    return owned;
}

std::size_t ClusterDomains::OfGpc::uncounted() const {
    std::size_t counted = 0;
    for (const Domain& domain : domains)
        counted += domain.tpcs;
    const std::size_t owned = ownedUpTo(domainOfRow.size() - 1);
    return owned > counted ? owned - counted : 0;
}

void ClusterDomains::OfGpc::addFresh(const std::vector<std::size_t>& rows) {
    for (const std::size_t row : rows)
        domainOfRow[row] = domains.size();
    // Where earlier domains count too much, they have swallowed it (recorded).
    const std::size_t tpcs = std::min(rows.size(), uncounted());
    if (tpcs > 0) {
        domains.push_back({rows.front(), tpcs});
        return;
    }
    const auto last =
        std::max_element(domains.begin(), domains.end(), [](const Domain& a, const Domain& b) {
            return a.row < b.row;
        });
    for (const std::size_t row : rows)
        domainOfRow[row] = static_cast<std::size_t>(last - domains.begin());
}

void ClusterDomains::OfGpc::widen(std::size_t domain, const std::vector<std::size_t>& rows) {
    const bool isRepeated = std::all_of(
        rows.begin(), rows.end(), [&](std::size_t row) { return domainOfRow[row] == domain; });
    domains[domain].tpcs = std::max(domains[domain].tpcs, rows.size());
    domains[domain].row = std::min(domains[domain].row, rows.front());
    for (const std::size_t row : rows)
        if (!domainOfRow[row])
            domainOfRow[row] = domain;
    if (const std::size_t rest = uncounted(); rest > 0)
        domains.push_back({rows.back(), rest});
    if (!isRepeated)
        return;
    // A unit that comes again widens the one behind it, if the GPC has as much left (recorded).
    const std::size_t owned = ownedUpTo(domainOfRow.size() - 1);
    if (ownedUpTo(rows.back()) + rows.size() > owned)
        return;
    const auto next = std::find_if(domains.begin(), domains.end(), [&](const Domain& candidate) {
        return candidate.row == rows.back() + 1;
    });
    if (next != domains.end())
        next->tpcs = std::max(next->tpcs, rows.size());
}

} // namespace parterre
