// SPDX-License-Identifier: Apache-2.0
#include "core/plan/split_layout.h"

#include "core/cuda/errors.h"
#include "core/driver/driver_versions.h"
#include "core/plan/by_count_layout.h"
#include "core/plan/combined_layout.h"
#include "core/plan/plan_diagnostics.h"
#include "core/plan/plan_preview.h"
#include "core/plan/strategy_choice.h"
#include "core/plan/structured_layout.h"

#include <algorithm>

namespace parterre {
namespace {

void checkWorkqueues(const Device& device, const PartitionPlan& plan, SplitLayout& layout) {
    const bool wanted =
        std::any_of(plan.groups.begin(), plan.groups.end(), [](const PlanGroup& group) {
            return group.workqueue.has_value();
        });
    const std::string sentence =
        whyTooOld(*device.driver(), versionWithWorkqueues, "work-queue settings");
    if (wanted && !sentence.empty())
        layout.diagnostics.push_back(diagnose::unsupported(sentence));
}

void compareWithRequest(const PartitionPlan& plan, const SmResource& all, SplitLayout& layout) {
    for (std::size_t i = 0; i < layout.groups.size(); ++i) {
        const LayoutPart& part = layout.groups[i];
        if (part.requestedSmCount == 0 || part.smCount() == part.requestedSmCount)
            continue;
        if (part.smCount() < part.requestedSmCount)
            layout.diagnostics.push_back(diagnose::fewerSms(part));
        else if (!plan.groups[i].units.empty())
            layout.diagnostics.push_back(diagnose::chosenUnits(part));
        else if (part.requestedSmCount < part.minPartitionSize())
            layout.diagnostics.push_back(diagnose::belowMinimum(part));
        else
            layout.diagnostics.push_back(
                diagnose::roundedUp(part, static_cast<int>(all.smCount())));
    }
}

void compareWithDevice(
    const PartitionPlan& plan, const SmResource& all, const PlanSurroundings& surroundings,
    SplitLayout& layout) {
    if (layout.groups.size() < plan.groups.size())
        layout.diagnostics.push_back(
            diagnose::fewerGroups(plan, layout, static_cast<int>(all.smCount())));
    if (!layout.remainder)
        layout.diagnostics.push_back(diagnose::noRemainder(static_cast<int>(all.smCount())));
    const bool remainderToo = plan.partitionRemainder && layout.remainder;
    const int partitions = static_cast<int>(layout.groups.size()) + (remainderToo ? 1 : 0);
    if (partitions > surroundings.hardwareConnections)
        layout.diagnostics.push_back(
            diagnose::tooManyPartitions(partitions, surroundings.hardwareConnections));
    if (surroundings.mpsActiveThreadPercentage.value_or(100) < 100)
        layout.diagnostics.push_back(
            diagnose::mpsReachesFurther(*surroundings.mpsActiveThreadPercentage));
}

} // namespace

bool SplitLayout::hasErrors() const {
    return std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& diagnostic) {
        return diagnostic.severity == Severity::error;
    });
}

void SplitLayout::take(const PartitionPlan& plan, const SmSplit& split) {
    calls.push_back(split.call);
    for (std::size_t i = 0; i < split.groups.size(); ++i)
        groups.push_back({plan.groups[i].name, plan.groups[i].smCount, split.groups[i]});
    remainder.reset();
    if (split.remainder)
        remainder = {{}, 0, *split.remainder};
}

SplitLayout
layOut(const Device& device, const PartitionPlan& plan, const PlanSurroundings& surroundings) {
    validate(plan);
    Driver& driver = *device.driver();
    SplitLayout layout;
    layout.strategy = namedStrategy(plan);
    if (const std::string sentence =
            whyUnsupported(driver, DriverFunction::cuDevSmResourceSplitByCount, "green contexts");
        !sentence.empty()) {
        layout.diagnostics.push_back(diagnose::unsupported(sentence));
        return layout;
    }

    const SmResource all = device.resources().sm();
    layout.remainder = {{}, 0, all};
    if (plan.groups.empty()) {
        layout.diagnostics.push_back(diagnose::emptyPlan());
        return layout;
    }
    const StrategyChoice choice = chooseStrategy(plan, all);
    layout.strategy = choice.strategy;
    if (choice.remark)
        layout.diagnostics.push_back(*choice.remark);
    const int total = static_cast<int>(all.smCount());
    if (plan.requestedSmCount() > total)
        layout.diagnostics.push_back(diagnose::tooManySms(plan.requestedSmCount(), total));
    checkWorkqueues(device, plan, layout);

    switch (layout.strategy) {
    case Strategy::automatic: // chooseStrategy() never leaves it at that
    case Strategy::byCount:
        layOutByCount(all, plan, layout);
        break;
    case Strategy::structured:
        layOutStructured(driver, all, plan, layout);
        break;
    case Strategy::combined:
        layOutCombined(all, plan, layout);
        break;
    }
    if (layout.groups.empty())
        return layout;
    compareWithRequest(plan, all, layout);
    compareWithDevice(plan, all, surroundings, layout);
    return layout;
}

} // namespace parterre
