// SPDX-License-Identifier: Apache-2.0
#include "core/plan/structured_layout.h"

#include "core/cuda/errors.h"
#include "core/plan/plan_diagnostics.h"
#include "core/plan/split_request.h"
#include "core/plan/strategy_choice.h"

namespace parterre {
namespace {

/// What the driver has against the request, and not a failure of its own.
bool isRefusal(const CudaError& error) {
    return error.isNoRoom() || error.result() == abi::CUDA_ERROR_INVALID_VALUE;
}

/// The most SMs that one group of co-scheduled units of that size can have, as the driver answers
/// discovery: fewer than there are where units have to fit into GPCs.
int mostInUnitsOf(const SmResource& all, int unit) {
    SmSplitOptions discovery;
    discovery.coscheduledSmCount = unit;
    discovery.strategy = Strategy::structured;
    try {
        return static_cast<int>(all.split(discovery, DryRun::yes).groups.at(0).smCount());
    } catch (const CudaError& error) {
        if (!isRefusal(error))
            throw;
        return static_cast<int>(all.smCount()); // only a proposal depends on it
    }
}

} // namespace

void checkStructured(
    Driver& driver, const SmGranularity& granularity, const PlanSplit& plan,
    const std::function<int(int unit)>& mostInUnitsOf, std::vector<Diagnostic>& diagnostics) {
    if (const std::string sentence =
            whyUnsupported(driver, DriverFunction::cuDevSmResourceSplit, "structured splits");
        !sentence.empty()) {
        diagnostics.push_back(diagnose::unsupported(sentence));
        return;
    }
    const SmGranularity usual =
        plan.ignoreCoscheduling ? granularity.withoutCoscheduling() : granularity;
    for (const PlanGroup& group : plan.groups) {
        const int unit = group.coscheduledSmCount != 0 ? group.coscheduledSmCount
                                                       : static_cast<int>(usual.alignment);
        if (!group.units.empty())
            diagnostics.push_back(diagnose::unitsNeedCombined(group.name));
        if (group.smCount % unit != 0 && !group.backfill)
            diagnostics.push_back(diagnose::notAligned(group, unit, mostInUnitsOf(unit)));
    }
    if (plan.maxCluster)
        diagnostics.push_back(diagnose::optionsIgnored("", Strategy::structured));
}

void layOutStructured(
    Driver& driver, const SmResource& all, const PlanSplit& plan, SplitLayout& layout) {
    checkStructured(
        driver, all.granularity(), plan, [&](int unit) { return mostInUnitsOf(all, unit); },
        layout.diagnostics);
    if (layout.hasErrors())
        return; // the driver would refuse it

    try {
        layout.take(plan, all.split(splitOptionsOf(plan, Strategy::structured)));
    } catch (const CudaError& error) {
        if (!isRefusal(error))
            throw;
        layout.diagnostics.push_back(
            error.isNoRoom() ? diagnose::noPlacement(error.what())
                             : diagnose::refusedSizes(error.what()));
        return;
    }
    const auto smallest = static_cast<int>(all.granularity().withoutCoscheduling().minimum);
    if (plan.ignoreCoscheduling && static_cast<int>(all.coscheduledAlignment()) > smallest)
        layout.diagnostics.push_back(diagnose::clusterLimited(smallest, true));
}

} // namespace parterre
