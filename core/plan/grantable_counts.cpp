// SPDX-License-Identifier: Apache-2.0
#include "core/plan/grantable_counts.h"

#include "core/cuda/errors.h"
#include "core/plan/by_count_layout.h"
#include "core/plan/strategy_choice.h"

#include <algorithm>
#include <set>

namespace parterre {
namespace {

std::set<int> byCount(const SmResource& all, const PartitionPlan& plan, int step) {
    std::set<int> counts;
    const int total = static_cast<int>(all.smCount());
    for (int count = step; count < total + step; count += step) {
        const auto split =
            all.splitByCount(1, static_cast<unsigned>(std::min(count, total)), splitFlags(plan));
        for (const SmResource& group : split.groups)
            counts.insert(static_cast<int>(group.smCount()));
    }
    return counts;
}

std::set<int> structured(const SmResource& all, int step) {
    std::set<int> counts;
    for (unsigned count = static_cast<unsigned>(step); count <= all.smCount();
         count += static_cast<unsigned>(step)) {
        try {
            SmGroupParameters group;
            group.smCount = count;
            group.coscheduledSmCount = static_cast<unsigned>(
                step < static_cast<int>(all.coscheduledAlignment()) ? step : 0);
            all.split({group}, DryRun::yes);
            counts.insert(static_cast<int>(count));
        } catch (const CudaError&) {
            continue; // no placement for that many
        }
    }
    return counts;
}

std::set<int> combined(const SmResource& all, const PartitionPlan& plan, int smallest) {
    const bool own = plan.ignoreCoscheduling;
    const unsigned unit = own ? static_cast<unsigned>(smallest) : all.minPartitionSize();
    std::set<int> counts;
    int sum = 0;
    for (const SmResource& group :
         all.splitByCount(all.smCount() / unit, unit, splitFlags(plan)).groups) {
        sum += static_cast<int>(group.smCount());
        counts.insert(sum);
    }
    // Beyond the co-scheduled units, the smallest ones step in.
    if (!own && !plan.maxCluster)
        for (int count = sum / smallest * smallest + smallest;
             count <= static_cast<int>(all.smCount()); count += smallest)
            counts.insert(count);
    return counts;
}

} // namespace

std::vector<int>
grantableSmCounts(const SmResource& all, const PartitionPlan& plan, const SplitLayout& layout) {
    const int align = static_cast<int>(all.coscheduledAlignment());
    const int smallest = smallestUnit(align);
    const int step = plan.ignoreCoscheduling ? smallest : align;
    std::set<int> counts;
    switch (layout.strategy) {
    case Strategy::automatic:
    case Strategy::byCount:
        counts = byCount(all, plan, step);
        break;
    case Strategy::structured:
        counts = structured(all, step);
        break;
    case Strategy::combined:
        counts = combined(all, plan, smallest);
        break;
    }
    return {counts.begin(), counts.end()};
}

} // namespace parterre
