// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

#include <optional>
#include <string>

namespace parterre {
struct DeviceDescription;
}

namespace parterre::ui {

class Session;

/// A plan from a file may be for a GPU that is not here, or be named as one here that is another
/// one. Then it is fitted to what is here, as one edit; at once, or when the engine has told which
/// GPUs there are.
class PlanFitting : public QObject {
    Q_OBJECT
public:
    /// `session` must outlive it.
    explicit PlanFitting(Session& session, QObject* parent = nullptr);

    /// The editor has just loaded the plan. `elsewhere`: the GPU that gets the plan where its own
    /// is not here, usually the one that was on screen before; empty: the usual one. Without a
    /// value the plan stays on its own GPU, here or not.
    void begin(const std::optional<std::string>& elsewhere);

signals:
    /// The plan was changed; see PlanMapping::changes.
    void fitted(const parterre::DeviceDescription& device, const QStringList& changes);

private:
    void fit();
    /// The GPU to fit to; null while that is not known, or where there is nothing to fit.
    const DeviceDescription* target();

    Session& m_session;
    bool m_isWaiting = false;
    std::string m_planned; ///< the plan's GPU
    std::optional<std::string> m_elsewhere;
};

} // namespace parterre::ui
