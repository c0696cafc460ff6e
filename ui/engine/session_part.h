// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/engine_client.h"

#include <QObject>

namespace parterre::ui {

class PlanEditor;

/// What the parts of a Session have in common: they ask the engine, and tell what failed.
class SessionPart : public QObject {
    Q_OBJECT
public:
    /// Both must outlive the part.
    SessionPart(EngineClient& client, PlanEditor& editor, QObject* parent)
        : QObject(parent)
        , m_client(client)
        , m_editor(editor) {}

signals:
    /// A request failed. `what` says what was tried. Never for a lost engine: that is told once.
    void failed(const QString& what, const parterre::ui::EngineError& error);

protected:
    /// An error handler that tells `what` failed.
    EngineClient::OnError failure(const QString& what) {
        return [this, what](const EngineError& error) {
            if (error.code != EngineError::engineLost)
                emit failed(what, error);
        };
    }
    /// The answer to `what` is of another shape than the protocol's.
    void tellUnreadable(const QString& what, const InputError& error) {
        emit failed(what, {EngineError::unreadable, QString::fromUtf8(error.what()), {}});
    }

    EngineClient& m_client;
    PlanEditor& m_editor;
};

} // namespace parterre::ui
