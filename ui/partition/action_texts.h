// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAction;

/// Words of the actions on a group.
namespace parterre::ui::action_texts {

/// A name for a menu: not too long, and without mnemonics.
QString inMenu(const QString& name);
/// Enables an action, its tool tip saying what it does and its key; or disables it, its tool tip
/// saying why.
void set(QAction* action, const QString& tip, const QString& whyNot);

} // namespace parterre::ui::action_texts
