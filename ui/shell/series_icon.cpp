// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/series_icon.h"

#include <QPainter>
#include <QPixmap>

namespace parterre::ui {

QIcon seriesIcon(const partition_palette::Look& look) {
    constexpr int scale = 3; // sharp up to three device pixels a pixel
    QPixmap pixmap(QSize(22, 14) * scale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.scale(scale, scale);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(look.colour, 2.5, look.dash, Qt::FlatCap));
    painter.drawLine(QPointF(1, 7), QPointF(21, 7));
    return pixmap;
}

} // namespace parterre::ui
