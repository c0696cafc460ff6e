// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/compact_button.h"

#include <QAction>
#include <QStyleOptionToolButton>
#include <QStylePainter>

namespace parterre::ui {

CompactButton::CompactButton(QAction* action, QWidget* parent)
    : QToolButton(parent) {
    setDefaultAction(action);
    setAutoRaise(true);
    setToolButtonStyle(
        action->icon().isNull() ? Qt::ToolButtonTextOnly : Qt::ToolButtonTextBesideIcon);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
}

bool CompactButton::isCompact() const {
    return toolButtonStyle() == Qt::ToolButtonTextBesideIcon && width() < sizeHint().width();
}

QSize CompactButton::minimumSizeHint() const {
    const QSize whole = sizeHint();
    return toolButtonStyle() == Qt::ToolButtonTextBesideIcon ? QSize(whole.height(), whole.height())
                                                             : whole;
}

void CompactButton::paintEvent(QPaintEvent*) {
    QStyleOptionToolButton option;
    initStyleOption(&option);
    if (isCompact())
        option.toolButtonStyle = Qt::ToolButtonIconOnly;
    QStylePainter(this).drawComplexControl(QStyle::CC_ToolButton, option);
}

} // namespace parterre::ui
