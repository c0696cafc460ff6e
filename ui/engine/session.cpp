// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/session.h"

#include "core/model/device_id.h"
#include "core/model/protocol.h"
#include "ui/partition/plan_changes.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/text.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace parterre::ui {
namespace {

constexpr const char* simulatedDefault = "sim:h200";

/// A workload that has no say in what is applied must not make two plans differ.
PartitionPlan withoutWorkloads(PartitionPlan plan) {
    plan.remainderWorkload.clear();
    for (PlanGroup& group : plan.groups)
        group.workload.clear();
    return plan;
}

/// The first thing a newcomer sees: a compute-bound and a memory-bound partition side by side.
PartitionPlan startingPlan(const DeviceDescription& device) {
    const int unit = device.smResource ? std::max(device.smResource->coscheduledAlignment, 1) : 1;
    const auto part = [&](int divisor) {
        return std::max(device.smCount / divisor / unit * unit, unit);
    };
    PartitionPlan plan = planOfCounts(device.id, {part(2), part(4)});
    plan.groups[0].workload = "fma";
    plan.groups[1].workload = "copy";
    return plan;
}

Json partitionList(const std::string& device, const std::set<int>& partitions) {
    return Json{{"device", device}, {"partitions", partitions}};
}

} // namespace

Session::Session(EngineClient& client, PlanEditor& editor, QObject* parent)
    : QObject(parent)
    , m_client(client)
    , m_editor(editor) {
    connect(&m_editor, &PlanEditor::planChanged, this, &Session::planChanged);
    connect(&m_client, &EngineClient::ready, this, [this] {
        const bool hadPartitions = std::exchange(m_hadPartitions, false);
        m_previewInFlight = false;
        askWorkloads();
        askDevices();
        askPreview();
        emit engineBack(hadPartitions);
    });
    connect(&m_client, &EngineClient::lost, this, &Session::handleEngineLost);
    connect(&m_client, &EngineClient::notified, this, &Session::handleNotification);
}

EngineClient::OnError Session::failure(const QString& what) {
    return [this, what](const EngineError& error) {
        if (error.code != EngineError::engineLost) // engineLost() has told already
            emit failed(what, error);
    };
}

QString Session::workloadUnit(const std::string& name) const {
    for (const WorkloadInfo& workload : m_workloads)
        if (workload.name == name)
            return toQt(workload.unit);
    return {};
}

const DeviceDescription* Session::device() const {
    const auto found = std::find_if(m_devices.begin(), m_devices.end(), [&](const auto& device) {
        return device.id == m_editor.plan().device;
    });
    return found == m_devices.end() ? nullptr : &*found;
}

void Session::askWorkloads() {
    m_client.request(
        protocol::method::workloads, Json::object(), this,
        [this](const Json& result) {
            try {
                std::vector<WorkloadInfo> workloads;
                JsonReader(result, "workloads answer").forEach("workloads", [&](const auto& item) {
                    workloads.push_back(workloadFromJson(item));
                });
                m_workloads = std::move(workloads);
                emit devicesChanged();
            } catch (const InputError& error) {
                emit failed(
                    tr("Listing the workloads"), {EngineError::unreadable, toQt(error.what()), {}});
            }
        },
        failure(tr("Listing the workloads")));
}

void Session::rescan() {
    if (m_client.state() == EngineClient::State::ready)
        askDevices(true);
}

void Session::askDevices(bool again) {
    m_client.request(
        protocol::method::devices, Json{{"simulated", {simulatedDefault}}}, this,
        [this, again](const Json& result) {
            std::vector<DeviceDescription> devices;
            QStringList notices;
            try {
                const JsonReader reader(result, "devices answer");
                reader.forEach("devices", [&](const JsonReader& item) {
                    devices.push_back(deviceFromJson(item));
                });
                if (const Json& list = reader.raw("notices"); list.is_array())
                    for (const Json& notice : list)
                        if (notice.is_string())
                            notices << toQt(notice.get<std::string>());
            } catch (const InputError& error) {
                emit failed(
                    tr("Listing the GPUs"), {EngineError::unreadable, toQt(error.what()), {}});
                return;
            }
            const bool isOther = takeDevices(std::move(devices), std::move(notices));
            chooseDevice();
            offerStartingPlan();
            if (isOther) {
                emit devicesChanged();
                emit deviceChanged();
            }
            if (again)
                emit rescanned(static_cast<int>(m_devices.size()));
        },
        failure(tr("Listing the GPUs")));
}

/// True when something is another than before: views that are shown the same again would flicker.
bool Session::takeDevices(std::vector<DeviceDescription> devices, QStringList notices) {
    const std::string& planned = m_editor.plan().device;
    const bool isListed = std::any_of(
        devices.begin(), devices.end(), [&](const auto& one) { return one.id == planned; });
    // One that the plan names in another way than the list does stays, until it is described anew.
    const DeviceDescription* before = device();
    if (before && !isListed)
        devices.push_back(*before);
    const bool isOther = devices != m_devices || notices != m_notices;
    m_devices = std::move(devices);
    m_notices = std::move(notices);
    describeDevice(!isListed);
    return isOther;
}

void Session::chooseDevice() {
    if (!m_editor.plan().device.empty() || m_devices.empty())
        return;
    const auto real =
        std::find_if(m_devices.begin(), m_devices.end(), [](const DeviceDescription& device) {
            return !device.simulated && device.smResource;
        });
    PartitionPlan plan = m_editor.plan();
    plan.device = (real == m_devices.end() ? m_devices.front() : *real).id;
    m_editor.load(plan);
}

void Session::offerStartingPlan() {
    const DeviceDescription* described = device();
    if (!described || std::exchange(m_started, true) || !m_editor.plan().groups.empty())
        return;
    m_editor.load(startingPlan(*described));
}

void Session::describeDevice(bool anew) {
    const std::string wanted = m_editor.plan().device;
    if (wanted.empty() || (device() && !anew) || m_client.state() != EngineClient::State::ready)
        return;
    // A UUID, a PCI address or another driver version: not in the list under this id.
    m_client.request(
        protocol::method::inspect, Json{{"device", wanted}}, this,
        [this, wanted](const Json& result) {
            try {
                DeviceDescription described = deviceFromJson(JsonReader(result, "device"));
                described.id = wanted; // the name the plan knows it by
                const auto known =
                    std::find_if(m_devices.begin(), m_devices.end(), [&](const auto& one) {
                        return one.id == wanted;
                    });
                if (known != m_devices.end() && *known == described)
                    return;
                if (known != m_devices.end())
                    *known = std::move(described);
                else
                    m_devices.push_back(std::move(described));
            } catch (const InputError& error) {
                emit failed(
                    tr("Inspecting %1").arg(toQt(wanted)),
                    {EngineError::unreadable, toQt(error.what()), {}});
                return;
            }
            offerStartingPlan();
            emit devicesChanged();
            emit deviceChanged();
        },
        [this, wanted](const EngineError& error) {
            if (error.code != EngineError::engineLost &&
                std::erase_if(m_devices, [&](const auto& one) { return one.id == wanted; }) > 0) {
                // It is not there any more.
                emit devicesChanged();
                emit deviceChanged();
            }
            failure(tr("Inspecting %1").arg(toQt(wanted)))(error);
        });
}

void Session::planChanged() {
    const bool otherDevice = m_shownDevice != m_editor.plan().device;
    if (otherDevice) {
        m_shownDevice = m_editor.plan().device;
        m_preview.reset();
        describeDevice();
        emit deviceChanged();
    }
    m_previewError.reset();
    askPreview();
    restartChangedWorkloads();
    emit appliedChanged(); // the pending changes are others now
    if (otherDevice)
        emit runningChanged();
}

void Session::askPreview() {
    if (m_editor.plan().device.empty() || m_client.state() != EngineClient::State::ready)
        return;
    // The starting plan comes once the GPU is described; opening a real one's driver takes seconds,
    // and until then there is nothing to have an opinion on.
    if (!m_started && m_editor.plan().groups.empty())
        return;
    // One in flight at a time, and after it the newest plan only: a drag never queues up.
    if (m_previewInFlight) {
        m_previewWanted = true;
        return;
    }
    if (isPreviewCurrent() && !m_previewWanted && !m_previewError) {
        emit previewChanged();
        return;
    }
    m_previewInFlight = true;
    m_previewWanted = false;
    const PartitionPlan asked = m_editor.plan();
    m_client.request(
        protocol::method::preview, Json{{"plan", asked}}, this,
        [this, asked](const Json& result) {
            try {
                Preview preview = previewFromJson(JsonReader(result, "preview"));
                if (asked.device == m_editor.plan().device) {
                    m_preview = std::move(preview);
                    m_previewedPlan = asked;
                    m_previewError.reset();
                }
            } catch (const InputError& error) {
                m_previewError = EngineError{EngineError::unreadable, toQt(error.what()), {}};
            }
            previewAnswered();
        },
        [this, asked](const EngineError& error) {
            if (error.code == EngineError::engineLost)
                return;
            m_preview.reset();
            m_previewedPlan = asked;
            m_previewError = error;
            previewAnswered();
        });
}

void Session::previewAnswered() {
    m_previewInFlight = false;
    if (m_previewWanted) {
        m_previewError.reset();
        askPreview();
    }
    emit previewChanged();
    if (!m_previewInFlight && std::exchange(m_applyWanted, false))
        apply();
}

bool Session::isPreviewCurrent() const {
    return m_preview && withoutWorkloads(m_previewedPlan) == withoutWorkloads(m_editor.plan());
}

const Applied* Session::applied() const {
    const auto found = m_applied.find(m_editor.plan().device);
    return found == m_applied.end() ? nullptr : &found->second;
}

Applied* Session::appliedNow() {
    return const_cast<Applied*>(std::as_const(*this).applied());
}

QStringList Session::pendingChanges() const {
    const Applied* now = applied();
    return now ? planChanges(now->plan, m_editor.plan()) : QStringList();
}

QString Session::whyNotApply() const {
    if (m_client.state() != EngineClient::State::ready)
        return tr("No engine is running.");
    if (m_applying)
        return tr("An apply is under way.");
    if (m_previewError)
        return m_previewError->message;
    if (!isPreviewCurrent())
        return tr("Waiting for the driver's answer.");
    if (m_editor.plan().groups.empty() && !m_editor.plan().partitionRemainder)
        return tr("There is no partition to apply.");
    if (m_preview->hasErrors())
        return tr("The driver would refuse this plan.");
    if (applied() && pendingChanges().isEmpty())
        return tr("This plan is applied.");
    return {};
}

bool Session::isRunning(int partition) const {
    const Applied* now = applied();
    return now && now->running.contains(partition);
}

bool Session::isAnyRunning() const {
    const Applied* now = applied();
    return now && !now->running.empty();
}

std::string Session::plannedWorkload(int partition) const {
    const Applied* now = applied();
    if (!now || partition < 0 || partition >= static_cast<int>(now->partitions.size()))
        return {};
    const PartitionReport& report = now->partitions[static_cast<std::size_t>(partition)];
    if (report.isRemainder)
        return m_editor.plan().remainderWorkload;
    for (const PlanGroup& group : m_editor.plan().groups)
        if (group.name == report.name)
            return group.workload;
    return report.workload; // removed from the plan, still applied
}

bool Session::hasWorkload(int partition) const {
    return !plannedWorkload(partition).empty();
}

void Session::apply() {
    if (!canApply())
        return;
    m_applying = true;
    emit appliedChanged();
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
                emit failed(
                    tr("Applying the plan"), {EngineError::unreadable, toQt(error.what()), {}});
            }
            emit appliedChanged();
            emit runningChanged();
        },
        [this](const EngineError& error) {
            m_applying = false;
            failure(tr("Applying the plan"))(error);
            emit appliedChanged();
        });
}

void Session::applyWhenPossible() {
    if (canApply())
        apply();
    else
        m_applyWanted = true;
}

void Session::release() {
    const std::string device = m_editor.plan().device;
    m_client.request(
        protocol::method::release, Json{{"device", device}}, this,
        [this, device](const Json&) {
            if (const auto before = m_applied.find(device); before != m_applied.end())
                markStopped(device, before->second.running);
            m_applied.erase(device);
            emit appliedChanged();
            emit runningChanged();
        },
        failure(tr("Releasing the partitions")));
}

void Session::revert() {
    const Applied* now = applied();
    if (!now)
        return;
    PartitionPlan plan = now->plan;
    for (const PartitionReport& report : now->partitions) {
        if (report.isRemainder)
            plan.remainderWorkload = report.workload;
        for (PlanGroup& group : plan.groups)
            if (!report.isRemainder && group.name == report.name)
                group.workload = report.workload;
    }
    m_editor.revertTo(plan);
}

void Session::sendRun(const std::string& device, const std::set<int>& partitions) {
    // Those that share a workload start in one request, so that they start together.
    std::map<std::string, std::set<int>> byWorkload;
    for (const int partition : partitions)
        byWorkload[plannedWorkload(partition)].insert(partition);
    for (const auto& [workload, some] : byWorkload) {
        Json parameters = partitionList(device, some);
        parameters["workload"] = workload;
        m_client.request(
            protocol::method::run, std::move(parameters), this, [](const Json&) {},
            [this, device, some = some](const EngineError& error) {
                markStopped(device, some);
                failure(tr("Starting a workload"))(error);
            });
    }
}

void Session::startRun(const std::set<int>& partitions) {
    Applied* now = appliedNow();
    if (!now || partitions.empty())
        return;
    now->running.insert(partitions.begin(), partitions.end());
    emit runStarted(partitions);
    emit runningChanged();
    sendRun(m_editor.plan().device, partitions);
}

void Session::runAll() {
    const Applied* now = applied();
    if (!now)
        return;
    std::set<int> idle;
    for (int i = 0; i < static_cast<int>(now->partitions.size()); ++i)
        if (!isRunning(i) && hasWorkload(i))
            idle.insert(i);
    startRun(idle);
}

void Session::run(int partition) {
    if (!isRunning(partition) && hasWorkload(partition))
        startRun({partition});
}

void Session::stopAll() {
    if (const Applied* now = applied(); now && !now->running.empty()) {
        const std::string device = m_editor.plan().device;
        const std::set<int> partitions = now->running;
        m_client.request(
            protocol::method::stop, Json{{"device", device}}, this,
            [this, device, partitions](const Json&) { markStopped(device, partitions); },
            failure(tr("Stopping the workloads")));
    }
}

void Session::stop(int partition) {
    const std::string device = m_editor.plan().device;
    m_client.request(
        protocol::method::stop, partitionList(device, {partition}), this,
        [this, device, partition](const Json&) { markStopped(device, {partition}); },
        failure(tr("Stopping a workload")));
}

void Session::markStopped(const std::string& device, const std::set<int>& partitions) {
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

void Session::restartChangedWorkloads() {
    Applied* now = appliedNow();
    if (!now)
        return;
    std::set<int> changed;
    for (int i = 0; i < static_cast<int>(now->partitions.size()); ++i) {
        std::string& runs = now->partitions[static_cast<std::size_t>(i)].workload;
        const std::string planned = plannedWorkload(i);
        if (runs != planned && now->running.contains(i))
            changed.insert(i);
        runs = planned;
    }
    if (changed.empty())
        return;
    const std::string device = m_editor.plan().device;
    m_client.request(
        protocol::method::stop, partitionList(device, changed), this,
        [this, device, changed](const Json&) {
            markStopped(device, changed);
            if (device != m_editor.plan().device)
                return;
            std::set<int> again;
            for (const int partition : changed)
                if (hasWorkload(partition))
                    again.insert(partition);
            startRun(again);
        },
        failure(tr("Changing a workload")));
}

void Session::setHardwareConnections(int count) {
    m_client.setVariable(QStringLiteral("CUDA_DEVICE_MAX_CONNECTIONS"), QString::number(count));
    restartEngine();
}

void Session::restartEngine() {
    m_hadPartitions = !m_applied.empty();
    m_applied.clear();
    m_applying = false;
    m_previewInFlight = false;
    m_previewWanted = true;
    m_client.restart();
    emit appliedChanged();
    emit runningChanged();
}

void Session::handleEngineLost(const QString& reason) {
    const bool hadPartitions = !m_applied.empty();
    m_hadPartitions = m_hadPartitions || hadPartitions;
    m_applied.clear();
    m_applying = false;
    m_previewInFlight = false;
    m_previewWanted = true; // the new engine may be of another driver
    emit engineLost(reason, hadPartitions);
    emit appliedChanged();
    emit runningChanged();
}

void Session::handleNotification(const QString& method, const Json& parameters) {
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
        } else if (method == QLatin1String(protocol::notification::runFailed)) {
            const auto partition = static_cast<int>(reader.integer("partition", 0, 1 << 20));
            markStopped(reader.string("device", ""), {partition});
            emit failed(
                tr("Running a workload"), {static_cast<int>(protocol::ErrorCode::refused),
                                           toQt(reader.string("message", "")), reader.raw("data")});
        }
    } catch (const InputError& error) {
        emit failed(
            tr("Reading what the engine sent"), {EngineError::unreadable, toQt(error.what()), {}});
    }
}

} // namespace parterre::ui
