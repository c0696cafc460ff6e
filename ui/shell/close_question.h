// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace parterre::ui {

class Session;

/// What to ask before the window closes, in words and numbers.
struct CloseQuestion {
    enum class Answer { save, close, stay };

    QString text;         ///< "3 changes of the plan are not saved."
    QString details;      ///< what they are
    bool canSave = false; ///< whether saving is one of the answers

    /// An empty text when nothing would be lost.
    static CloseQuestion make(Session& session, bool isSaved);
};

/// How a window asks; a test answers by itself.
using AskToClose = std::function<CloseQuestion::Answer(const CloseQuestion&)>;

/// Asks with a dialog over `parent`.
CloseQuestion::Answer askToClose(QWidget* parent, const CloseQuestion& question);

} // namespace parterre::ui
