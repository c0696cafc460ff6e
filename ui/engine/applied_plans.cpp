// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/applied_plans.h"

#include "core/model/protocol.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/text.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace parterre::ui {
namespace {

Json partitionList(const std::string& device, const std::set<int>& partitions) {
    return Json{{"device", device}, {"partitions", partitions}};
}

} // namespace

const Applied* AppliedPlans::applied() const {
    const auto found = m_applied.find(m_editor.plan().device);
    return found == m_applied.end() ? nullptr : &found->second;
}

Applied* AppliedPlans::appliedNow() {
    return const_cast<Applied*>(std::as_const(*this).applied());
}

bool AppliedPlans::isRunning(int partition) const {
    const Applied* now = applied();
    return now && now->running.contains(partition);
}

AppliedPlans::PlannedWorkload AppliedPlans::plannedWorkload(int partition) const {
    const Applied* now = applied();
    if (!now || partition < 0 || partition >= static_cast<int>(now->partitions.size()))
        return {};
    const PartitionReport& report = now->partitions[static_cast<std::size_t>(partition)];
    if (report.isSplit) // whatever the plan says by now
        return {};
    for (const auto& place : splitsOf(m_editor.plan())) {
        if (place.parent != report.parent)
            continue;
        if (report.isRemainder)
            return {place.split->remainderWorkload, place.split->remainderWorkloadParameters};
        for (const PlanGroup& group : place.split->groups)
            if (fullName(place.parent, group.name) == report.name && !group.split)
                return {group.workload, group.workloadParameters};
    }
    // Removed from the plan or split again there, still applied.
    return {report.workload, report.workloadParameters};
}

std::optional<EditedKernel> AppliedPlans::editedKernel(int partition) const {
    const Applied* now = applied();
    const auto found = now->kernels.find(partition);
    if (found == now->kernels.end() || found->second.workload != plannedWorkload(partition).first)
        return {};
    return found->second;
}

bool AppliedPlans::hasWorkload(int partition) const {
    return !plannedWorkload(partition).first.empty();
}

void AppliedPlans::apply() {
    m_applying = true;
    emit changed();
    const PartitionPlan plan = m_editor.plan();
    m_client.request(
        protocol::method::apply, Json{{"plan", plan}}, this,
        [this, plan](const Json& result) {
            m_applying = false;
            try {
                Applied now;
                now.plan = plan;
                JsonReader(result, "apply answer").forEach("partitions", [&](const auto& item) {
                    now.partitions.push_back(partitionReportFromJson(item));
                });
                if (const auto before = m_applied.find(plan.device); before != m_applied.end())
                    markStopped(plan.device, before->second.running);
                m_applied[plan.device] = std::move(now);
                emit applyFinished();
            } catch (const InputError& error) {
                tellUnreadable(tr("Applying the plan"), error);
            }
            emit changed();
            emit runningChanged();
        },
        [this](const EngineError& error) {
            m_applying = false;
            failure(tr("Applying the plan"))(error);
            emit changed();
        });
}

void AppliedPlans::release() {
    const std::string device = m_editor.plan().device;
    m_client.request(
        protocol::method::release, Json{{"device", device}}, this,
        [this, device](const Json&) {
            if (const auto before = m_applied.find(device); before != m_applied.end())
                markStopped(device, before->second.running);
            m_applied.erase(device);
            emit released();
            emit changed();
            emit runningChanged();
        },
        failure(tr("Releasing the partitions")));
}

void AppliedPlans::sendRun(const std::string& device, const std::set<int>& partitions) {
    // Those that share a workload start in one request, so that they start together.
    using Asked = std::pair<PlannedWorkload, std::optional<EditedKernel>>;
    std::map<Asked, std::set<int>> byWorkload;
    for (const int partition : partitions)
        byWorkload[{plannedWorkload(partition), editedKernel(partition)}].insert(partition);
    for (const auto& [asked, some] : byWorkload) {
        const auto& [workload, kernel] = asked;
        Json parameters = partitionList(device, some);
        parameters["workload"] = workload.first;
        if (!workload.second.empty())
            parameters["workload_parameters"] = workload.second;
        if (kernel)
            parameters["kernel"] = *kernel;
        if (m_timeline)
            parameters["timeline"] = {
                {"window_ms", m_timeline->window.count()},
                {"period_ms", m_timeline->period.count()}};
        m_client.request(
            protocol::method::run, std::move(parameters), this, [](const Json&) {},
            [this, device, some = some](const EngineError& error) {
                markStopped(device, some);
                failure(tr("Starting a workload"))(error);
            });
    }
}

void AppliedPlans::startRun(const std::set<int>& partitions) {
    Applied* now = appliedNow();
    if (!now || partitions.empty())
        return;
    now->running.insert(partitions.begin(), partitions.end());
    emit runStarted(partitions);
    emit runningChanged();
    sendRun(m_editor.plan().device, partitions);
}

void AppliedPlans::runAll() {
    Applied* now = appliedNow();
    if (!now)
        return;
    std::set<int> idle;
    for (int i = 0; i < static_cast<int>(now->partitions.size()); ++i)
        if (!isRunning(i) && hasWorkload(i)) {
            idle.insert(i);
            now->kernels.erase(i); // it is the catalogue's that is asked for
        }
    startRun(idle);
}

void AppliedPlans::run(int partition) {
    if (isRunning(partition) || !hasWorkload(partition))
        return;
    appliedNow()->kernels.erase(partition); // it is the catalogue's that is asked for
    startRun({partition});
}

void AppliedPlans::runKernel(int partition, const EditedKernel& kernel) {
    if (plannedWorkload(partition).first != kernel.workload)
        return;
    appliedNow()->kernels[partition] = kernel;
    if (isRunning(partition))
        restart({partition}, tr("Running an edited kernel"));
    else
        startRun({partition});
}

void AppliedPlans::stopAll() {
    if (const Applied* now = applied(); now && !now->running.empty()) {
        const std::string device = m_editor.plan().device;
        const std::set<int> partitions = now->running;
        m_client.request(
            protocol::method::stop, Json{{"device", device}}, this,
            [this, device, partitions](const Json&) { markStopped(device, partitions); },
            failure(tr("Stopping the workloads")));
    }
}

void AppliedPlans::stop(int partition) {
    const std::string device = m_editor.plan().device;
    m_client.request(
        protocol::method::stop, partitionList(device, {partition}), this,
        [this, device, partition](const Json&) { markStopped(device, {partition}); },
        failure(tr("Stopping a workload")));
}

void AppliedPlans::markStopped(const std::string& device, const std::set<int>& partitions) {
    const auto found = m_applied.find(device);
    if (found == m_applied.end())
        return;
    const bool isShown = device == m_editor.plan().device;
    if (isShown)
        emit runStopped(partitions); // before the change: `partitions` may be the very set changed
    std::set<int> left;
    std::set_difference(
        found->second.running.begin(), found->second.running.end(), partitions.begin(),
        partitions.end(), std::inserter(left, left.end()));
    found->second.running = std::move(left);
    if (isShown)
        emit runningChanged();
}

void AppliedPlans::restartChangedWorkloads() {
    Applied* now = appliedNow();
    if (!now)
        return;
    std::set<int> changed;
    for (int i = 0; i < static_cast<int>(now->partitions.size()); ++i) {
        PartitionReport& report = now->partitions[static_cast<std::size_t>(i)];
        const PlannedWorkload runs{report.workload, report.workloadParameters};
        const PlannedWorkload planned = plannedWorkload(i);
        if (runs != planned && now->running.contains(i))
            changed.insert(i);
        std::tie(report.workload, report.workloadParameters) = planned;
    }
    restart(changed, tr("Changing a workload"));
}

void AppliedPlans::restart(const std::set<int>& partitions, const QString& what) {
    // One whose stop is under way starts with what is asked for by then anyway.
    const std::string device = m_editor.plan().device;
    std::set<int> stopped;
    for (const int partition : partitions)
        if (m_restarting[device].insert(partition).second)
            stopped.insert(partition);
    if (stopped.empty())
        return;
    const auto done = [this, device, stopped] {
        for (const int partition : stopped)
            m_restarting[device].erase(partition);
    };
    m_client.request(
        protocol::method::stop, partitionList(device, stopped), this,
        [this, device, stopped, done](const Json&) {
            done();
            markStopped(device, stopped);
            if (device != m_editor.plan().device)
                return;
            std::set<int> again;
            for (const int partition : stopped)
                if (hasWorkload(partition))
                    again.insert(partition);
            startRun(again);
        },
        [this, what, done](const EngineError& error) {
            done();
            failure(what)(error);
        });
}

void AppliedPlans::setTimeline(const std::optional<TimelineOptions>& timeline) {
    if (timeline == m_timeline)
        return;
    m_timeline = timeline;
    emit timelineChanged();
    if (const Applied* now = applied())
        restart(now->running, tr("Switching the timeline"));
}

void AppliedPlans::handle(const QString& method, const Json& parameters) {
    try {
        const JsonReader reader(parameters, fromQt(method));
        if (method == QLatin1String(protocol::notification::samples)) {
            if (reader.string("device", "") != m_editor.plan().device)
                return;
            std::vector<Sample> samples;
            reader.forEach("samples", [&](const JsonReader& item) {
                samples.push_back(sampleFromJson(item));
            });
            emit samplesArrived(samples);
        } else if (method == QLatin1String(protocol::notification::timeline)) {
            if (reader.string("device", "") != m_editor.plan().device)
                return;
            std::vector<TimelineBatch> batches;
            reader.forEach("batches", [&](const JsonReader& item) {
                batches.push_back(timelineBatchFromJson(item));
            });
            emit timelineArrived(batches);
        } else if (method == QLatin1String(protocol::notification::runFailed)) {
            const auto partition = static_cast<int>(reader.integer("partition", 0, 1 << 20));
            markStopped(reader.string("device", ""), {partition});
            if (reader.has("data") && reader.object("data").boolean("ends_engine", false))
                return; // told when the engine has ended
            emit failed(
                tr("Running a workload"), {static_cast<int>(protocol::ErrorCode::refused),
                                           toQt(reader.string("message", "")), reader.raw("data")});
        }
    } catch (const InputError& error) {
        tellUnreadable(tr("Reading what the engine sent"), error);
    }
}

void AppliedPlans::clear() {
    m_applied.clear();
    m_applying = false;
    m_restarting.clear();
}

} // namespace parterre::ui
