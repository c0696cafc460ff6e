// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/sm_units.h"

#include "core/cuda/split_by_count.h"
#include "core/model/input_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <utility>

namespace parterre {

SmUnits::SmUnits(const SmResource& all, const SmSplitOptions& options)
    : SmUnits(all, options.groups(), options) {}

SmUnits::SmUnits(
    const SmResource& all, std::vector<SmGroupRequest> groups, const SmSplitOptions& options)
    : m_all(all)
    , m_groups(std::move(groups)) {
    refuseStructuredOptions(m_groups, Strategy::combined);
    const unsigned smallest = all.m_granularity.withoutCoscheduling().minimum;
    m_smallest = options.ignoreCoscheduling;
    make(m_smallest ? smallest : all.minPartitionSize(), splitByCountFlags(options));
    m_assignment = assign();

    // Chosen units are numbers in one split and mean other SMs in another.
    const bool unitsChosen =
        std::any_of(m_groups.begin(), m_groups.end(), [](const SmGroupRequest& group) {
            return !group.units.empty();
        });
    m_couldBeSmaller = !m_smallest && !unitsChosen && all.minPartitionSize() > smallest;
    if (fits() || !m_couldBeSmaller || options.maxCluster)
        return;
    m_smallest = true;
    m_couldBeSmaller = false;
    make(smallest, abi::CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING);
    m_assignment = assign();
}

void SmUnits::make(unsigned unit, unsigned flags) {
    // A context made of small units may have fewer SMs than the architecture's smallest partition.
    const unsigned size = std::min(unit, m_all.smCount());
    m_pieces = m_all.pieces(m_all.smCount() / size, size, flags);
}

int SmUnits::smCount() const {
    return m_pieces.groups.empty() ? 0 : static_cast<int>(m_pieces.groups.front().sm.smCount);
}

std::vector<int> SmUnits::smCounts() const {
    std::vector<int> counts;
    for (const abi::CUdevResource& unit : m_pieces.groups)
        counts.push_back(static_cast<int>(unit.sm.smCount));
    return counts;
}

std::optional<int> SmUnits::unknownUnit(const std::vector<int>& chosen) const {
    const auto unknown =
        std::find_if(chosen.begin(), chosen.end(), [&](int unit) { return unit >= count(); });
    return unknown == chosen.end() ? std::nullopt : std::optional(*unknown);
}

int SmUnits::unitsFor(const SmGroupRequest& group) const {
    if (!group.units.empty() || count() == 0)
        return static_cast<int>(group.units.size());
    return (static_cast<int>(group.count) + smCount() - 1) / smCount();
}

int SmUnits::roundedSmCount() const {
    int sum = 0;
    for (const SmGroupRequest& group : m_groups)
        sum += smCount() * std::max(1, unitsFor(group));
    return sum;
}

std::optional<SmUnits::Assignment> SmUnits::assign() const {
    std::vector<bool> chosen(static_cast<std::size_t>(count()));
    for (const SmGroupRequest& group : m_groups) {
        if (unknownUnit(group.units))
            return {};
        for (const int unit : group.units)
            chosen[static_cast<std::size_t>(unit)] = true;
    }
    std::deque<int> unused;
    for (int unit = 0; unit < count(); ++unit)
        if (!chosen[static_cast<std::size_t>(unit)])
            unused.push_back(unit);

    int spare = static_cast<int>(unused.size());
    int discoveries = 0;
    for (const SmGroupRequest& group : m_groups)
        if (group.units.empty()) {
            spare -= unitsFor(group);
            discoveries += group.count == 0 ? 1 : 0;
        }
    if (count() == 0 || spare < discoveries)
        return {};

    Assignment assignment;
    for (const SmGroupRequest& group : m_groups) {
        if (!group.units.empty()) {
            assignment.push_back(group.units);
            continue;
        }
        int take = unitsFor(group);
        if (group.count == 0) {
            // These share what is left evenly, the first ones one more if it does not divide.
            take = (spare + discoveries - 1) / discoveries;
            spare -= take;
            --discoveries;
        }
        assignment.emplace_back(unused.begin(), unused.begin() + take);
        unused.erase(unused.begin(), unused.begin() + take);
    }
    return assignment;
}

SmResource SmUnits::join(SmResource::Origin origin, const std::vector<int>& units) const {
    std::vector<abi::CUdevResource> handles;
    handles.reserve(units.size() + 1);
    for (const int unit : units)
        handles.push_back(m_pieces.groups[static_cast<std::size_t>(unit)]);
    SmGranularity granularity = m_all.m_granularity;
    if (m_smallest)
        granularity = granularity.withoutCoscheduling();
    if (origin == SmResource::Origin::remainder && m_pieces.remainder) {
        handles.push_back(*m_pieces.remainder);
        granularity = granularity.withoutCoscheduling();
    }
    return m_all.part(origin, std::move(handles), granularity);
}

void SmUnits::checkFit() const {
    for (std::size_t i = 0; i < m_groups.size(); ++i)
        if (const auto unknown = unknownUnit(m_groups[i].units))
            throw InputError(
                fmt::format("units[{}]", i), std::to_string(*unknown),
                fmt::format(
                    "0 to {}: there are {} units of {} SMs", count() - 1, count(), smCount()));
    if (!fits())
        throw InputError(
            "count",
            fmt::format(
                "{} SMs in all, rounded up to whole units of {}", roundedSmCount(), smCount()),
            fmt::format("at most the {} SMs of {} units", count() * smCount(), count()));
}

SmSplit SmUnits::split() const {
    checkFit();
    SmSplit split{Strategy::combined, {}, {}, m_pieces.call};
    std::vector<bool> used(static_cast<std::size_t>(count()));
    for (const std::vector<int>& units : *m_assignment) {
        split.groups.push_back(join(SmResource::Origin::group, units));
        for (const int unit : units)
            used[static_cast<std::size_t>(unit)] = true;
    }
    std::vector<int> left;
    for (int unit = 0; unit < count(); ++unit)
        if (!used[static_cast<std::size_t>(unit)])
            left.push_back(unit);
    if (!left.empty() || m_pieces.remainder)
        split.remainder = join(SmResource::Origin::remainder, left);
    return split;
}

} // namespace parterre
