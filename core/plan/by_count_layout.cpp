// SPDX-License-Identifier: Apache-2.0
#include "core/plan/by_count_layout.h"

#include "core/plan/plan_diagnostics.h"
#include "core/plan/strategy_choice.h"

#include <fmt/format.h>

#include <algorithm>

namespace parterre {
namespace {

/// The most SMs each of `count` groups can have.
unsigned largestEqualCount(const SmResource& all, unsigned count, unsigned flags, unsigned step) {
    unsigned size = all.smCount() / count / step * step;
    while (size > step && all.dryRunByCount(count, size, flags) < count)
        size -= step;
    return std::max(size, step);
}

} // namespace

unsigned splitFlags(const PartitionPlan& plan) {
    if (plan.ignoreCoscheduling)
        return abi::CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING;
    return plan.maxCluster ? abi::CU_DEV_SM_RESOURCE_SPLIT_MAX_POTENTIAL_CLUSTER_SIZE : 0;
}

void layOutByCount(const SmResource& all, const PartitionPlan& plan, SplitLayout& layout) {
    if (!plan.hasEqualGroups())
        layout.diagnostics.push_back(diagnose::unequalByCount(plan));
    for (const PlanGroup& group : plan.groups) {
        if (!group.units.empty())
            layout.diagnostics.push_back(diagnose::unitsNeedCombined(group.name));
        if (hasStructuredOptions(group))
            layout.diagnostics.push_back(diagnose::optionsIgnored(group.name, layout.strategy));
    }
    const int requested = plan.groups.front().smCount;
    if (requested > static_cast<int>(all.smCount()) || !plan.hasEqualGroups())
        return; // the driver would refuse it

    const unsigned flags = splitFlags(plan);
    const int align = static_cast<int>(all.coscheduledAlignment());
    const int smallest = smallestUnit(align);
    const int step = plan.ignoreCoscheduling ? smallest : align;
    const auto count = static_cast<unsigned>(plan.groups.size());
    const unsigned minCount =
        requested > 0 ? static_cast<unsigned>(requested)
                      : largestEqualCount(all, count, flags, static_cast<unsigned>(step));
    const SplitResult split = all.splitByCount(count, minCount, flags);
    layout.calls.push_back(fmt::format(
        "cuDevSmResourceSplitByCount(groups = {}, minCount = {}, flags = {})", count, minCount,
        flags));

    const int minimum =
        plan.ignoreCoscheduling ? smallest : static_cast<int>(all.minPartitionSize());
    for (std::size_t i = 0; i < split.groups.size(); ++i)
        layout.groups.push_back({plan.groups[i].name, requested, {split.groups[i]}, minimum, step});
    // What is left over carries no guarantee; recorded as 2/2.
    layout.remainder = {{}, 0, {}, smallest, smallest};
    if (split.remainder)
        layout.remainder.resources.push_back(*split.remainder);
    if (plan.ignoreCoscheduling && align > smallest)
        layout.diagnostics.push_back(diagnose::clusterLimited(smallest, true));
}

} // namespace parterre
