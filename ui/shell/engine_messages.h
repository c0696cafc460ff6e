// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace parterre::ui {

class MessageBar;
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

    Session& m_session;
    MessageBar& m_bar;
    QString m_lostReason; ///< why partitions were lost, until a new engine is there
};

} // namespace parterre::ui
