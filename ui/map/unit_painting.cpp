// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/unit_painting.h"

#include "ui/shell/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

namespace parterre::ui::unit_painting {
namespace {

int smsOf(const std::vector<int>& chosen, const SplitUnits& units) {
    int sum = 0;
    for (const int unit : chosen)
        sum += units.smCounts[static_cast<std::size_t>(unit)];
    return sum;
}

/// How many of a unit's SMs are among these; 0 where ids are not known.
int overlap(const SplitUnits& units, std::size_t unit, const std::set<int>& smIds) {
    if (!units.smIds)
        return 0;
    const std::vector<int>& ids = (*units.smIds)[unit];
    return static_cast<int>(
        std::count_if(ids.begin(), ids.end(), [&](int id) { return smIds.contains(id); }));
}

/// The units that nobody has taken, those with the most SMs in common first.
std::vector<int>
nearest(const SplitUnits& units, const std::vector<int>& smIds, const std::vector<bool>& taken) {
    const std::set<int> ids(smIds.begin(), smIds.end());
    std::vector<std::pair<int, int>> ranked;
    for (std::size_t unit = 0; unit < units.smCounts.size(); ++unit)
        if (!taken[unit])
            ranked.emplace_back(-overlap(units, unit, ids), static_cast<int>(unit));
    std::sort(ranked.begin(), ranked.end());
    std::vector<int> result;
    for (const auto& [less, unit] : ranked)
        result.push_back(unit);
    return result;
}

} // namespace

bool isPainted(const PartitionPlan& plan, const SplitUnits& units) {
    const bool isChosen =
        !plan.groups.empty() &&
        std::all_of(plan.groups.begin(), plan.groups.end(), [&](const PlanGroup& group) {
            return !group.units.empty() &&
                   std::all_of(group.units.begin(), group.units.end(), [&](int unit) {
                       return static_cast<std::size_t>(unit) < units.smCounts.size();
                   });
        });
    return isChosen && plan.strategy == Strategy::combined && !plan.maxCluster &&
           plan.ignoreCoscheduling == units.ignoreCoscheduling;
}

std::optional<PartitionPlan> prepared(
    const PartitionPlan& plan, const SplitUnits& units, const std::vector<std::vector<int>>& smIds,
    const std::vector<int>& smCounts) {
    const std::size_t count = plan.groups.size();
    const int unitSms = units.smCount();
    if (count == 0 || unitSms == 0 || count > units.smCounts.size())
        return {};
    PartitionPlan result = plan;
    result.strategy = Strategy::combined;
    result.ignoreCoscheduling = units.ignoreCoscheduling;
    result.maxCluster = false; // units would be others
    std::vector<bool> taken(units.smCounts.size());
    std::size_t free = units.smCounts.size();
    for (std::size_t i = 0; i < count; ++i) {
        PlanGroup& group = result.groups[i];
        group.units.clear();
        const std::size_t wanted =
            static_cast<std::size_t>(std::max(1, (smCounts[i] + unitSms - 1) / unitSms));
        const std::size_t most = free - (count - 1 - i); // one stays for each that follows
        for (const int unit : nearest(units, smIds[i], taken)) {
            if (group.units.size() >= std::min(wanted, most))
                break;
            group.units.push_back(unit);
            taken[static_cast<std::size_t>(unit)] = true;
        }
        free -= group.units.size();
        std::sort(group.units.begin(), group.units.end());
        group.smCount = smsOf(group.units, units);
    }
    return result;
}

int ownerOf(const PartitionPlan& plan, int unit) {
    for (std::size_t i = 0; i < plan.groups.size(); ++i)
        if (const std::vector<int>& units = plan.groups[i].units;
            std::find(units.begin(), units.end(), unit) != units.end())
            return static_cast<int>(i);
    return -1;
}

Outcome given(PartitionPlan plan, const SplitUnits& units, int unit, int group) {
    const int before = ownerOf(plan, unit);
    if (before == group)
        return {std::move(plan), {}};
    if (before >= 0) {
        PlanGroup& loser = plan.groups[static_cast<std::size_t>(before)];
        if (loser.units.size() == 1)
            return {
                std::move(plan),
                QCoreApplication::translate(
                    "SmMap", "%1 keeps unit %2: a partition has one unit at least. Remove the "
                             "partition to free it.")
                    .arg(toQt(loser.name))
                    .arg(unit)};
        std::erase(loser.units, unit);
        loser.smCount = smsOf(loser.units, units);
    }
    if (group >= 0) {
        PlanGroup& winner = plan.groups[static_cast<std::size_t>(group)];
        winner.units.insert(std::lower_bound(winner.units.begin(), winner.units.end(), unit), unit);
        winner.smCount = smsOf(winner.units, units);
    }
    return {std::move(plan), {}};
}

} // namespace parterre::ui::unit_painting
