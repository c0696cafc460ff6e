// SPDX-License-Identifier: Apache-2.0
#include "core/plan/plan_preview.h"

#include "core/plan/grantable_counts.h"
#include "core/plan/nested_preview.h"

#include <fmt/format.h>

#include <algorithm>

namespace parterre {
namespace {

std::optional<std::vector<int>> smIdsOf(const LayoutPart& part, const PlacementOracle* oracle) {
    if (oracle == nullptr)
        return {};
    std::vector<int> ids;
    for (const abi::CUdevResource& handle : part.sms.handles()) {
        const auto some = oracle->smIdsOf(handle);
        if (!some)
            return {};
        ids.insert(ids.end(), some->begin(), some->end());
    }
    std::sort(ids.begin(), ids.end());
    return ids;
}

} // namespace

PreviewGroup describePart(const LayoutPart& part, const PlacementOracle* oracle) {
    return {
        part.name,
        part.requestedSmCount,
        part.smCount(),
        part.minPartitionSize(),
        part.coscheduledAlignment(),
        smIdsOf(part, oracle),
        part.units};
}

void addCalls(
    const Driver& driver, std::size_t resources, const std::string& name, bool isSplit,
    std::vector<std::string>& calls) {
    calls.push_back(fmt::format(
        "cuDevResourceGenerateDesc({} resource{})  // {}", resources, resources == 1 ? "" : "s",
        name));
    calls.push_back(
        fmt::format("cuGreenCtxCreate(flags = CU_GREEN_CTX_DEFAULT_STREAM)  // {}", name));
    if (isSplit)
        return;
    const char* streamCreator = symbolOf(
        driver.has(DriverFunction::cuGreenCtxStreamCreate)
            ? DriverFunction::cuGreenCtxStreamCreate
            : DriverFunction::cuStreamCreateWithPriority); // in the current context
    calls.push_back(fmt::format("{}(flags = CU_STREAM_NON_BLOCKING)  // {}", streamCreator, name));
}

Preview describeLayout(
    const Device& device, const PartitionPlan& plan, const SplitLayout& layout,
    const PlacementOracle* oracle) {
    Preview preview;
    preview.device = plan.device;
    preview.strategy = layout.strategy;
    preview.driverVersion = device.driverVersion();
    preview.calls = layout.calls;
    for (std::size_t i = 0; i < layout.groups.size(); ++i) {
        const LayoutPart& part = layout.groups[i];
        preview.groups.push_back(describePart(part, oracle));
        addCalls(
            *device.driver(), part.sms.handles().size(), part.name,
            plan.groups[i].split.has_value(), preview.calls);
    }
    // What can't be applied grants nothing, and says for which groups.
    if (layout.groups.empty())
        for (const PlanGroup& group : plan.groups)
            preview.groups.push_back({group.name, group.smCount, 0, 0, 0, std::nullopt, {}});
    preview.remainder = {0, std::vector<int>()};
    if (layout.remainder) {
        preview.remainder = {layout.remainder->smCount(), smIdsOf(*layout.remainder, oracle)};
        if (plan.partitionRemainder && !layout.groups.empty())
            addCalls(
                *device.driver(), layout.remainder->sms.handles().size(), "remainder", false,
                preview.calls);
    } else if (layout.groups.empty()) { // no green contexts at all
        preview.remainder = {
            device.attribute(abi::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT), std::nullopt};
    }
    preview.unitSmCounts = layout.unitSmCounts;
    preview.diagnostics = layout.diagnostics;
    return preview;
}

Preview
previewPlan(const Device& device, const PartitionPlan& plan, const PlanSurroundings& surroundings) {
    const SplitLayout layout = layOut(device, plan, surroundings);
    Preview preview = describeLayout(device, plan, layout, surroundings.oracle);
    previewNested(device, plan, layout, surroundings, preview);
    const DriverFunction splitter = layout.strategy == Strategy::structured
                                        ? DriverFunction::cuDevSmResourceSplit
                                        : DriverFunction::cuDevSmResourceSplitByCount;
    if (device.driver()->has(splitter))
        preview.grantableSmCounts = grantableSmCounts(device.resources().sm(), plan, layout);
    return preview;
}

} // namespace parterre
