// SPDX-License-Identifier: Apache-2.0
#include "core/plan/nested_preview.h"

#include "core/plan/applied_plan.h"
#include "core/plan/nested_layout.h"

#include <fmt/format.h>

#include <deque>

namespace parterre {
namespace {

/// A group that is split again, beside the same one of what is applied.
struct SplitGroup {
    const PlanGroup* group = nullptr;
    UnsplitGroup known;
    const PlanGroup* applied = nullptr; ///< null: not applied, or with other SMs
    std::string appliedName;            ///< the full one
};

SplitGroup splitGroup(const PlanGroup& group, const std::string& parent) {
    SplitGroup result;
    result.group = &group;
    result.known.name = fullName(parent, group.name);
    return result;
}

/// The groups of `split` that are split again. `applied`: what is applied in its place; null if
/// that is something else. `layout`: what its groups get; null where it isn't known, with `most`
/// SMs for all of them.
void enqueue(
    const PlanSplit& split, const std::string& parent, const PlanSplit* applied,
    const std::string& appliedParent, const SplitLayout* layout, int most,
    std::deque<SplitGroup>& queue) {
    const bool isAlike = applied != nullptr && splitsAlike(split, *applied);
    for (std::size_t i = 0; i < split.groups.size(); ++i) {
        if (!split.groups[i].split)
            continue;
        SplitGroup next = splitGroup(split.groups[i], parent);
        next.known.most = most;
        if (layout != nullptr && i < layout->groups.size()) {
            next.known.most = layout->groups[i].smCount();
            next.known.granularity = layout->groups[i].sms.granularity();
        }
        if (isAlike) {
            next.applied = &applied->groups[i];
            next.appliedName = fullName(appliedParent, applied->groups[i].name);
        }
        queue.push_back(std::move(next));
    }
}

void describeUnknown(const PlanSplit& split, const std::string& parent, Preview& preview) {
    for (const PlanGroup& group : split.groups) {
        NestedPreview nested;
        nested.parent = parent;
        nested.part.name = fullName(parent, group.name);
        nested.part.requestedSmCount = group.smCount;
        preview.nested.push_back(std::move(nested));
    }
}

} // namespace

void describeNested(
    const Device& device, const PlanSplit& split, const std::string& parent,
    const SplitLayout& layout, const PlacementOracle* oracle, Preview& preview) {
    const auto add = [&](PreviewGroup part, bool isRemainder) {
        preview.nested.push_back({parent, isRemainder, true, std::move(part)});
    };
    preview.calls.push_back(
        fmt::format("cuGreenCtxGetDevResource(CU_DEV_RESOURCE_TYPE_SM)  // {}", parent));
    preview.calls.insert(preview.calls.end(), layout.calls.begin(), layout.calls.end());
    for (std::size_t i = 0; i < layout.groups.size(); ++i) {
        const LayoutPart& part = layout.groups[i];
        add(describePart(part, oracle), false);
        addCalls(
            *device.driver(), part.sms.handles().size(), part.name,
            split.groups[i].split.has_value(), preview.calls);
    }
    if (layout.groups.empty()) // can't be applied
        for (const PlanGroup& group : split.groups)
            add({fullName(parent, group.name), group.smCount, 0, 0, 0, std::nullopt, {}}, false);
    if (layout.remainder) {
        LayoutPart rest = *layout.remainder;
        rest.name = fullName(parent, "remainder");
        add(describePart(rest, oracle), true);
        if (split.partitionRemainder && !layout.groups.empty())
            addCalls(*device.driver(), rest.sms.handles().size(), rest.name, false, preview.calls);
    }
    preview.diagnostics.insert(
        preview.diagnostics.end(), layout.diagnostics.begin(), layout.diagnostics.end());
}

void previewNested(
    const Device& device, const PartitionPlan& plan, const SplitLayout& layout,
    const PlanSurroundings& surroundings, Preview& preview) {
    const AppliedPlan* const applied = surroundings.applied.get();
    // What has errors already is not applied, and its groups get nothing that could be split.
    const bool isRefused = layout.hasErrors();
    std::deque<SplitGroup> queue;
    enqueue(plan, {}, applied != nullptr ? &applied->plan() : nullptr, {}, &layout, 0, queue);
    for (; !queue.empty(); queue.pop_front()) {
        const SplitGroup& next = queue.front();
        const PlanSplit& split = *next.group->split;
        const std::string& name = next.known.name;
        const auto context =
            next.applied != nullptr ? applied->contextOf(next.appliedName) : nullptr;
        if (isRefused || next.known.most == 0) {
            describeUnknown(split, name, preview);
            enqueue(split, name, nullptr, {}, nullptr, 0, queue);
        } else if (context != nullptr) {
            const SplitLayout nested = layOutNested(device, context->resources().sm(), split, name);
            describeNested(device, split, name, nested, surroundings.oracle, preview);
            const auto& below = next.applied->split;
            enqueue(split, name, below ? &*below : nullptr, next.appliedName, &nested, 0, queue);
        } else {
            describeUnknown(split, name, preview);
            const auto found = checkNested(device, split, next.known);
            preview.diagnostics.insert(preview.diagnostics.end(), found.begin(), found.end());
            enqueue(split, name, nullptr, {}, nullptr, next.known.most, queue);
        }
    }
}

} // namespace parterre
