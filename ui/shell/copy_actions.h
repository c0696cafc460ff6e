// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

#include <functional>

class QAction;
class QWidget;

namespace parterre::ui {

/// Makes Ctrl+C copy what `widget` shows as text and Ctrl+Shift+C as JSON, while the focus is in
/// it; both are in its context menu too where that is Qt::ActionsContextMenu. An empty text copies
/// nothing. The functions must be callable as long as the widget lives.
void addCopyActions(
    QWidget* widget, std::function<QString()> asText, std::function<QString()> asJson);

/// Those of the nearest widget around the focus that has them: text, then JSON; empty where none
/// is.
QList<QAction*> copyActionsAround(QWidget* focus);

} // namespace parterre::ui
