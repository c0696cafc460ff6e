// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/experiment_info.h"
#include "core/model/experiment_result.h"
#include "ui/engine/engine_error.h"

#include <QObject>
#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace parterre::ui {

class Session;

/// Which experiments the engine has, and the one that it makes on the plan's GPU.
class ExperimentRuns : public QObject {
    Q_OBJECT
public:
    /// `session` must outlive this.
    explicit ExperimentRuns(Session& session, QObject* parent = nullptr);

    const std::vector<ExperimentInfo>& infos() const { return m_infos; }
    /// Null for a name that the engine does not know.
    const ExperimentInfo* find(const std::string& name) const;

    bool isRunning() const { return m_request.has_value(); }
    /// Asked for, and not answered yet.
    bool isCancelling() const { return m_cancelling; }
    double fraction() const { return m_fraction; } ///< of the one under way, 0 to 1
    QString step() const { return m_step; }        ///< what it measures now

    /// Why start() can't be asked for now; empty when it can.
    QString whyNot() const;
    void start(const std::string& experiment, const ExperimentParameters& parameters);
    void cancel();

signals:
    void infosChanged();
    void changed(); ///< isRunning(), isCancelling(), fraction(), step() or whyNot()
    void finished(const parterre::ExperimentResult& result);
    void cancelled();
    /// `error` of an engine that was lost, too.
    void failed(const parterre::ui::EngineError& error);

private:
    void askInfos();
    void takeProgress(const Json& parameters);
    void end();

    Session& m_session;
    std::vector<ExperimentInfo> m_infos;
    std::optional<qint64> m_request;
    bool m_cancelling = false;
    double m_fraction = 0;
    QString m_step;
};

} // namespace parterre::ui
