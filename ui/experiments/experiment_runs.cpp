// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/experiment_runs.h"

#include "core/model/protocol.h"
#include "ui/engine/session.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/text.h"

#include <algorithm>
#include <utility>

namespace parterre::ui {

ExperimentRuns::ExperimentRuns(Session& session, QObject* parent)
    : QObject(parent)
    , m_session(session) {
    EngineClient& client = m_session.client();
    connect(&client, &EngineClient::ready, this, &ExperimentRuns::askInfos);
    connect(
        &client, &EngineClient::notified, this, [this](const QString& method, const Json& message) {
            if (method == QLatin1String(protocol::notification::progress))
                takeProgress(message);
        });
    connect(&client, &EngineClient::stateChanged, this, &ExperimentRuns::changed);
    connect(&m_session, &Session::deviceChanged, this, &ExperimentRuns::changed);
    connect(&m_session, &Session::appliedChanged, this, &ExperimentRuns::changed);
    if (client.state() == EngineClient::State::ready)
        askInfos();
}

const ExperimentInfo* ExperimentRuns::find(const std::string& name) const {
    const auto found = std::find_if(
        m_infos.begin(), m_infos.end(), [&](const auto& info) { return info.name == name; });
    return found == m_infos.end() ? nullptr : &*found;
}

void ExperimentRuns::askInfos() {
    m_session.client().request(
        protocol::method::experiments, Json::object(), this,
        [this](const Json& result) {
            try {
                std::vector<ExperimentInfo> infos;
                JsonReader(result, "experiments answer")
                    .forEach("experiments", [&](const auto& item) {
                        infos.push_back(experimentInfoFromJson(item));
                    });
                m_infos = std::move(infos);
                emit infosChanged();
                emit changed();
            } catch (const InputError& error) {
                emit failed({EngineError::unreadable, toQt(error.what()), {}});
            }
        },
        [this](const EngineError& error) {
            if (error.code != EngineError::engineLost)
                emit failed(error);
        });
}

QString ExperimentRuns::whyNot() const {
    if (isRunning())
        return tr("An experiment is under way.");
    if (m_session.client().state() != EngineClient::State::ready)
        return tr("No engine is running.");
    if (m_infos.empty())
        return tr("The engine has not told its experiments.");
    if (!m_session.device())
        return tr("No GPU is described yet.");
    if (const QString reason = m_session.whyNot("green_contexts"); !reason.isEmpty())
        return reason;
    if (m_session.isApplying())
        return tr("An apply is under way.");
    if (m_session.applied())
        return tr("An experiment needs the GPU to itself: release its partitions first.");
    return {};
}

void ExperimentRuns::start(const std::string& experiment, const ExperimentParameters& given) {
    if (!whyNot().isEmpty())
        return;
    const std::string& device = m_session.editor().plan().device;
    Json parameters = given;
    parameters["device"] = device;
    parameters["experiment"] = experiment;
    m_fraction = 0;
    m_step = tr("waiting for the GPU");
    m_request = m_session.client().request(
        protocol::method::experiment, std::move(parameters), this,
        [this](const Json& answer) {
            end();
            try {
                emit finished(experimentResultFromJson(JsonReader(answer, "experiment answer")));
            } catch (const InputError& error) {
                emit failed({EngineError::unreadable, toQt(error.what()), {}});
            }
        },
        [this](const EngineError& error) {
            end();
            if (error.code == static_cast<int>(protocol::ErrorCode::cancelled))
                emit cancelled();
            else
                emit failed(error);
        });
    m_session.setMeasured(device);
    emit changed();
}

void ExperimentRuns::end() {
    m_request.reset();
    m_cancelling = false;
    m_session.setMeasured({});
    emit changed();
}

void ExperimentRuns::cancel() {
    if (!m_request || m_cancelling)
        return;
    m_cancelling = true;
    m_session.client().cancel(*m_request);
    emit changed();
}

void ExperimentRuns::takeProgress(const Json& parameters) {
    const auto id = parameters.find("id");
    if (!m_request || id == parameters.end() || !id->is_number_integer() ||
        id->get<qint64>() != *m_request)
        return;
    try {
        const JsonReader reader(parameters, "progress");
        m_fraction = std::clamp(reader.number("fraction", 0), 0.0, 1.0);
        m_step = toQt(reader.string("text", ""));
    } catch (const InputError&) {
        return; // how far it is is worth no more than that
    }
    emit changed();
}

} // namespace parterre::ui
