// SPDX-License-Identifier: Apache-2.0
#include "core/plan/plan_preview.h"

#include "core/plan/grantable_counts.h"

#include <fmt/format.h>

#include <algorithm>

namespace parterre {
namespace {

std::optional<std::vector<int>> smIdsOf(const LayoutPart& part, const PlacementOracle* oracle) {
    if (oracle == nullptr)
        return {};
    std::vector<int> ids;
    for (const SmResource& resource : part.resources) {
        const auto some = oracle->smIdsOf(resource.raw());
        if (!some)
            return {};
        ids.insert(ids.end(), some->begin(), some->end());
    }
    std::sort(ids.begin(), ids.end());
    return ids;
}

void addCalls(
    const Driver& driver, const LayoutPart& part, const std::string& name,
    std::vector<std::string>& calls) {
    const char* streamCreator = symbolOf(
        driver.has(DriverFunction::cuGreenCtxStreamCreate)
            ? DriverFunction::cuGreenCtxStreamCreate
            : DriverFunction::cuStreamCreateWithPriority); // in the current context
    calls.push_back(fmt::format(
        "cuDevResourceGenerateDesc({} resource{})  // {}", part.resources.size(),
        part.resources.size() == 1 ? "" : "s", name));
    calls.push_back(
        fmt::format("cuGreenCtxCreate(flags = CU_GREEN_CTX_DEFAULT_STREAM)  // {}", name));
    calls.push_back(fmt::format("{}(flags = CU_STREAM_NON_BLOCKING)  // {}", streamCreator, name));
}

} // namespace

Preview describeLayout(
    const Device& device, const PartitionPlan& plan, const SplitLayout& layout,
    const PlacementOracle* oracle) {
    Preview preview;
    preview.device = plan.device;
    preview.strategy = layout.strategy;
    preview.driverVersion = device.driverVersion();
    preview.calls = layout.calls;
    for (const LayoutPart& part : layout.groups) {
        preview.groups.push_back(
            {part.name, part.requestedSmCount, part.smCount(), part.minPartitionSize,
             part.coscheduledAlignment, smIdsOf(part, oracle)});
        addCalls(*device.driver(), part, part.name, preview.calls);
    }
    preview.remainder = {layout.remainder.smCount(), smIdsOf(layout.remainder, oracle)};
    if (plan.partitionRemainder && !layout.groups.empty() && preview.remainder.smCount > 0)
        addCalls(*device.driver(), layout.remainder, "remainder", preview.calls);
    preview.unitSmCounts = layout.unitSmCounts;
    preview.diagnostics = layout.diagnostics;
    return preview;
}

Preview
previewPlan(const Device& device, const PartitionPlan& plan, const PlanSurroundings& surroundings) {
    const SplitLayout layout = layOut(device, plan, surroundings.hardwareConnections);
    Preview preview = describeLayout(device, plan, layout, surroundings.oracle);
    if (layout.remainder.resources.empty() && layout.groups.empty()) // no green contexts at all
        preview.remainder = {
            device.attribute(abi::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT), std::nullopt};
    else if (
        !layout.hasErrors() || layout.strategy != Strategy::structured ||
        device.driver()->has(DriverFunction::cuDevSmResourceSplit))
        preview.grantableSmCounts = grantableSmCounts(device.resources().sm(), plan, layout);
    return preview;
}

} // namespace parterre
