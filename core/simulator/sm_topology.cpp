// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/sm_topology.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace parterre {

namespace {

// A larger id is a damaged profile rather than a GPU, and would cost memory for the look-up table.
constexpr int highestSmId = 65535;

std::string nameOf(std::size_t gpc, std::size_t row) {
    return "gpcs[" + std::to_string(gpc) + "][" + std::to_string(row) + "]";
}

} // namespace

SmTopology::SmTopology(std::vector<Gpc> gpcs)
    : m_gpcs(std::move(gpcs)) {
    if (m_gpcs.empty())
        throw std::invalid_argument("gpcs: a GPU has at least one GPC");
    for (std::size_t g = 0; g < m_gpcs.size(); ++g) {
        auto& tpcs = m_gpcs[g].tpcs;
        if (tpcs.empty())
            throw std::invalid_argument(
                "gpcs[" + std::to_string(g) + "]: a GPC has at least one TPC");
        for (std::size_t row = 0; row < tpcs.size(); ++row) {
            auto& smIds = tpcs[row].smIds;
            if (smIds.empty())
                throw std::invalid_argument(nameOf(g, row) + ": a TPC has at least one SM");
            if (m_smsPerTpc == 0)
                m_smsPerTpc = static_cast<unsigned>(smIds.size());
            if (smIds.size() != m_smsPerTpc)
                throw std::invalid_argument(
                    nameOf(g, row) + ": every TPC must have " + std::to_string(m_smsPerTpc) +
                    " SMs like the first one, not " + std::to_string(smIds.size()));
            std::sort(smIds.begin(), smIds.end());
            for (const int smId : smIds) {
                if (smId < 0 || smId > highestSmId)
                    throw std::invalid_argument(
                        nameOf(g, row) + ": SM id " + std::to_string(smId) + " is not in 0.." +
                        std::to_string(highestSmId));
                if (contains(smId))
                    throw std::invalid_argument(
                        nameOf(g, row) + ": SM id " + std::to_string(smId) + " occurs twice");
                const auto index = static_cast<std::size_t>(smId);
                if (index >= m_places.size())
                    m_places.resize(index + 1);
                m_places[index] = {static_cast<int>(g), static_cast<int>(row)};
                m_allSms.push_back(smId);
            }
        }
    }
    std::sort(m_allSms.begin(), m_allSms.end());
}

SmTopology SmTopology::ofIds(const std::vector<std::vector<SmSet>>& gpcs) {
    std::vector<Gpc> made;
    for (const auto& gpc : gpcs) {
        auto& tpcs = made.emplace_back().tpcs;
        for (const SmSet& smIds : gpc)
            tpcs.push_back({smIds});
    }
    return SmTopology(std::move(made));
}

SmTopology SmTopology::rowMajor(
    const std::vector<unsigned>& tpcsPerGpc, unsigned lonelyTpcs, unsigned smsPerTpc) {
    if (smsPerTpc == 0)
        throw std::invalid_argument("smsPerTpc: must be at least 1");
    int nextSmId = 0;
    const auto nextTpc = [&] {
        Tpc tpc;
        for (unsigned i = 0; i < smsPerTpc; ++i)
            tpc.smIds.push_back(nextSmId++);
        return tpc;
    };
    std::vector<Gpc> gpcs(tpcsPerGpc.size());
    const unsigned rows =
        tpcsPerGpc.empty() ? 0 : *std::max_element(tpcsPerGpc.begin(), tpcsPerGpc.end());
    for (unsigned row = 0; row < rows; ++row) {
        for (std::size_t g = 0; g < gpcs.size(); ++g) {
            if (row < tpcsPerGpc[g])
                gpcs[g].tpcs.push_back(nextTpc());
        }
    }
    for (unsigned i = 0; i < lonelyTpcs; ++i)
        gpcs.push_back({{nextTpc()}});
    return SmTopology(std::move(gpcs));
}

bool SmTopology::contains(int smId) const {
    return smId >= 0 && static_cast<std::size_t>(smId) < m_places.size() &&
           m_places[static_cast<std::size_t>(smId)].gpc >= 0;
}

const SmTopology::Place& SmTopology::placeOf(int smId) const {
    if (!contains(smId))
        throw std::out_of_range("the GPU has no SM " + std::to_string(smId));
    return m_places[static_cast<std::size_t>(smId)];
}

unsigned SmTopology::gpcOf(int smId) const {
    return static_cast<unsigned>(placeOf(smId).gpc);
}

const Tpc& SmTopology::tpcOf(int smId) const {
    const Place& place = placeOf(smId);
    return m_gpcs[static_cast<std::size_t>(place.gpc)].tpcs[static_cast<std::size_t>(place.row)];
}

} // namespace parterre
