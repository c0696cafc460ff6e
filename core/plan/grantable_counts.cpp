// SPDX-License-Identifier: Apache-2.0
#include "core/plan/grantable_counts.h"

#include "core/cuda/errors.h"
#include "core/cuda/sm_units.h"
#include "core/plan/split_request.h"

#include <algorithm>
#include <set>

namespace parterre {
namespace {

/// One group, with the plan's options for all groups.
SmSplitOptions oneGroup(const PlanSplit& plan, Strategy strategy) {
    PlanSplit one = plan;
    one.groups.assign(1, PlanGroup());
    return splitOptionsOf(one, strategy);
}

std::set<int> byCount(const SmResource& all, const PlanSplit& plan, int step) {
    SmSplitOptions options = oneGroup(plan, Strategy::byCount);
    std::set<int> counts;
    const int total = static_cast<int>(all.smCount());
    for (int count = step; count < total + step; count += step) {
        options.count = {std::min(count, total)};
        for (const SmResource& group : all.split(options, DryRun::yes).groups)
            counts.insert(static_cast<int>(group.smCount()));
    }
    return counts;
}

std::set<int> structured(const SmResource& all, const PlanSplit& plan, int step) {
    SmSplitOptions options = oneGroup(plan, Strategy::structured);
    std::set<int> counts;
    for (int count = step; count <= static_cast<int>(all.smCount()); count += step) {
        try {
            options.count = {count};
            all.split(options, DryRun::yes);
            counts.insert(count);
        } catch (const CudaError& error) {
            if (!error.isNoRoom())
                throw;
        }
    }
    return counts;
}

std::set<int> combined(const SmResource& all, const PlanSplit& plan, int smallest) {
    std::set<int> counts;
    int sum = 0;
    for (const int unit : SmUnits(all, oneGroup(plan, Strategy::combined)).smCounts()) {
        sum += unit;
        counts.insert(sum);
    }
    // Beyond the co-scheduled units, the smallest ones step in.
    if (!plan.ignoreCoscheduling && !plan.maxCluster)
        for (int count = sum / smallest * smallest + smallest;
             count <= static_cast<int>(all.smCount()); count += smallest)
            counts.insert(count);
    return counts;
}

} // namespace

std::vector<int>
grantableSmCounts(const SmResource& all, const PlanSplit& plan, const SplitLayout& layout) {
    const auto smallest = static_cast<int>(all.granularity().withoutCoscheduling().minimum);
    const int step =
        plan.ignoreCoscheduling ? smallest : static_cast<int>(all.coscheduledAlignment());
    std::set<int> counts;
    switch (layout.strategy) {
    case Strategy::automatic:
    case Strategy::byCount:
        counts = byCount(all, plan, step);
        break;
    case Strategy::structured:
        counts = structured(all, plan, step);
        break;
    case Strategy::combined:
        counts = combined(all, plan, smallest);
        break;
    }
    return {counts.begin(), counts.end()};
}

} // namespace parterre
