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
    addCopyAction(
        widget, QCoreApplication::translate("CopyActions", name), keys,
        [content = std::move(content)] {
            if (const QString text = content(); !text.isEmpty())
                QGuiApplication::clipboard()->setText(text);
        });
}

} // namespace

void addCopyAction(
    QWidget* widget, const QString& name, const QKeySequence& keys, std::function<void()> copy) {
    auto* action = new QAction(name, widget);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    QObject::connect(action, &QAction::triggered, widget, [copy = std::move(copy)] { copy(); });
    action->setProperty(isCopyAction, true);
    widget->addAction(action);
}

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
