// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/message_bar.h"

#include <QObject>
#include <QString>

namespace parterre::ui {

class Session;
struct EngineError;

/// Says in the window's message bar what became of the engine and of what was asked of it, and
/// offers what can be done about it.
class EngineMessages : public QObject {
    Q_OBJECT
public:
    /// Both must outlive the object.
    EngineMessages(Session& session, MessageBar& bar, QObject* parent = nullptr);

private:
    void tellUnresponsive();
    void tellLost(const QString& reason, bool hadPartitions);
    void tellBack(bool hadPartitions);
    void tellFailure(const QString& what, const EngineError& error);

    void tell(
        MessageBar::Kind kind, const QString& text, const QString& details,
        const QString& action = {}, std::function<void()> onAction = {});
    void hideOwn(); ///< what others say stays

    Session& m_session;
    MessageBar& m_bar;
    QString m_told;       ///< last
    QString m_lostReason; ///< why partitions were lost, until a new engine is there
};

} // namespace parterre::ui
