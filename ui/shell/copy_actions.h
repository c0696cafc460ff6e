// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

#include <functional>

class QAction;
class QKeySequence;
class QWidget;

namespace parterre::ui {

/// Makes `keys` do `copy`, which must be callable as long as the widget lives, while the focus is
/// in `widget`.
void addCopyAction(
    QWidget* widget, const QString& name, const QKeySequence& keys, std::function<void()> copy);

/// Makes Ctrl+C copy what `widget` shows as text and Ctrl+Shift+C as JSON, while the focus is in
/// it; both are in its context menu too where that is Qt::ActionsContextMenu. An empty text copies
/// nothing. The functions must be callable as long as the widget lives.
void addCopyActions(
    QWidget* widget, std::function<QString()> asText, std::function<QString()> asJson);

/// Those of the nearest widget around the focus that has them, as they were added; empty where none
/// is.
QList<QAction*> copyActionsAround(QWidget* focus);

} // namespace parterre::ui
