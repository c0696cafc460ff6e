// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/cell_delegate.h"

#include "ui/shell/theme.h"

#include <QPainter>

namespace parterre::ui {

void CellDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    painter->save();
    if (cell.state & QStyle::State_Selected)
        painter->fillRect(
            cell.rect, theme::mixed(
                           cell.palette.color(QPalette::Base),
                           cell.palette.color(QPalette::Active, QPalette::Highlight),
                           cell.state & QStyle::State_Active ? 0.22 : 0.12));
    const QRect text = cell.rect.adjusted(theme::grid + leftRoom(index), 0, -theme::grid, 0);
    painter->setFont(cell.font);
    painter->setPen(cell.palette.color(
        cell.state & QStyle::State_Enabled ? QPalette::Active : QPalette::Disabled,
        QPalette::Text));
    painter->drawText(
        text, static_cast<int>(cell.displayAlignment),
        cell.fontMetrics.elidedText(cell.text, Qt::ElideRight, text.width()));
    painter->restore();
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    return {
        cell.fontMetrics.horizontalAdvance(cell.text) + 2 * theme::grid + leftRoom(index) + 1,
        cell.fontMetrics.height() + theme::grid};
}

} // namespace parterre::ui
