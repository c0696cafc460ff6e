// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/badge.h"

#include "ui/shell/theme.h"

#include <QPainter>

namespace parterre::ui {

Badge::Badge(QWidget* parent)
    : QLabel(parent) {
    setFont(theme::captionFont(font()));
    setContentsMargins(theme::grid, 2, theme::grid, 2);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void Badge::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor ink = theme::caution(palette());
    QColor ground = ink;
    ground.setAlphaF(0.14F);
    painter.setPen(QPen(ink, 1));
    painter.setBrush(ground);
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.drawRoundedRect(frame, frame.height() / 2, frame.height() / 2);
    painter.drawText(rect(), Qt::AlignCenter, text());
}

} // namespace parterre::ui
