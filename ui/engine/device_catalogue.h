// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/device_description.h"
#include "core/model/workload_info.h"
#include "ui/engine/session_part.h"

#include <QStringList>

#include <string>
#include <vector>

namespace parterre::ui {

/// Which GPUs and workloads the engine has, as it described them; chooses a GPU for a plan that
/// names none, and makes the first plan.
class DeviceCatalogue : public SessionPart {
    Q_OBJECT
public:
    using SessionPart::SessionPart;

    const std::vector<DeviceDescription>& devices() const { return m_devices; }
    /// Sentences of the engine about what it did not find.
    const QStringList& notices() const { return m_notices; }
    const std::vector<WorkloadInfo>& workloads() const { return m_workloads; }
    QString workloadUnit(const std::string& name) const;
    /// Whether the rates of several partitions that run it add up to something.
    bool isAdditive(const std::string& workload) const;
    /// The plan's GPU; null until the engine described it.
    const DeviceDescription* device() const;
    /// The one for a plan that names none: the first real one that can be partitioned, else the
    /// first; null while none is known.
    const DeviceDescription* usualDevice() const;
    /// Whether the first plan is on screen: an empty one is meant to be empty then.
    bool hasStarted() const { return m_started; }

    void askWorkloads();
    /// `again`: rescanned() tells that it is answered.
    void askDevices(bool again = false);
    /// Asks for the plan's GPU where it is not described; `anew`: even though it is.
    void describeDevice(bool anew = false);
    /// Lets the engine look where the SMs of the plan's GPU are.
    void probe();
    bool isProbing() const { return m_probing; }

signals:
    void devicesChanged();
    void deviceChanged();
    void rescanned(int count);
    void probingChanged();

private:
    void chooseDevice();
    void offerStartingPlan();
    /// Puts the description that answers `what` in place of the one there was.
    void takeDescription(const std::string& id, const Json& answer, const QString& what);
    bool takeDevices(std::vector<DeviceDescription> devices, QStringList notices);

    std::vector<DeviceDescription> m_devices;
    QStringList m_notices;
    std::vector<WorkloadInfo> m_workloads;
    bool m_started = false;
    bool m_probing = false;
};

} // namespace parterre::ui
