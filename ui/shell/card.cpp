// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/card.h"

#include "ui/shell/theme.h"

#include <QPainter>

namespace parterre::ui {

Card::Card(QWidget* parent)
    : QFrame(parent) {}

void Card::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme::line(palette()), 1));
    painter.setBrush(theme::surface(palette()));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
}

} // namespace parterre::ui
