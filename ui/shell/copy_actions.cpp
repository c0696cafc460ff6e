// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/copy_actions.h"

#include <QAction>
#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QWidget>

#include <utility>

namespace parterre::ui {
namespace {

constexpr const char* isCopyAction = "isCopyAction";

void add(
    QWidget* widget, const char* name, const QKeySequence& keys, std::function<QString()> content) {
    auto* action = new QAction(QCoreApplication::translate("CopyActions", name), widget);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    QObject::connect(action, &QAction::triggered, widget, [content = std::move(content)] {
        if (const QString text = content(); !text.isEmpty())
            QGuiApplication::clipboard()->setText(text);
    });
    action->setProperty(isCopyAction, true);
    widget->addAction(action);
}

} // namespace

QList<QAction*> copyActionsAround(QWidget* focus) {
    QList<QAction*> found;
    for (QWidget* widget = focus; widget && found.isEmpty(); widget = widget->parentWidget())
        for (QAction* action : widget->actions())
            if (action->property(isCopyAction).toBool())
                found << action;
    return found;
}

void addCopyActions(
    QWidget* widget, std::function<QString()> asText, std::function<QString()> asJson) {
    add(widget, "&Copy as text", QKeySequence::Copy, std::move(asText));
    add(widget, "Copy as &JSON", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), std::move(asJson));
}

} // namespace parterre::ui
