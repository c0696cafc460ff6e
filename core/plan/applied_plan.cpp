// SPDX-License-Identifier: Apache-2.0
#include "core/plan/applied_plan.h"

#include "core/cuda/embedded_kernels.h"
#include "core/cuda/errors.h"
#include "core/driver/driver_versions.h"
#include "core/plan/plan_diagnostics.h"
#include "core/plan/plan_error.h"
#include "core/probe/placement_probe.h"

#include <fmt/format.h>

#include <algorithm>

namespace parterre {
namespace {

using Partition = AppliedPlan::Partition;

/// Counts steps for the hooks, and ends the whole where it was called off.
class Steps {
public:
    Steps(const ApplyHooks& hooks, std::size_t total)
        : m_hooks(hooks)
        , m_total(total) {}

    void begin(const std::string& text) {
        if (m_hooks.stop.stop_requested())
            throw Cancelled();
        if (m_hooks.progress)
            m_hooks.progress(static_cast<double>(m_done) / static_cast<double>(m_total), text);
        ++m_done;
    }

private:
    const ApplyHooks& m_hooks;
    std::size_t m_total;
    std::size_t m_done = 0;
};

std::string remainderName(const PartitionPlan& plan) {
    const auto taken = [&](const std::string& name) {
        return std::any_of(plan.groups.begin(), plan.groups.end(), [&](const PlanGroup& group) {
            return group.name == name;
        });
    };
    std::string name = "remainder";
    for (int i = 2; taken(name); ++i)
        name = fmt::format("remainder {}", i);
    return name;
}

std::optional<WorkqueueResource> workqueueOf(const Device& device, const PlanGroup& group) {
    if (!group.workqueue)
        return {};
    WorkqueueResource workqueue = device.resources().workqueue();
    const int limit = group.workqueue->concurrencyLimit;
    workqueue.configure(
        {group.workqueue->sharingScope, limit > 0 ? std::optional(limit) : std::nullopt});
    return workqueue;
}

Partition create(
    const Device& device, const LayoutPart& part,
    const std::optional<WorkqueueResource>& workqueue) {
    Partition partition;
    partition.context = device.createContext({part.sms}, workqueue);
    partition.stream = partition.context->createStream();
    const SmResourceDescription sm = partition.context->resources().sm().describe();
    PartitionReport& report = partition.report;
    report.name = part.name;
    report.requestedSmCount = part.requestedSmCount;
    report.smCount = sm.smCount;
    // Drivers before 13.0 do not report these two: then they are what the split came to.
    const bool reported = device.driverVersion() >= versionWithPartitionFields;
    report.minPartitionSize = reported ? sm.minPartitionSize : part.minPartitionSize();
    report.coscheduledAlignment = reported ? sm.coscheduledAlignment : part.coscheduledAlignment();
    if (device.driver()->has(DriverFunction::cuGreenCtxGetId))
        report.greenContextId = partition.context->id();
    return partition;
}

void observe(std::vector<Partition>& partitions, Steps& steps, Preview& preview) {
    std::shared_ptr<const Library> kernels;
    try {
        kernels = loadEmbeddedKernels(partitions.front().context);
    } catch (const UnsupportedError& error) { // a build without kernels still partitions
        preview.diagnostics.push_back(diagnose::notObserved(error.what()));
        return;
    }
    for (Partition& partition : partitions) {
        PartitionReport& report = partition.report;
        steps.begin(fmt::format("Looking where {} runs", report.name));
        report.observedSmIds = observeSmIds(*partition.context, *partition.stream, kernels);
        const int observed = static_cast<int>(report.observedSmIds.size());
        if (observed != report.smCount)
            preview.diagnostics.push_back(
                diagnose::observedDiffers(report.name, report.smCount, observed));
    }
}

} // namespace

AppliedPlan::AppliedPlan(PartitionPlan plan, Preview preview, std::vector<Partition> partitions)
    : m_plan(std::move(plan))
    , m_preview(std::move(preview))
    , m_partitions(std::move(partitions)) {}

std::vector<PartitionReport> AppliedPlan::reports() const {
    std::vector<PartitionReport> reports;
    for (const Partition& partition : m_partitions)
        reports.push_back(partition.report);
    return reports;
}

std::unique_ptr<AppliedPlan> applyPlan(
    const Device& device, const PartitionPlan& plan, const PlanSurroundings& surroundings,
    const ApplyHooks& hooks) {
    const SplitLayout layout = layOut(device, plan, surroundings);
    if (layout.hasErrors())
        throw PlanError(describeLayout(device, plan, layout, surroundings.oracle));
    Preview preview = previewPlan(device, plan, surroundings);

    const bool remainderToo = plan.partitionRemainder && layout.remainder;
    const std::size_t count = layout.groups.size() + (remainderToo ? 1 : 0);
    Steps steps(hooks, 2 * count);
    std::vector<Partition> partitions;
    for (std::size_t i = 0; i < layout.groups.size(); ++i) {
        const LayoutPart& part = layout.groups[i];
        steps.begin(fmt::format("Creating {} with {} SMs", part.name, part.smCount()));
        partitions.push_back(create(device, part, workqueueOf(device, plan.groups[i])));
        partitions.back().report.workload = plan.groups[i].workload;
    }
    if (remainderToo) {
        LayoutPart part = *layout.remainder;
        part.name = remainderName(plan);
        steps.begin(fmt::format("Creating {} with {} SMs", part.name, part.smCount()));
        partitions.push_back(create(device, part, {}));
        partitions.back().report.isRemainder = true;
        partitions.back().report.workload = plan.remainderWorkload;
    }
    if (hooks.beforeProbe)
        hooks.beforeProbe();
    observe(partitions, steps, preview);
    if (hooks.progress)
        hooks.progress(1, "Applied");
    return std::make_unique<AppliedPlan>(plan, std::move(preview), std::move(partitions));
}

} // namespace parterre
