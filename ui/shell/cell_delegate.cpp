// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/cell_delegate.h"

#include "ui/shell/plain_text.h"
#include "ui/shell/theme.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace parterre::ui {

void CellDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    paintGround(painter, cell);
    painter->save();
    const QRect text = textRect(cell.rect, index);
    painter->setFont(cell.font);
    painter->setPen(cell.palette.color(
        cell.state & QStyle::State_Enabled ? QPalette::Active : QPalette::Disabled,
        QPalette::Text));
    painter->drawText(
        text, static_cast<int>(cell.displayAlignment),
        cell.fontMetrics.elidedText(cell.text, Qt::ElideRight, text.width()));
    painter->restore();
}

void CellDelegate::paintGround(QPainter* painter, const QStyleOptionViewItem& option) {
    if (option.state & QStyle::State_Selected)
        painter->fillRect(
            option.rect, selectionColour(option.palette, option.state & QStyle::State_Active));
}

QColor CellDelegate::selectionColour(const QPalette& palette, bool isActive) {
    return theme::mixed(
        palette.color(QPalette::Base), palette.color(QPalette::Active, QPalette::Highlight),
        isActive ? 0.22 : 0.12);
}

bool CellDelegate::isTooNarrow(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    return cell.fontMetrics.horizontalAdvance(cell.text) > textRect(cell.rect, index).width();
}

QRect CellDelegate::textRect(const QRect& cell, const QModelIndex& index) const {
    return cell.adjusted(theme::grid + leftRoom(index), 0, -theme::grid, 0);
}

bool CellDelegate::helpEvent(
    QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
    const QModelIndex& index) {
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    if (event->type() != QEvent::ToolTip || !isTooNarrow(option, index) ||
        !index.data(Qt::ToolTipRole).toString().isEmpty())
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    QToolTip::showText(event->globalPos(), plainToolTip(cell.text), view, option.rect);
    return true;
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    return {
        cell.fontMetrics.horizontalAdvance(cell.text) + 2 * theme::grid + leftRoom(index) + 1,
        cell.fontMetrics.height() + theme::grid};
}

} // namespace parterre::ui
