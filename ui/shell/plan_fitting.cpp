// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/plan_fitting.h"

#include "core/model/device_id.h"
#include "core/model/plan_mapping.h"
#include "ui/engine/session.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/text.h"

#include <algorithm>
#include <cctype>

namespace parterre::ui {
namespace {

/// Whether the id names that real GPU, in whatever spelling the engine understands.
bool names(const std::string& id, const DeviceDescription& device) {
    if (id == device.id)
        return true;
    const auto plain = [](std::string text) {
        std::transform(text.begin(), text.end(), text.begin(), [](unsigned char letter) {
            return static_cast<char>(std::tolower(letter));
        });
        return text.starts_with("gpu-") ? text.substr(4) : text;
    };
    const std::string name = plain(id.substr(id.find(':') + 1));
    return !device.simulated && (name == plain(device.uuid) || name == plain(device.pciAddress) ||
                                 "0000:" + name == plain(device.pciAddress));
}

} // namespace

PlanFitting::PlanFitting(Session& session, QObject* parent)
    : QObject(parent)
    , m_session(session) {
    connect(&m_session, &Session::deviceChanged, this, &PlanFitting::fit);
    connect(&m_session, &Session::devicesChanged, this, &PlanFitting::fit);
}

void PlanFitting::begin(const std::optional<std::string>& elsewhere) {
    m_isWaiting = true;
    m_planned = m_session.editor().plan().device;
    m_elsewhere = elsewhere;
    fit();
}

const DeviceDescription* PlanFitting::target() {
    const std::vector<DeviceDescription>& devices = m_session.devices();
    const auto named = [&](const std::string& id) {
        const auto found = std::find_if(
            devices.begin(), devices.end(), [&](const auto& device) { return names(id, device); });
        return found == devices.end() ? nullptr : &*found;
    };
    const std::string& planned = m_session.editor().plan().device;
    if (const DeviceDescription* own = named(planned))
        return own;
    // One that the engine makes when it is asked for is described then.
    if (planned.empty() || !m_elsewhere ||
        DeviceId::parse(planned).kind == DeviceId::Kind::simulated)
        return nullptr;
    const DeviceDescription* shown = named(*m_elsewhere);
    return shown ? shown : m_session.usualDevice();
}

void PlanFitting::fit() {
    if (!m_isWaiting || m_session.devices().empty())
        return;
    PlanEditor& editor = m_session.editor();
    const PartitionPlan& plan = editor.plan();
    if (plan.device != m_planned && !m_planned.empty()) { // somebody chose another one meanwhile
        m_isWaiting = false;
        return;
    }
    const DeviceDescription* found = target();
    if (!found)
        return;
    m_isWaiting = false;
    const bool isHere = names(plan.device, *found);
    if (isHere && (!plan.madeFor || plan.madeFor->smCount == found->smCount))
        return;
    const DeviceDescription device = *found; // edits may bring others
    const PlanMapping mapped = mapPlan(plan, device);
    editor.replace(tr("Fit to %1").arg(toQt(device.name)), mapped.plan);
    QStringList changes;
    for (const std::string& change : mapped.changes)
        changes << toQt(change);
    emit fitted(device, changes);
}

} // namespace parterre::ui
