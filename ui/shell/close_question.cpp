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

CloseQuestion CloseQuestion::aboutClosing(Session& session) {
    const QStringList pending = session.pendingChanges();
    CloseQuestion question = aboutOpening(session);
    QStringList sentences{question.text};
    if (!pending.isEmpty())
        sentences << tr("%n change(s) not applied.", static_cast<int>(pending.size()));
    sentences.removeAll(QString());
    QStringList lines =
        question.details.split(QLatin1Char('\n'), Qt::SkipEmptyParts) + pending.mid(0, mostShown);
    lines.removeDuplicates();
    question.title = tr("Close Parterre?");
    question.text = sentences.join(QLatin1Char(' '));
    question.details = lines.join(QLatin1Char('\n'));
    question.saveAndGoOn = tr("Save and close");
    question.goOn = question.canSave ? tr("Close without saving") : tr("Close");
    return question;
}

CloseQuestion CloseQuestion::aboutOpening(Session& session) {
    const QUndoStack& stack = session.editor().undoStack();
    CloseQuestion question;
    if (stack.isClean())
        return question;
    const QStringList edits = unsavedEdits(stack);
    question.title = tr("Open another plan?");
    question.text =
        tr("%n change(s) of the plan not saved.", std::max(static_cast<int>(edits.size()), 1));
    question.details = edits.mid(0, mostShown).join(QLatin1Char('\n'));
    question.canSave = true;
    question.saveAndGoOn = tr("Save and open");
    question.goOn = tr("Open without saving");
    return question;
}

CloseQuestion::Answer askToClose(QWidget* parent, const CloseQuestion& question) {
    QMessageBox box(QMessageBox::Question, question.title, question.text, {}, parent);
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(question.details);
    QPushButton* save =
        question.canSave ? box.addButton(question.saveAndGoOn, QMessageBox::AcceptRole) : nullptr;
    QPushButton* close = box.addButton(question.goOn, QMessageBox::DestructiveRole);
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
