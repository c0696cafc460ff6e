// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace parterre::ui {

class Session;

/// What to ask before the window closes or shows another plan, in words and numbers.
struct CloseQuestion {
    enum class Answer { save, close, stay };

    QString title;        ///< "Close Parterre?"
    QString text;         ///< "3 changes of the plan are not saved."
    QString details;      ///< what they are
    bool canSave = false; ///< whether saving is one of the answers
    QString saveAndGoOn;  ///< the button for it
    QString goOn;         ///< the button for Answer::close

    // Both have an empty text when nothing would be lost.
    static CloseQuestion aboutClosing(Session& session);
    /// Opening another plan gives up edits, but nothing that is on the GPU.
    static CloseQuestion aboutOpening(Session& session);
};

/// How a window asks; a test answers by itself.
using AskToClose = std::function<CloseQuestion::Answer(const CloseQuestion&)>;

/// Asks with a dialog over `parent`.
CloseQuestion::Answer askToClose(QWidget* parent, const CloseQuestion& question);

} // namespace parterre::ui
