// SPDX-License-Identifier: Apache-2.0
#include "core/engine/partition_session.h"

#include "core/model/input_error.h"
#include "core/workload/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace parterre {
namespace {

void check(
    const std::string& workload, const WorkloadParameters& parameters, const std::string& field) {
    Catalogue::check(Catalogue::find(workload, field), parameters, field + "_parameters.");
}

void checkWorkloads(const PartitionPlan& plan) {
    for (const auto& place : splitsOf(plan)) {
        const PlanSplit& split = *place.split;
        for (std::size_t i = 0; i < split.groups.size(); ++i)
            if (!split.groups[i].workload.empty())
                check(
                    split.groups[i].workload, split.groups[i].workloadParameters,
                    fmt::format("plan.{}groups[{}].workload", place.path, i));
        if (!split.remainderWorkload.empty())
            check(
                split.remainderWorkload, split.remainderWorkloadParameters,
                fmt::format("plan.{}remainder_workload", place.path));
    }
}

/// How many partitions share the device's memory.
int runnableCount(const AppliedPlan& applied) {
    const auto& all = applied.partitions();
    return static_cast<int>(std::count_if(
        all.begin(), all.end(), [](const auto& partition) { return !partition.report.isSplit; }));
}

} // namespace

PartitionSession::PartitionSession(OpenDevice device, RunCallbacks callbacks)
    : m_device(std::move(device))
    , m_callbacks(std::move(callbacks)) {}

std::shared_ptr<const AppliedPlan>
PartitionSession::apply(const PartitionPlan& plan, ApplyHooks hooks) {
    checkWorkloads(plan);
    const std::scoped_lock lock(m_mutex);
    hooks.beforeProbe = [this, also = std::move(hooks.beforeProbe)] {
        // A busy SM has no room for the probe and would be missed.
        if (m_runs != nullptr)
            m_runs->stopAll();
        if (also)
            also();
    };
    std::shared_ptr<const AppliedPlan> applied =
        applyPlan(m_device.device, plan, m_device.surroundings, hooks);
    auto runs = std::make_unique<RunSet>(runnableCount(*applied), m_callbacks);
    m_runs = std::move(runs);
    setApplied(applied);
    return applied;
}

void PartitionSession::release() {
    const std::scoped_lock lock(m_mutex);
    m_runs.reset();
    setApplied(nullptr);
}

std::shared_ptr<const AppliedPlan> PartitionSession::applied() const {
    const std::scoped_lock lock(m_appliedMutex);
    return m_applied;
}

void PartitionSession::setApplied(std::shared_ptr<const AppliedPlan> applied) {
    const std::scoped_lock lock(m_appliedMutex);
    m_applied.swap(applied); // the earlier one ends after the lock
}

void PartitionSession::run(
    std::optional<std::vector<int>> partitions, const std::string& workload,
    const WorkloadParameters& parameters, const std::optional<TimelineOptions>& timeline,
    const std::optional<EditedKernel>& kernel) {
    const std::scoped_lock lock(m_mutex);
    const AppliedPlan& applied = requireApplied();
    if (!workload.empty())
        check(workload, parameters, "workload");
    else if (!parameters.empty())
        throw InputError("workload", "missing", "the name of the workload that parameters are for");
    if (partitions && partitions->empty())
        throw InputError("partitions", "empty", "numbers of one partition or more");
    std::vector<RunTarget> targets;
    for (const int index : checked(partitions)) {
        const AppliedPlan::Partition& partition =
            applied.partitions()[static_cast<std::size_t>(index)];
        const PartitionReport& own = partition.report;
        const std::string& name = workload.empty() ? own.workload : workload;
        if (own.isSplit) {
            if (partitions)
                throw InputError(
                    "partitions", std::to_string(index),
                    fmt::format("its groups: {} is split, and its SMs are theirs", own.name));
        } else if (!name.empty())
            targets.push_back(
                {index, partition.context, partition.stream, name,
                 workload.empty() ? own.workloadParameters : parameters, own.name});
        else if (partitions) // asked for by number; of "all", those without one stay idle
            throw InputError(
                "workload", "missing",
                fmt::format("a workload's name, since {} has none of its own", own.name));
    }
    if (targets.empty())
        throw InputError(
            "workload", "missing", "a workload's name, since no partition has one of its own");
    if (kernel)
        replaceCode(targets, *kernel, timeline.has_value());
    m_runs->start(targets, timeline);
}

void PartitionSession::replaceCode(
    std::vector<RunTarget>& targets, const EditedKernel& kernel, bool isLogged) const {
    requireReal(m_device);
    std::shared_ptr<const EditedCode> code;
    for (RunTarget& target : targets) {
        if (target.workload != kernel.workload)
            continue;
        if (code == nullptr)
            code = std::make_shared<const EditedCode>(loadEditedKernel(target.context, kernel));
        target.code = code;
    }
    if (code == nullptr)
        throw InputError(
            "kernel.workload", '"' + kernel.workload + '"',
            "the workload of one of the partitions that are to run");
    if (isLogged && !code->canBeLogged)
        throw InputError(
            "timeline", "asked for",
            fmt::format(
                "a kernel that PARTERRE_KERNEL makes: {} can't record its blocks", kernel.file));
}

void PartitionSession::stop(const std::optional<std::vector<int>>& partitions) {
    const std::scoped_lock lock(m_mutex);
    if (m_runs == nullptr)
        return;
    if (partitions)
        m_runs->stop(checked(partitions));
    else
        m_runs->stopAll();
}

bool PartitionSession::doAlone(const std::function<void(const OpenDevice& device)>& work) {
    const std::scoped_lock lock(m_mutex);
    if (m_applied != nullptr)
        return false;
    work(m_device);
    return true;
}

PartitionSession::Status PartitionSession::status() const {
    const std::scoped_lock lock(m_mutex);
    return {m_applied, m_runs == nullptr ? std::vector<int>() : m_runs->running()};
}

std::map<int, std::string> PartitionSession::remarks() const {
    const std::scoped_lock lock(m_mutex);
    return m_runs == nullptr ? std::map<int, std::string>() : m_runs->remarks();
}

std::optional<RunTotals> PartitionSession::totals(int partition) const {
    const std::scoped_lock lock(m_mutex);
    return m_runs == nullptr ? std::nullopt : m_runs->totals(partition);
}

const AppliedPlan& PartitionSession::requireApplied() const {
    if (m_applied == nullptr)
        throw InputError(
            "device", '"' + m_device.id + '"' + " without partitions",
            "a device on which a plan is applied");
    return *m_applied;
}

std::vector<int>
PartitionSession::checked(const std::optional<std::vector<int>>& partitions) const {
    const std::size_t count = m_applied->partitions().size();
    if (!partitions) {
        std::vector<int> all(count);
        std::iota(all.begin(), all.end(), 0);
        return all;
    }
    for (const int index : *partitions)
        if (index < 0 || static_cast<std::size_t>(index) >= count)
            throw InputError(
                "partitions", std::to_string(index),
                fmt::format("numbers of partitions, 0 to {}", count - 1));
    return *partitions;
}

} // namespace parterre
