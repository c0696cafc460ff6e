// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/close_question.h"

#include "ui/engine/session.h"
#include "ui/partition/plan_editor.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>

namespace parterre::ui {
namespace {

constexpr qsizetype mostShown = 6;

QString tr(const char* text, int count = -1) {
    return QCoreApplication::translate("CloseQuestion", text, nullptr, count);
}

/// Texts of the edits between what is saved and what is on screen.
QStringList unsavedEdits(const QUndoStack& stack) {
    QStringList edits;
    // What was saved cannot be reached any more when it was undone and then edited: all count.
    const int clean = std::max(stack.cleanIndex(), 0);
    for (int i = std::min(clean, stack.index()); i < std::max(clean, stack.index()); ++i)
        edits << stack.text(i);
    return edits;
}

} // namespace

CloseQuestion CloseQuestion::make(Session& session, bool isSaved) {
    const QStringList edits = isSaved ? QStringList() : unsavedEdits(session.editor().undoStack());
    const QStringList pending = session.pendingChanges();
    QStringList sentences;
    if (!isSaved)
        sentences << tr(
            "%n change(s) of the plan not saved.", std::max(static_cast<int>(edits.size()), 1));
    if (!pending.isEmpty())
        sentences << tr("%n change(s) not applied.", static_cast<int>(pending.size()));
    QStringList lines = edits.mid(0, mostShown) + pending.mid(0, mostShown);
    lines.removeDuplicates();
    return {sentences.join(QLatin1Char(' ')), lines.join(QLatin1Char('\n')), !isSaved};
}

CloseQuestion::Answer askToClose(QWidget* parent, const CloseQuestion& question) {
    QMessageBox box(QMessageBox::Question, tr("Close Parterre?"), question.text, {}, parent);
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(question.details);
    QPushButton* save =
        question.canSave ? box.addButton(tr("Save and close"), QMessageBox::AcceptRole) : nullptr;
    QPushButton* close = box.addButton(
        question.canSave ? tr("Close without saving") : tr("Close"), QMessageBox::DestructiveRole);
    QPushButton* stay = box.addButton(QMessageBox::Cancel);
    box.setDefaultButton(save ? save : stay);
    box.setEscapeButton(stay);
    box.exec();
    if (box.clickedButton() == close)
        return CloseQuestion::Answer::close;
    return save && box.clickedButton() == save ? CloseQuestion::Answer::save
                                               : CloseQuestion::Answer::stay;
}

} // namespace parterre::ui
