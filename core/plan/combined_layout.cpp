// SPDX-License-Identifier: Apache-2.0
#include "core/plan/combined_layout.h"

#include "core/cuda/sm_units.h"
#include "core/plan/plan_diagnostics.h"
#include "core/plan/split_request.h"
#include "core/plan/strategy_choice.h"

namespace parterre {

void layOutCombined(const SmResource& all, const PlanSplit& plan, SplitLayout& layout) {
    const SmSplitOptions options = splitOptionsOf(plan, Strategy::combined);
    const SmUnits units(all, options);
    layout.unitSmCounts = units.smCounts();
    for (const PlanGroup& group : plan.groups) {
        if (hasStructuredOptions(group))
            layout.diagnostics.push_back(diagnose::optionsIgnored(group.name, layout.strategy));
        if (const auto unknown = units.unknownUnit(group.units))
            layout.diagnostics.push_back(
                diagnose::unknownUnit(group.name, *unknown, units.count(), units.smCount()));
    }
    if (!units.fits()) {
        if (!layout.hasErrors()) // asking for more SMs or other units than there are says it all
            layout.diagnostics.push_back(diagnose::unitsDoNotFit(
                units.roundedSmCount(), units.smCount(), units.count(), units.couldBeSmaller()));
        return;
    }
    layout.take(plan, units.split());
    for (std::size_t i = 0; i < layout.groups.size(); ++i)
        layout.groups[i].units = (*units.assignment())[i];
    const auto smallest = static_cast<int>(all.granularity().withoutCoscheduling().minimum);
    if (units.areSmallest() && static_cast<int>(all.coscheduledAlignment()) > smallest)
        layout.diagnostics.push_back(diagnose::clusterLimited(smallest, plan.ignoreCoscheduling));
}

} // namespace parterre
