// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/action_texts.h"

#include "ui/shell/plain_text.h"

#include <QAction>

namespace parterre::ui::action_texts {
namespace {

constexpr int mostLetters = 24; ///< of a name in a menu

} // namespace

QString inMenu(const QString& name) {
    return plainActionText(
        name.size() <= mostLetters ? name : name.left(mostLetters - 1) + QChar(0x2026));
}

void set(QAction* action, const QString& tip, const QString& whyNot) {
    action->setEnabled(whyNot.isEmpty());
    action->setToolTip(plainToolTip(
        whyNot.isEmpty() ? QStringLiteral("%1 (%2)").arg(
                               tip, action->shortcut().toString(QKeySequence::NativeText))
                         : whyNot));
    action->setStatusTip(whyNot.isEmpty() ? tip : whyNot);
}

} // namespace parterre::ui::action_texts
