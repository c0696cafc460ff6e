// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/unit_lengths.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>

namespace parterre {
namespace {

void sortLargestFirst(std::vector<std::size_t>& lengths) {
    std::sort(lengths.begin(), lengths.end(), std::greater<>());
}

std::size_t countBelow(const std::vector<bool>& owned, std::size_t row) {
    const auto end = std::next(owned.begin(), static_cast<std::ptrdiff_t>(row));
    return static_cast<std::size_t>(std::count(owned.begin(), end, true));
}

/// One unit is cut where the TPCs end; those after it are left as they are (recorded).
void cutAtEnd(std::vector<std::size_t>& lengths, std::size_t tpcs) {
    std::size_t begin = 0;
    for (std::size_t& length : lengths) {
        const std::size_t end = begin + length;
        if (begin < tpcs && end > tpcs)
            length = tpcs - begin;
        begin = end;
    }
}

} // namespace

JoinedUnits::JoinedUnits(const SmTopology& topology)
    : m_topology(topology)
    , m_lengths(topology.gpcs().size()) {
    for (const Gpc& gpc : topology.gpcs())
        m_owned.emplace_back(gpc.tpcs.size());
}

void JoinedUnits::add(const SmSet& smIds, const UnitLengths& lengths) {
    for (std::size_t g = 0; g < m_lengths.size(); ++g) {
        const std::vector<Tpc>& tpcs = m_topology.gpcs()[g].tpcs;
        std::vector<std::size_t> rows;
        for (std::size_t row = 0; row < tpcs.size(); ++row)
            if (std::binary_search(smIds.begin(), smIds.end(), tpcs[row].smIds.front()))
                rows.push_back(row);
        OwnedRows& owned = m_owned[g];
        if (m_lengths[g].empty()) {
            m_lengths[g] = lengths[g];
            for (const std::size_t row : rows)
                owned[row] = true;
            continue;
        }
        auto next = rows.begin();
        for (const std::size_t length : lengths[g]) {
            const auto first = next;
            next += static_cast<std::ptrdiff_t>(length);
            addUnit(owned, {first, next}, m_lengths[g]);
        }
    }
}

void JoinedUnits::addUnit(
    OwnedRows& owned, const std::vector<std::size_t>& rows, std::vector<std::size_t>& lengths) {
    for (const std::size_t row : rows)
        owned[row] = true;
    const std::size_t tpcs = countBelow(owned, owned.size());
    const std::size_t before = countBelow(owned, rows.front());

    // The unit that lies there, by the lengths, or else the first shorter one behind it, becomes as
    // long as the new one, if there are so many TPCs from where it begins.
    std::size_t begin = 0;
    auto unit = lengths.begin();
    for (; unit != lengths.end() && begin + *unit <= before; ++unit)
        begin += *unit;
    for (; unit != lengths.end() && *unit >= rows.size(); ++unit)
        begin += *unit;
    if (unit != lengths.end() && begin + rows.size() <= tpcs)
        *unit = rows.size();

    // What the lengths do not account for is one more unit: where nothing overlaps, the new one or
    // the one whose place it took.
    const std::size_t counted = std::accumulate(lengths.begin(), lengths.end(), std::size_t{0});
    if (counted < tpcs)
        lengths.push_back(tpcs - counted);
    sortLargestFirst(lengths);
    cutAtEnd(lengths, tpcs);
    sortLargestFirst(lengths);
}

} // namespace parterre
