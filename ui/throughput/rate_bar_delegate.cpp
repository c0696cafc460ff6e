// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/throughput/rate_bar_delegate.h"

#include "ui/shell/theme.h"
#include "ui/throughput/now_model.h"

#include <QPainter>

#include <algorithm>

namespace parterre::ui {

void RateBarDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const auto* model = qobject_cast<const NowModel*>(index.model());
    if (!model || index.column() != NowModel::barColumn) {
        CellDelegate::paint(painter, option, index);
        return;
    }
    paintGround(painter, option);
    const NowModel::Row& row = model->rows()[static_cast<std::size_t>(index.row())];
    const QRectF cell = QRectF(option.rect).adjusted(theme::grid, 0, -theme::grid, 0);
    const double height = std::min(cell.height() - 6, 12.0);
    const QRectF track(cell.left(), cell.center().y() - height / 2, cell.width(), height);
    const auto x = [&](double value) {
        return track.left() + std::clamp(value / row.scale, 0.0, 1.0) * track.width();
    };
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(
        theme::mixed(theme::surface(option.palette), theme::line(option.palette), 0.5));
    painter->drawRoundedRect(track, 2, 2);
    if (row.now) {
        const QRectF bar(track.topLeft(), QPointF(x(*row.now), track.bottom()));
        painter->setBrush(row.isTotal ? theme::quietText(option.palette) : row.look.colour);
        painter->drawRoundedRect(bar, 2, 2);
    }
    const auto mark = [&](double value, Qt::PenStyle style) {
        painter->setPen(QPen(option.palette.color(QPalette::Text), 1.5, style, Qt::FlatCap));
        painter->drawLine(
            QPointF(x(value), track.top() - 3), QPointF(x(value), track.bottom() + 3));
    };
    if (row.ideal)
        mark(*row.ideal, Qt::DotLine);
    if (row.alone)
        mark(*row.alone, Qt::SolidLine);
    painter->restore();
}

} // namespace parterre::ui
