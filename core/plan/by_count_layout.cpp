// SPDX-License-Identifier: Apache-2.0
#include "core/plan/by_count_layout.h"

#include "core/plan/plan_diagnostics.h"
#include "core/plan/split_request.h"
#include "core/plan/strategy_choice.h"

namespace parterre {

void checkByCount(const PlanSplit& plan, std::vector<Diagnostic>& diagnostics) {
    if (!plan.hasEqualGroups())
        diagnostics.push_back(diagnose::unequalByCount(plan));
    for (const PlanGroup& group : plan.groups) {
        if (!group.units.empty())
            diagnostics.push_back(diagnose::unitsNeedCombined(group.name));
        if (hasStructuredOptions(group))
            diagnostics.push_back(diagnose::optionsIgnored(group.name, Strategy::byCount));
    }
}

void layOutByCount(const SmResource& all, const PlanSplit& plan, SplitLayout& layout) {
    checkByCount(plan, layout.diagnostics);
    if (!plan.hasEqualGroups() || plan.groups.front().smCount > static_cast<int>(all.smCount()))
        return; // the driver would refuse it
    layout.take(plan, all.split(splitOptionsOf(plan, Strategy::byCount)));
    const unsigned smallest = all.granularity().withoutCoscheduling().minimum;
    if (plan.ignoreCoscheduling && all.coscheduledAlignment() > smallest)
        layout.diagnostics.push_back(diagnose::clusterLimited(static_cast<int>(smallest), true));
}

} // namespace parterre
