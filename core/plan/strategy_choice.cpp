// SPDX-License-Identifier: Apache-2.0
#include "core/plan/strategy_choice.h"

#include <algorithm>

namespace parterre {

bool hasStructuredOptions(const PlanGroup& group) {
    return group.coscheduledSmCount != 0 || group.preferredCoscheduledSmCount != 0 ||
           group.backfill;
}

Strategy chooseStrategy(const PartitionPlan& plan, const Driver& driver) {
    if (plan.strategy != Strategy::automatic)
        return plan.strategy;
    const auto any = [&](auto predicate) {
        return std::any_of(plan.groups.begin(), plan.groups.end(), predicate);
    };
    if (any([](const PlanGroup& group) { return !group.units.empty(); }))
        return Strategy::combined;
    if (any(hasStructuredOptions))
        return Strategy::structured;
    if (plan.hasEqualGroups())
        return Strategy::byCount;
    return driver.has(DriverFunction::cuDevSmResourceSplit) ? Strategy::structured
                                                            : Strategy::combined;
}

int smallestUnit(int coscheduledAlignment) {
    return std::clamp(coscheduledAlignment, 1, 2);
}

} // namespace parterre
