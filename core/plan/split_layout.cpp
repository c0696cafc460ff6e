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

void compareWithRequest(const PlanSplit& split, const SmResource& all, SplitLayout& layout) {
    const int total = static_cast<int>(all.smCount());
    for (std::size_t i = 0; i < layout.groups.size(); ++i) {
        const LayoutPart& part = layout.groups[i];
        if (part.requestedSmCount == 0 || part.smCount() == part.requestedSmCount)
            continue;
        if (part.smCount() < part.requestedSmCount && split.groups[i].units.empty())
            layout.diagnostics.push_back(diagnose::splitInFewer(part));
        else if (part.smCount() < part.requestedSmCount)
            layout.diagnostics.push_back(diagnose::fewerSms(part));
        else if (!split.groups[i].units.empty())
            layout.diagnostics.push_back(diagnose::chosenUnits(part));
        else if (part.requestedSmCount < part.minPartitionSize())
            layout.diagnostics.push_back(diagnose::belowMinimum(part));
        else
            layout.diagnostics.push_back(diagnose::roundedUp(part, total));
    }
    if (layout.groups.size() < split.groups.size())
        layout.diagnostics.push_back(diagnose::fewerGroups(split, layout, total));
}

/// Partitions in which something can run: groups that are split again leave that to their own.
int partitionsOf(const PlanSplit& split, std::size_t madeGroups, bool hasRemainder) {
    int count = split.partitionRemainder && hasRemainder ? 1 : 0;
    for (std::size_t i = 0; i < madeGroups; ++i) {
        const auto& nested = split.groups[i].split;
        count += nested ? partitionsOf(*nested, nested->groups.size(), true) : 1;
    }
    return count;
}

void compareWithDevice(
    const PartitionPlan& plan, const PlanSurroundings& surroundings, SplitLayout& layout) {
    if (!layout.remainder) {
        int total = 0;
        for (const LayoutPart& group : layout.groups)
            total += group.smCount();
        layout.diagnostics.push_back(diagnose::noRemainder(total));
    }
    const int partitions = partitionsOf(plan, layout.groups.size(), layout.remainder.has_value());
    if (partitions > surroundings.hardwareConnections)
        layout.diagnostics.push_back(
            diagnose::tooManyPartitions(partitions, surroundings.hardwareConnections));
    if (surroundings.mpsActiveThreadPercentage.value_or(100) < 100)
        layout.diagnostics.push_back(
            diagnose::mpsReachesFurther(*surroundings.mpsActiveThreadPercentage));
}

} // namespace

void checkWorkqueues(
    const Device& device, const PlanSplit& split, std::vector<Diagnostic>& diagnostics) {
    const bool wanted =
        std::any_of(split.groups.begin(), split.groups.end(), [](const PlanGroup& group) {
            return group.workqueue.has_value();
        });
    const std::string sentence =
        whyTooOld(*device.driver(), versionWithWorkqueues, "work-queue settings");
    if (wanted && !sentence.empty())
        diagnostics.push_back(diagnose::unsupported(sentence));
}

bool SplitLayout::hasErrors() const {
    return std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& diagnostic) {
        return diagnostic.severity == Severity::error;
    });
}

void SplitLayout::take(const PlanSplit& asked, const SmSplit& split) {
    calls.push_back(split.call);
    for (std::size_t i = 0; i < split.groups.size(); ++i)
        groups.push_back({asked.groups[i].name, asked.groups[i].smCount, split.groups[i]});
    remainder.reset();
    if (split.remainder)
        remainder = {{}, 0, *split.remainder};
}

SplitLayout layOutSplit(const Device& device, const SmResource& all, const PlanSplit& split) {
    SplitLayout layout;
    layout.strategy = namedStrategy(split);
    layout.remainder = {{}, 0, all};
    if (split.groups.empty()) {
        layout.diagnostics.push_back(diagnose::emptyPlan());
        return layout;
    }
    const StrategyChoice choice = chooseStrategy(split, all);
    layout.strategy = choice.strategy;
    if (choice.remark)
        layout.diagnostics.push_back(*choice.remark);
    const int total = static_cast<int>(all.smCount());
    if (split.requestedSmCount() > total)
        layout.diagnostics.push_back(diagnose::tooManySms(split.requestedSmCount(), total));
    checkWorkqueues(device, split, layout.diagnostics);

    switch (layout.strategy) {
    case Strategy::automatic: // chooseStrategy() never leaves it at that
    case Strategy::byCount:
        layOutByCount(all, split, layout);
        break;
    case Strategy::structured:
        layOutStructured(*device.driver(), all, split, layout);
        break;
    case Strategy::combined:
        layOutCombined(all, split, layout);
        break;
    }
    if (!layout.groups.empty())
        compareWithRequest(split, all, layout);
    return layout;
}

SplitLayout
layOut(const Device& device, const PartitionPlan& plan, const PlanSurroundings& surroundings) {
    validate(plan);
    if (const std::string sentence = whyUnsupported(
            *device.driver(), DriverFunction::cuDevSmResourceSplitByCount, "green contexts");
        !sentence.empty()) {
        SplitLayout layout;
        layout.strategy = namedStrategy(plan);
        layout.diagnostics.push_back(diagnose::unsupported(sentence));
        return layout;
    }
    SplitLayout layout = layOutSplit(device, device.resources().sm(), plan);
    if (!layout.groups.empty())
        compareWithDevice(plan, surroundings, layout);
    return layout;
}

} // namespace parterre
