// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/engine_messages.h"

#include "ui/engine/session.h"

namespace parterre::ui {

EngineMessages::EngineMessages(Session& session, MessageBar& bar, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_bar(bar) {
    const EngineClient& client = session.client();
    connect(&client, &EngineClient::unresponsive, this, &EngineMessages::tellUnresponsive);
    connect(&client, &EngineClient::responsive, this, &EngineMessages::hideOwn);
    connect(&session, &Session::engineLost, this, &EngineMessages::tellLost);
    connect(&session, &Session::engineBack, this, &EngineMessages::tellBack);
    connect(&session, &Session::failed, this, &EngineMessages::tellFailure);
}

void EngineMessages::tell(
    MessageBar::Kind kind, const QString& text, const QString& details, const QString& action,
    std::function<void()> onAction) {
    m_told = text;
    m_bar.show(kind, text, details, action, std::move(onAction));
}

void EngineMessages::hideOwn() {
    if (m_bar.text() == m_told)
        m_bar.hide();
}

void EngineMessages::tellUnresponsive() {
    tell(
        MessageBar::Kind::warning, tr("The engine does not answer."),
        tr("It may be busy with the GPU, or hang. Restarting it gives up what is applied; the "
           "plan stays."),
        tr("Restart the engine"), [this] { m_session.restartEngine(); });
}

void EngineMessages::tellLost(const QString& reason, bool hadPartitions) {
    if (hadPartitions)
        m_lostReason = reason;
    const bool failed = m_session.client().state() == EngineClient::State::failed;
    const QString plan = hadPartitions
                             ? tr("The partitions on the GPU are gone with it; the plan is kept.")
                             : tr("The plan is kept.");
    if (failed)
        tell(MessageBar::Kind::error, reason, plan, tr("Try again"), [this] {
            m_session.restartEngine();
        });
    else
        tell(
            MessageBar::Kind::error, reason,
            plan + QLatin1Char(' ') + tr("A new one is starting."));
}

void EngineMessages::tellBack(bool hadPartitions) {
    if (hadPartitions) {
        tell(
            MessageBar::Kind::warning,
            m_lostReason.isEmpty() ? tr("The engine was restarted.") : m_lostReason,
            tr("A new engine is running. The plan is kept; nothing is applied on the GPU."),
            tr("Apply again"), [this] { m_session.applyWhenPossible(); });
        m_lostReason.clear();
    } else {
        hideOwn();
    }
}

void EngineMessages::tellFailure(const QString& what, const EngineError& error) {
    tell(
        MessageBar::Kind::error, tr("%1 failed: %2").arg(what, error.message),
        QStringList{error.hint(), error.cause()}.join(QLatin1Char(' ')).trimmed());
}

} // namespace parterre::ui
