// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/device_catalogue.h"

#include "core/model/protocol.h"
#include "core/model/starting_points.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/text.h"

#include <algorithm>
#include <utility>

namespace parterre::ui {
namespace {

constexpr const char* simulatedDefault = "sim:h200";

} // namespace

QString DeviceCatalogue::workloadUnit(const std::string& name) const {
    for (const WorkloadInfo& workload : m_workloads)
        if (workload.name == name)
            return toQt(workload.unit);
    return {};
}

bool DeviceCatalogue::isAdditive(const std::string& workload) const {
    return std::none_of(m_workloads.begin(), m_workloads.end(), [&](const WorkloadInfo& one) {
        return one.name == workload && !one.isAdditive;
    });
}

const DeviceDescription* DeviceCatalogue::device() const {
    const auto found = std::find_if(m_devices.begin(), m_devices.end(), [&](const auto& device) {
        return device.id == m_editor.plan().device;
    });
    return found == m_devices.end() ? nullptr : &*found;
}

const DeviceDescription* DeviceCatalogue::usualDevice() const {
    if (m_devices.empty())
        return nullptr;
    const auto real =
        std::find_if(m_devices.begin(), m_devices.end(), [](const DeviceDescription& device) {
            return !device.simulated && device.smResource;
        });
    return real == m_devices.end() ? &m_devices.front() : &*real;
}

void DeviceCatalogue::askWorkloads() {
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
                tellUnreadable(tr("Listing the workloads"), error);
            }
        },
        failure(tr("Listing the workloads")));
}

void DeviceCatalogue::askDevices(bool again) {
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
                tellUnreadable(tr("Listing the GPUs"), error);
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
bool DeviceCatalogue::takeDevices(std::vector<DeviceDescription> devices, QStringList notices) {
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

void DeviceCatalogue::chooseDevice() {
    if (!m_editor.plan().device.empty() || m_devices.empty())
        return;
    PartitionPlan plan = m_editor.plan();
    plan.device = usualDevice()->id;
    m_editor.load(plan);
}

void DeviceCatalogue::offerStartingPlan() {
    const DeviceDescription* described = device();
    if (!described || std::exchange(m_started, true) || !m_editor.plan().groups.empty())
        return;
    m_editor.load(firstPlan(*described));
}

void DeviceCatalogue::takeDescription(
    const std::string& id, const Json& answer, const QString& what) {
    try {
        DeviceDescription described = deviceFromJson(JsonReader(answer, "device"));
        described.id = id; // the name the plan knows it by
        const auto known = std::find_if(
            m_devices.begin(), m_devices.end(), [&](const auto& one) { return one.id == id; });
        if (known != m_devices.end() && *known == described)
            return;
        if (known != m_devices.end())
            *known = std::move(described);
        else
            m_devices.push_back(std::move(described));
    } catch (const InputError& error) {
        tellUnreadable(what, error);
        return;
    }
    offerStartingPlan();
    emit devicesChanged();
    emit deviceChanged();
}

void DeviceCatalogue::probe() {
    const std::string wanted = m_editor.plan().device;
    if (m_probing || wanted.empty())
        return;
    const auto setProbing = [this](bool on) {
        m_probing = on;
        emit probingChanged();
    };
    setProbing(true);
    const QString what = tr("Looking where the SMs of %1 are").arg(toQt(wanted));
    m_client.request(
        protocol::method::probe, Json{{"device", wanted}}, this,
        [this, setProbing, wanted, what](const Json& result) {
            setProbing(false);
            takeDescription(wanted, result, what);
        },
        [this, setProbing, what](const EngineError& error) {
            setProbing(false);
            failure(what)(error);
        });
}

void DeviceCatalogue::describeDevice(bool anew) {
    const std::string wanted = m_editor.plan().device;
    if (wanted.empty() || (device() && !anew) || m_client.state() != EngineClient::State::ready)
        return;
    // A UUID, a PCI address or another driver version: not in the list under this id.
    m_client.request(
        protocol::method::inspect, Json{{"device", wanted}}, this,
        [this, wanted](const Json& result) {
            takeDescription(wanted, result, tr("Inspecting %1").arg(toQt(wanted)));
        },
        [this, wanted](const EngineError& error) {
            if (error.code != EngineError::engineLost &&
                std::erase_if(m_devices, [&](const auto& one) { return one.id == wanted; }) > 0) {
                // It is not there any more.
                emit devicesChanged();
                emit deviceChanged();
            }
            if (wanted == m_editor.plan().device) // else nobody wants to know any more
                failure(tr("Inspecting %1").arg(toQt(wanted)))(error);
        });
}

} // namespace parterre::ui
