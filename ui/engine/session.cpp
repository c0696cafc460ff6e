// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/session.h"

#include "ui/partition/group_looks.h"
#include "ui/partition/plan_changes.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/text.h"

#include <tuple>
#include <utility>

namespace parterre::ui {

Session::Session(EngineClient& client, PlanEditor& editor, QObject* parent)
    : QObject(parent)
    , m_client(client)
    , m_editor(editor)
    , m_catalogue(client, editor, this)
    , m_previews(client, editor, this)
    , m_plans(client, editor, this) {
    connect(&m_editor, &PlanEditor::planChanged, this, &Session::planChanged);
    connect(&m_client, &EngineClient::ready, this, [this] {
        const bool hadPartitions = std::exchange(m_hadPartitions, false);
        m_previews.engineBack();
        m_catalogue.askWorkloads();
        m_catalogue.askDevices();
        askPreview();
        emit engineBack(hadPartitions);
    });
    connect(&m_client, &EngineClient::lost, this, &Session::handleEngineLost);
    connect(&m_client, &EngineClient::notified, &m_plans, &AppliedPlans::handle);
    connect(&m_catalogue, &DeviceCatalogue::devicesChanged, this, &Session::devicesChanged);
    connect(&m_catalogue, &DeviceCatalogue::deviceChanged, this, &Session::deviceChanged);
    connect(&m_catalogue, &DeviceCatalogue::rescanned, this, &Session::rescanned);
    connect(&m_catalogue, &DeviceCatalogue::probingChanged, this, &Session::probingChanged);
    connect(&m_previews, &PreviewRequests::changed, this, &Session::previewChanged);
    connect(&m_previews, &PreviewRequests::answered, this, [this] {
        if (std::exchange(m_applyWanted, false))
            apply();
    });
    connect(&m_plans, &AppliedPlans::changed, this, &Session::appliedChanged);
    connect(&m_plans, &AppliedPlans::applyFinished, this, &Session::applyFinished);
    // What a sub-partition gets can be known while the partition above is applied.
    for (const auto signal : {&AppliedPlans::applyFinished, &AppliedPlans::released})
        connect(&m_plans, signal, this, [this] {
            if (splitsOf(m_editor.plan()).size() > 1)
                m_previews.askAgain();
        });
    connect(&m_plans, &AppliedPlans::runningChanged, this, &Session::runningChanged);
    connect(&m_plans, &AppliedPlans::runStarted, this, &Session::runStarted);
    connect(&m_plans, &AppliedPlans::runStopped, this, &Session::runStopped);
    connect(&m_plans, &AppliedPlans::samplesArrived, this, &Session::samplesArrived);
    connect(&m_plans, &AppliedPlans::timelineChanged, this, &Session::timelineChanged);
    connect(&m_plans, &AppliedPlans::timelineArrived, this, &Session::timelineArrived);
    for (SessionPart* part :
         std::initializer_list<SessionPart*>{&m_catalogue, &m_previews, &m_plans})
        connect(part, &SessionPart::failed, this, &Session::failed);
}

QString Session::whyNot(std::string_view capability) const {
    if (!device())
        return {};
    for (const Capability& one : device()->capabilities)
        if (one.id == capability && !one.available)
            return toQt(one.sentence);
    return {};
}

void Session::rescan() {
    if (m_client.state() == EngineClient::State::ready)
        m_catalogue.askDevices(true);
}

void Session::planChanged() {
    const bool otherDevice = m_shownDevice != m_editor.plan().device;
    if (otherDevice) {
        m_shownDevice = m_editor.plan().device;
        m_previews.forgetPreview();
        m_catalogue.describeDevice();
        emit deviceChanged();
    }
    m_previews.forgetError();
    askPreview();
    m_plans.restartChangedWorkloads();
    emit appliedChanged(); // the pending changes are others now
    if (otherDevice)
        emit runningChanged();
}

void Session::askPreview() {
    if (m_editor.plan().device.empty() || m_client.state() != EngineClient::State::ready)
        return;
    // The starting plan comes once the GPU is described; opening a real one's driver takes seconds,
    // and until then there is nothing to have an opinion on.
    if (m_catalogue.hasStarted() || !m_editor.plan().groups.empty())
        m_previews.ask();
}

QStringList Session::pendingChanges() const {
    const Applied* now = applied();
    return now ? planChanges(now->plan, m_editor.plan()) : QStringList();
}

QString Session::whyNotApply() const {
    if (m_client.state() != EngineClient::State::ready)
        return tr("No engine is running.");
    if (isApplying())
        return tr("An apply is under way.");
    if (!m_measured.empty() && m_measured == m_editor.plan().device)
        return tr("An experiment has this GPU to itself.");
    if (previewError())
        return previewError()->message;
    if (!isPreviewCurrent())
        return tr("Waiting for the driver's answer.");
    if (m_editor.plan().groups.empty() && !m_editor.plan().partitionRemainder)
        return tr("There is no partition to apply.");
    if (preview()->hasErrors())
        return tr("The driver would refuse this plan.");
    if (applied() && pendingChanges().isEmpty())
        return tr("This plan is applied.");
    return {};
}

void Session::setMeasured(const std::string& device) {
    m_measured = device;
    emit appliedChanged(); // whether one can apply is
}

void Session::apply() {
    if (canApply())
        m_plans.apply();
}

void Session::applyWhenPossible() {
    if (canApply())
        apply();
    else
        m_applyWanted = true;
}

QString Session::runKernel(int partition, const EditedKernel& kernel) {
    const Applied* now = applied();
    if (!now || partition < 0 || partition >= static_cast<int>(now->partitions.size()))
        return tr("Nothing is applied: a kernel runs in a partition.");
    const PartitionReport report = now->partitions[static_cast<std::size_t>(partition)];
    if (report.workload != kernel.workload) {
        const GroupPath row = placeOf(m_editor.plan(), report);
        if (row.isNone())
            return tr("%1 has another workload in the plan: give it %2 first.")
                .arg(toQt(report.name), toQt(kernel.workload));
        m_editor.setWorkload(row, toQt(kernel.workload));
    }
    m_plans.runKernel(partition, kernel);
    return {};
}

QString Session::whyNotRevert() const {
    if (!applied())
        return tr("Nothing is applied.");
    return pendingChanges().isEmpty() ? tr("Nothing differs from what is applied.") : QString();
}

void Session::revert() {
    const Applied* now = applied();
    if (!now)
        return;
    PartitionPlan plan = now->plan;
    for (const PartitionReport& report : now->partitions) {
        const auto applied = std::tie(report.workload, report.workloadParameters);
        for (const auto& place : splitsOf(plan)) {
            if (place.parent != report.parent)
                continue;
            if (report.isRemainder)
                std::tie(place.split->remainderWorkload, place.split->remainderWorkloadParameters) =
                    applied;
            for (PlanGroup& group : place.split->groups)
                if (!report.isRemainder && fullName(place.parent, group.name) == report.name)
                    std::tie(group.workload, group.workloadParameters) = applied;
        }
    }
    takeColours(plan, m_editor.plan()); // they are nothing that was applied
    m_editor.revertTo(plan);
}

void Session::setHardwareConnections(int count) {
    m_client.setVariable(QStringLiteral("CUDA_DEVICE_MAX_CONNECTIONS"), QString::number(count));
    restartEngine();
}

void Session::restartEngine() {
    m_hadPartitions = !m_plans.isEmpty();
    m_plans.clear();
    m_previews.engineGone();
    m_client.restart();
    emit appliedChanged();
    emit runningChanged();
}

void Session::handleEngineLost(const QString& reason) {
    const bool hadPartitions = !m_plans.isEmpty();
    m_hadPartitions = m_hadPartitions || hadPartitions;
    m_plans.clear();
    m_previews.engineGone();
    emit engineLost(reason, hadPartitions);
    emit appliedChanged();
    emit runningChanged();
}

} // namespace parterre::ui
