// SPDX-License-Identifier: Apache-2.0
#include "core/plan/strategy_choice.h"

#include "core/cuda/errors.h"
#include "core/cuda/sm_units.h"
#include "core/plan/plan_diagnostics.h"
#include "core/plan/split_request.h"

#include <algorithm>

namespace parterre {
namespace {

/// Whether a split by count rounds these equal groups up and so has room for fewer of them, while
/// units can be joined to exactly what they ask for.
bool roundingCostsGroups(const PlanSplit& plan, const SmResource& all) {
    const auto asked = static_cast<unsigned>(plan.groups.front().smCount);
    const auto count = static_cast<unsigned>(plan.groups.size());
    if (asked == 0 || count * asked > all.smCount())
        return false;
    const SmSplit equal = all.split(splitOptionsOf(plan, Strategy::byCount), DryRun::yes);
    if (equal.groups.size() == count || equal.groups.front().smCount() == asked)
        return false;
    const SmUnits units(all, splitOptionsOf(plan, Strategy::combined));
    return units.fits() && units.roundedSmCount() == static_cast<int>(count * asked);
}

/// Whether a structured split has no room for the plan's groups, while combining them has.
bool onlyCombinedFits(const PlanSplit& plan, const SmResource& all) {
    try {
        // No dry run, which would not refuse a discovery that finds nothing.
        (void)all.split(splitOptionsOf(plan, Strategy::structured));
        return false;
    } catch (const CudaError& error) {
        if (!error.isNoRoom())
            throw;
    }
    return SmUnits(all, splitOptionsOf(plan, Strategy::combined)).fits();
}

} // namespace

bool hasStructuredOptions(const PlanGroup& group) {
    return group.coscheduledSmCount != 0 || group.preferredCoscheduledSmCount != 0 ||
           group.backfill;
}

Strategy namedStrategy(const PlanSplit& plan) {
    if (plan.strategy != Strategy::automatic)
        return plan.strategy;
    return plan.hasEqualGroups() ? Strategy::byCount : Strategy::combined;
}

StrategyChoice chooseStrategy(const PlanSplit& plan, const SmResource& all) {
    if (plan.strategy != Strategy::automatic)
        return {plan.strategy, {}};
    const bool plain =
        std::all_of(plan.groups.begin(), plan.groups.end(), [](const PlanGroup& group) {
            return group.units.empty() && !hasStructuredOptions(group);
        });
    const auto combinedInsteadOf = [](Strategy usual) {
        return StrategyChoice{Strategy::combined, diagnose::combinedInsteadOf(usual)};
    };
    if (plain && plan.hasEqualGroups())
        return roundingCostsGroups(plan, all) ? combinedInsteadOf(Strategy::byCount)
                                              : StrategyChoice{Strategy::byCount, {}};
    const Strategy usual = all.strategiesFor(splitOptionsOf(plan, Strategy::automatic)).front();
    if (plain && usual == Strategy::structured && onlyCombinedFits(plan, all))
        return combinedInsteadOf(usual);
    return {usual, {}};
}

} // namespace parterre
