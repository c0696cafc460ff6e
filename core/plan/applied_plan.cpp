// SPDX-License-Identifier: Apache-2.0
#include "core/plan/applied_plan.h"

#include "core/cuda/embedded_kernels.h"
#include "core/cuda/errors.h"
#include "core/driver/driver_versions.h"
#include "core/plan/nested_layout.h"
#include "core/plan/nested_preview.h"
#include "core/plan/plan_diagnostics.h"
#include "core/plan/plan_error.h"
#include "core/probe/placement_probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

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

/// Destroys what is made of a context's SMs before that context, which stands before it.
void releaseAll(std::vector<Partition>& partitions) noexcept {
    while (!partitions.empty())
        partitions.pop_back();
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
    const Device& device, const LayoutPart& part, const std::optional<WorkqueueResource>& workqueue,
    bool isSplit) {
    Partition partition;
    partition.context = device.createContext({part.sms}, workqueue);
    if (!isSplit)
        partition.stream = partition.context->createStream();
    const SmResourceDescription sm = partition.context->resources().sm().describe();
    PartitionReport& report = partition.report;
    report.name = part.name;
    report.isSplit = isSplit;
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

/// Makes the partitions of a plan, split by split. What is made is gone again if it is not taken.
class PlanMaker {
public:
    PlanMaker(const Device& device, const PartitionPlan& plan, Steps& steps)
        : m_device(device)
        , m_steps(steps)
        , m_places(splitsOf(plan)) {
        for (const auto& place : m_places)
            for (const PlanGroup& group : place.split->groups)
                m_names.insert(fullName(place.parent, group.name));
    }
    ~PlanMaker() { releaseAll(m_partitions); }
    PlanMaker(const PlanMaker&) = delete;
    PlanMaker& operator=(const PlanMaker&) = delete;

    /// All of them. `layout`: of the plan's own split. Splits below are laid out on the way, and
    /// told to the preview.
    void make(const SplitLayout& layout, const PlacementOracle* oracle, Preview& preview) {
        makePartsOf(m_places.front(), layout);
        for (std::size_t i = 1; i < m_places.size(); ++i) {
            const auto& place = m_places[i];
            const auto parent =
                std::find_if(m_partitions.begin(), m_partitions.end(), [&](const Partition& one) {
                    return one.report.name == place.parent;
                });
            if (parent == m_partitions.end())
                continue; // there was no room for that group: the preview says so
            const SplitLayout nested = layOutNested(
                m_device, parent->context->resources().sm(), *place.split, place.parent);
            describeNested(m_device, *place.split, place.parent, nested, oracle, preview);
            if (nested.hasErrors())
                throw PlanError(preview);
            makePartsOf(place, nested);
        }
    }

    std::vector<Partition>& partitions() { return m_partitions; }

private:
    using Place = SplitPlace<const PlanSplit>;

    void makePartsOf(const Place& place, const SplitLayout& layout) {
        const PlanSplit& split = *place.split;
        for (std::size_t i = 0; i < layout.groups.size(); ++i) {
            const PlanGroup& group = split.groups[i];
            PartitionReport& report = makePart(
                place, layout.groups[i], workqueueOf(m_device, group), group.split.has_value());
            report.workload = group.workload;
            report.workloadParameters = group.workloadParameters;
        }
        if (!split.partitionRemainder || !layout.remainder)
            return;
        LayoutPart rest = *layout.remainder;
        rest.name = remainderName(place.parent);
        PartitionReport& report = makePart(place, rest, {}, false);
        report.isRemainder = true;
        report.workload = split.remainderWorkload;
        report.workloadParameters = split.remainderWorkloadParameters;
    }

    PartitionReport& makePart(
        const Place& place, const LayoutPart& part,
        const std::optional<WorkqueueResource>& workqueue, bool isSplit) {
        m_steps.begin(fmt::format("Creating {} with {} SMs", part.name, part.smCount()));
        m_partitions.push_back(create(m_device, part, workqueue, isSplit));
        m_partitions.back().report.parent = place.parent;
        return m_partitions.back().report;
    }

    std::string remainderName(const std::string& parent) {
        std::string name = fullName(parent, "remainder");
        for (int i = 2; !m_names.insert(name).second; ++i)
            name = fullName(parent, fmt::format("remainder {}", i));
        return name;
    }

    const Device& m_device;
    Steps& m_steps;
    std::vector<Place> m_places;
    std::set<std::string> m_names; ///< full ones, in use
    std::vector<Partition> m_partitions;
};

/// Most partitions that the plan can come to: its own as laid out, and those of the splits below.
std::size_t partitionCount(const PartitionPlan& plan, const SplitLayout& layout) {
    const auto remainder = [](const PlanSplit& split) {
        return split.partitionRemainder ? 1U : 0U;
    };
    std::size_t count = layout.groups.size() + (layout.remainder ? remainder(plan) : 0);
    const auto places = splitsOf(plan);
    for (std::size_t i = 1; i < places.size(); ++i)
        count += places[i].split->groups.size() + remainder(*places[i].split);
    return count;
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
        // A group that is split has a stream for this alone.
        const auto stream =
            partition.stream != nullptr ? partition.stream : partition.context->createStream();
        report.observedSmIds = observeSmIds(*partition.context, *stream, kernels);
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

AppliedPlan::~AppliedPlan() {
    releaseAll(m_partitions);
}

std::shared_ptr<const Context> AppliedPlan::contextOf(const std::string& name) const {
    for (const Partition& partition : m_partitions)
        if (partition.report.name == name)
            return partition.context;
    return nullptr;
}

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
    Preview preview = previewPlan(device, plan, surroundings);
    if (preview.hasErrors())
        throw PlanError(std::move(preview));
    // What the splits below give shows as they are made.
    const Preview own = describeLayout(device, plan, layout, surroundings.oracle);
    preview.nested.clear();
    preview.calls = own.calls;
    preview.diagnostics = own.diagnostics;

    Steps steps(hooks, 2 * partitionCount(plan, layout));
    PlanMaker maker(device, plan, steps);
    maker.make(layout, surroundings.oracle, preview);
    if (hooks.beforeProbe)
        hooks.beforeProbe();
    observe(maker.partitions(), steps, preview);
    if (hooks.progress)
        hooks.progress(1, "Applied");
    return std::make_unique<AppliedPlan>(plan, std::move(preview), std::move(maker.partitions()));
}

} // namespace parterre
