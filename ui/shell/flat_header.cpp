// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/flat_header.h"

#include "ui/shell/theme.h"

#include <QPainter>

namespace parterre::ui {

FlatHeader::FlatHeader(QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent) {
    setFont(theme::captionFont(font()));
    setHighlightSections(false);
    setSectionsClickable(false);
    setMinimumSectionSize(4 * theme::grid);
}

void FlatHeader::paintSection(QPainter* painter, const QRect& rect, int section) const {
    painter->fillRect(rect, palette().color(QPalette::Base));
    painter->setPen(theme::line(palette()));
    painter->drawLine(rect.bottomLeft(), rect.bottomRight());
    painter->setPen(theme::quietText(palette()));
    painter->setFont(font());
    const QString title = model()->headerData(section, orientation()).toString();
    const QRect text = rect.adjusted(theme::grid, 0, -theme::grid, 0);
    painter->drawText(
        text, model()->headerData(section, orientation(), Qt::TextAlignmentRole).toInt(),
        fontMetrics().elidedText(title, Qt::ElideRight, text.width()));
}

QSize FlatHeader::sectionSizeFromContents(int section) const {
    const QString title = model()->headerData(section, orientation()).toString();
    return {
        fontMetrics().horizontalAdvance(title) + 2 * theme::grid + 1,
        fontMetrics().height() + theme::grid + 2};
}

} // namespace parterre::ui
