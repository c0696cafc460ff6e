// SPDX-License-Identifier: Apache-2.0
#include "core/plan/combined_layout.h"

#include "core/plan/by_count_layout.h"
#include "core/plan/plan_diagnostics.h"
#include "core/plan/strategy_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>

namespace parterre {
namespace {

/// One split into equal units, which groups are joined from.
struct Units {
    unsigned minCount = 0;
    unsigned flags = 0;
    SplitResult split;

    Units(const SmResource& all, unsigned smallest, unsigned splitFlags)
        : minCount(smallest)
        , flags(splitFlags)
        , split(all.splitByCount(capacity(all), minCount, flags)) {}

    unsigned capacity(const SmResource& all) const {
        return std::max(1U, all.smCount() / minCount);
    }
    int count() const { return static_cast<int>(split.groups.size()); }
    int size() const {
        return split.groups.empty() ? 0 : static_cast<int>(split.groups.front().smCount());
    }
    int unitsFor(int smCount) const { return (smCount + size() - 1) / size(); }
};

/// Which units each group gets; empty where they are too few.
using Assignment = std::optional<std::vector<std::vector<int>>>;

std::deque<int> unchosenUnits(const PartitionPlan& plan, const Units& units) {
    std::vector<bool> chosen(static_cast<std::size_t>(units.count()));
    for (const PlanGroup& group : plan.groups)
        for (const int unit : group.units)
            chosen[static_cast<std::size_t>(unit)] = true;
    std::deque<int> result;
    for (int unit = 0; unit < units.count(); ++unit)
        if (!chosen[static_cast<std::size_t>(unit)])
            result.push_back(unit);
    return result;
}

Assignment assign(const PartitionPlan& plan, const Units& units) {
    if (units.count() == 0)
        return {};
    std::deque<int> unused = unchosenUnits(plan, units);
    int needed = 0, discoveries = 0;
    for (const PlanGroup& group : plan.groups)
        if (group.units.empty()) {
            needed += units.unitsFor(group.smCount);
            discoveries += group.smCount == 0 ? 1 : 0;
        }
    // Groups that take what is left share it evenly, the first ones one more if it does not divide.
    int spare = static_cast<int>(unused.size()) - needed;
    if (spare < discoveries)
        return {};

    std::vector<std::vector<int>> result;
    for (const PlanGroup& group : plan.groups) {
        if (!group.units.empty()) {
            result.push_back(group.units);
            continue;
        }
        int take = units.unitsFor(group.smCount);
        if (group.smCount == 0) {
            take = (spare + discoveries - 1) / discoveries;
            spare -= take;
            --discoveries;
        }
        result.emplace_back(unused.begin(), unused.begin() + take);
        unused.erase(unused.begin(), unused.begin() + take);
    }
    return result;
}

/// SMs that the groups come to when each is rounded up to whole units.
int roundedSmCount(const PartitionPlan& plan, const Units& units) {
    int sum = 0;
    for (const PlanGroup& group : plan.groups)
        sum += units.size() * (group.units.empty() ? std::max(1, units.unitsFor(group.smCount))
                                                   : static_cast<int>(group.units.size()));
    return sum;
}

bool checkGroups(const PartitionPlan& plan, const Units& units, SplitLayout& layout) {
    bool good = true;
    for (const PlanGroup& group : plan.groups) {
        if (hasStructuredOptions(group))
            layout.diagnostics.push_back(diagnose::optionsIgnored(group.name, layout.strategy));
        const auto unknown = std::find_if(group.units.begin(), group.units.end(), [&](int unit) {
            return unit >= units.count();
        });
        if (unknown != group.units.end()) {
            layout.diagnostics.push_back(
                diagnose::unknownUnit(group.name, *unknown, units.count(), units.size()));
            good = false;
        }
    }
    return good;
}

void fill(
    const SmResource& all, const PartitionPlan& plan, const Units& units,
    const std::vector<std::vector<int>>& assignment, SplitLayout& layout) {
    const int smallest = smallestUnit(static_cast<int>(all.coscheduledAlignment()));
    const bool guaranteed = units.flags != abi::CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING;
    const int minimum = guaranteed ? static_cast<int>(all.minPartitionSize()) : smallest;
    const int align = guaranteed ? static_cast<int>(all.coscheduledAlignment()) : smallest;

    std::vector<bool> used(static_cast<std::size_t>(units.count()));
    for (std::size_t i = 0; i < plan.groups.size(); ++i) {
        LayoutPart part{plan.groups[i].name, plan.groups[i].smCount, {}, minimum, align};
        for (const int unit : assignment[i]) {
            part.resources.push_back(units.split.groups[static_cast<std::size_t>(unit)]);
            used[static_cast<std::size_t>(unit)] = true;
        }
        layout.groups.push_back(std::move(part));
    }
    layout.remainder = {{}, 0, {}, minimum, align};
    for (std::size_t unit = 0; unit < used.size(); ++unit)
        if (!used[unit])
            layout.remainder.resources.push_back(units.split.groups[unit]);
    if (units.split.remainder) {
        layout.remainder.resources.push_back(*units.split.remainder);
        layout.remainder.minPartitionSize = layout.remainder.coscheduledAlignment = smallest;
    }
}

} // namespace

void layOutCombined(const SmResource& all, const PartitionPlan& plan, SplitLayout& layout) {
    const bool unitsChosen =
        std::any_of(plan.groups.begin(), plan.groups.end(), [](const PlanGroup& group) {
            return !group.units.empty();
        });
    const auto smallest =
        static_cast<unsigned>(smallestUnit(static_cast<int>(all.coscheduledAlignment())));
    std::optional<Units> units;
    units.emplace(
        all, plan.ignoreCoscheduling ? smallest : all.minPartitionSize(), splitFlags(plan));
    const bool good = checkGroups(plan, *units, layout);
    Assignment assignment = good ? assign(plan, *units) : Assignment();

    // Chosen units are numbers in one split and mean other SMs in another.
    const bool mayUseSmallest = !plan.ignoreCoscheduling && !plan.maxCluster && !unitsChosen &&
                                all.minPartitionSize() > smallest;
    const bool usesSmallest = good && !assignment && mayUseSmallest;
    if (usesSmallest) {
        units.emplace(all, smallest, abi::CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING);
        assignment = assign(plan, *units);
    }
    for (const SmResource& unit : units->split.groups)
        layout.unitSmCounts.push_back(static_cast<int>(unit.smCount()));
    if (!good)
        return;
    if (!assignment) {
        if (!layout.hasErrors()) // asking for more SMs than there are says it all
            layout.diagnostics.push_back(diagnose::unitsDoNotFit(
                roundedSmCount(plan, *units), units->size(), units->count(),
                units->size() > static_cast<int>(smallest) && !unitsChosen));
        return;
    }
    layout.calls.push_back(fmt::format(
        "cuDevSmResourceSplitByCount(groups = {}, minCount = {}, flags = {})", units->capacity(all),
        units->minCount, units->flags));
    fill(all, plan, *units, *assignment, layout);
    if ((usesSmallest || plan.ignoreCoscheduling) && all.coscheduledAlignment() > smallest)
        layout.diagnostics.push_back(
            diagnose::clusterLimited(static_cast<int>(smallest), plan.ignoreCoscheduling));
}

} // namespace parterre
