// SPDX-License-Identifier: Apache-2.0
#include "core/plan/split_request.h"

namespace parterre {

SmSplitOptions splitOptionsOf(const PlanSplit& plan, Strategy strategy) {
    const auto list = [&](auto field) {
        std::vector<decltype(field(plan.groups[0]))> values;
        for (const PlanGroup& group : plan.groups)
            values.push_back(field(group));
        return values;
    };
    SmSplitOptions options;
    options.strategy = strategy;
    options.ignoreCoscheduling = plan.ignoreCoscheduling;
    options.count = list([](const PlanGroup& group) { return group.smCount; });
    if (strategy == Strategy::automatic || strategy == Strategy::structured) {
        options.coscheduledSmCount =
            list([](const PlanGroup& group) { return group.coscheduledSmCount; });
        options.preferredCoscheduledSmCount =
            list([](const PlanGroup& group) { return group.preferredCoscheduledSmCount; });
        options.backfill = list([](const PlanGroup& group) { return group.backfill; });
    }
    if (strategy == Strategy::automatic || strategy == Strategy::combined)
        options.units = list([](const PlanGroup& group) { return group.units; });
    if (strategy != Strategy::structured)
        options.maxCluster = plan.maxCluster;
    return options;
}

} // namespace parterre
