// SPDX-License-Identifier: Apache-2.0
#include "core/plan/structured_layout.h"

#include "core/cuda/errors.h"
#include "core/plan/plan_diagnostics.h"
#include "core/plan/strategy_choice.h"

#include <fmt/format.h>

namespace parterre {
namespace {

SmGroupParameters parametersOf(const PlanGroup& group, const PartitionPlan& plan, int smallest) {
    SmGroupParameters parameters;
    parameters.smCount = static_cast<unsigned>(group.smCount);
    parameters.coscheduledSmCount = static_cast<unsigned>(group.coscheduledSmCount);
    if (plan.ignoreCoscheduling && group.coscheduledSmCount == 0)
        parameters.coscheduledSmCount = static_cast<unsigned>(smallest);
    parameters.preferredCoscheduledSmCount =
        static_cast<unsigned>(group.preferredCoscheduledSmCount);
    parameters.backfill = group.backfill;
    return parameters;
}

std::string callText(const std::vector<SmGroupParameters>& groups) {
    std::string text = "cuDevSmResourceSplit(";
    for (const SmGroupParameters& group : groups)
        text += fmt::format(
            "{}{{smCount = {}, coscheduledSmCount = {}, preferredCoscheduledSmCount = {}{}}}",
            &group == &groups.front() ? "" : ", ", group.smCount, group.coscheduledSmCount,
            group.preferredCoscheduledSmCount, group.backfill ? ", backfill" : "");
    return text + ')';
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
    const int align = static_cast<int>(all.coscheduledAlignment());
    const int smallest = smallestUnit(align);
    std::vector<SmGroupParameters> parameters;
    for (const PlanGroup& group : plan.groups) {
        parameters.push_back(parametersOf(group, plan, smallest));
        const auto own = static_cast<int>(parameters.back().coscheduledSmCount);
        const int unit = own != 0 ? own : align;
        if (!group.units.empty())
            layout.diagnostics.push_back(diagnose::unitsNeedCombined(group.name));
        if (group.smCount % unit != 0 && !group.backfill)
            layout.diagnostics.push_back(
                diagnose::notAligned(group, unit, static_cast<int>(all.smCount())));
    }
    if (plan.maxCluster)
        layout.diagnostics.push_back(diagnose::optionsIgnored("", layout.strategy));
    if (layout.hasErrors())
        return; // the driver would refuse it

    layout.calls.push_back(callText(parameters));
    StructuredSplit split;
    try {
        split = all.split(parameters);
    } catch (const CudaError& error) {
        if (error.result() == abi::CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION)
            layout.diagnostics.push_back(diagnose::noPlacement(error.what()));
        else if (error.result() == abi::CUDA_ERROR_INVALID_VALUE)
            layout.diagnostics.push_back(diagnose::refusedSizes(error.what()));
        else
            throw;
        return;
    }
    for (std::size_t i = 0; i < split.groups.size(); ++i) {
        const auto own = static_cast<int>(parameters[i].coscheduledSmCount);
        const int unit = plan.groups[i].backfill ? smallest : own != 0 ? own : align;
        layout.groups.push_back(
            {plan.groups[i].name, plan.groups[i].smCount, {split.groups[i]}, unit, unit});
    }
    layout.remainder = {{}, 0, {}, smallest, smallest};
    if (split.remainder)
        layout.remainder.resources.push_back(*split.remainder);
    if (plan.ignoreCoscheduling && align > smallest)
        layout.diagnostics.push_back(diagnose::clusterLimited(smallest, true));
}

} // namespace parterre
