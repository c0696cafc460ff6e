// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/group_edits.h"

#include <algorithm>
#include <utility>

namespace parterre::ui {
namespace {

/// Deals a group's units to its parts, to each for the SMs it is to have; all get none where that
/// is no whole number of units.
void divideUnits(const PlanGroup& whole, std::vector<PlanGroup>& parts) {
    const auto units = static_cast<int>(whole.units.size());
    const bool canDeal =
        whole.smCount > 0 && std::all_of(parts.begin(), parts.end(), [&](const PlanGroup& part) {
            return units * part.smCount % whole.smCount == 0;
        });
    auto next = whole.units.begin();
    for (PlanGroup& part : parts) {
        const auto first = next;
        if (canDeal)
            next += units * part.smCount / whole.smCount;
        part.units.assign(first, next);
    }
}

} // namespace

void resize(PlanGroup& group, int smCount) {
    if (group.smCount == smCount)
        return;
    group.units.clear();
    if (group.split)
        forgetUnits(*group.split); // they were units of other SMs
    group.smCount = smCount;
}

void forgetUnits(PlanSplit& split) {
    for (PlanGroup& group : split.groups)
        group.units.clear();
}

std::string freeName(const PlanSplit& split, bool isNested) {
    for (int i = 0;; ++i) {
        std::string name = isNested ? std::to_string(i + 1) : defaultGroupName(i);
        if (std::none_of(split.groups.begin(), split.groups.end(), [&](const PlanGroup& group) {
                return group.name == name;
            }))
            return name;
    }
}

void divide(PlanSplit& split, int position, const std::vector<int>& counts, bool isNested) {
    const PlanGroup whole = split.groups[static_cast<std::size_t>(position)];
    std::vector<PlanGroup> parts(counts.size(), whole);
    for (std::size_t i = 0; i < parts.size(); ++i)
        parts[i].smCount = counts[i];
    divideUnits(whole, parts);
    split.groups[static_cast<std::size_t>(position)] = parts.front();
    for (std::size_t i = 1; i < parts.size(); ++i) {
        parts[i].name = freeName(split, isNested);
        parts[i].colour.clear();
        split.groups.insert(
            split.groups.begin() + position + static_cast<std::ptrdiff_t>(i), parts[i]);
    }
}

void mergeWithNext(PlanSplit& split, int position) {
    const auto at = split.groups.begin() + position;
    const PlanGroup& next = *(at + 1);
    at->smCount += next.smCount;
    if (at->units.empty() || next.units.empty())
        at->units.clear();
    else
        at->units.insert(at->units.end(), next.units.begin(), next.units.end());
    std::sort(at->units.begin(), at->units.end());
    if (at->split)
        forgetUnits(*at->split);
    split.groups.erase(at + 1);
}

void splitWithin(PlanGroup& group, const std::vector<int>& counts) {
    PlanSplit split;
    for (const int count : counts) {
        PlanGroup part;
        part.name = freeName(split, true);
        part.smCount = count;
        part.workload = group.workload;
        part.workloadParameters = group.workloadParameters;
        part.workqueue = group.workqueue;
        split.groups.push_back(std::move(part));
    }
    group.workload.clear();
    group.workloadParameters.clear();
    group.workqueue.reset();
    group.split = std::move(split);
}

void join(PlanGroup& group) {
    if (!group.split)
        return;
    // Of several levels, the first of the lowest: nothing runs in one that is split.
    const PlanGroup* first = group.split->groups.empty() ? nullptr : &group.split->groups.front();
    while (first && first->split)
        first = first->split->groups.empty() ? nullptr : &first->split->groups.front();
    if (first) {
        const PlanGroup former = *first;
        group.workload = former.workload;
        group.workloadParameters = former.workloadParameters;
        group.workqueue = former.workqueue;
    }
    group.split.reset();
}

} // namespace parterre::ui
