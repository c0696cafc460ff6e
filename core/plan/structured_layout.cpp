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

void layOutStructured(
    Driver& driver, const SmResource& all, const PartitionPlan& plan, SplitLayout& layout) {
    if (const std::string sentence =
            whyUnsupported(driver, DriverFunction::cuDevSmResourceSplit, "structured splits");
        !sentence.empty()) {
        layout.diagnostics.push_back(diagnose::unsupported(sentence));
        return;
    }
    const auto align = static_cast<int>(all.coscheduledAlignment());
    const auto smallest = static_cast<int>(all.granularity().withoutCoscheduling().minimum);
    for (const PlanGroup& group : plan.groups) {
        const int usual = plan.ignoreCoscheduling ? smallest : align;
        const int unit = group.coscheduledSmCount != 0 ? group.coscheduledSmCount : usual;
        if (!group.units.empty())
            layout.diagnostics.push_back(diagnose::unitsNeedCombined(group.name));
        if (group.smCount % unit != 0 && !group.backfill)
            layout.diagnostics.push_back(
                diagnose::notAligned(group, unit, mostInUnitsOf(all, unit)));
    }
    if (plan.maxCluster)
        layout.diagnostics.push_back(diagnose::optionsIgnored("", layout.strategy));
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
    if (plan.ignoreCoscheduling && align > smallest)
        layout.diagnostics.push_back(diagnose::clusterLimited(smallest, true));
}

} // namespace parterre
