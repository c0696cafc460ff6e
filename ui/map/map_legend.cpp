// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/map_legend.h"

#include "ui/shell/theme.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace parterre::ui {
namespace {

QString words(SmState state) {
    switch (state) {
    case SmState::partition:
        return MapLegend::tr("partition");
    case SmState::leftOver:
        return MapLegend::tr("left over");
    case SmState::noUnit:
        return MapLegend::tr("in no unit");
    case SmState::unknown:
        return MapLegend::tr("not known yet");
    case SmState::differs:
        return MapLegend::tr("not as planned");
    }
    return {};
}

QString sentence(SmState state) {
    switch (state) {
    case SmState::partition:
        return MapLegend::tr("Coloured, with the partition's letters or pattern: a partition.");
    case SmState::leftOver:
        return MapLegend::tr("Hatched: left over, no partition has it.");
    case SmState::noUnit:
        return MapLegend::tr("Dotted: left over, and in no unit of the size that is painted.");
    case SmState::unknown:
        return MapLegend::tr("Dotted frame: whose it will be is not known until applied.");
    case SmState::differs:
        return MapLegend::tr("Crossed in red: kernels ran elsewhere than planned.");
    }
    return {};
}

} // namespace

MapLegend::MapLegend(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void MapLegend::setContent(const SmMapContent& content) {
    std::vector<SmState> states{SmState::partition};
    for (const SmState state :
         {SmState::leftOver, SmState::noUnit, SmState::unknown, SmState::differs})
        if (std::any_of(content.sms.begin(), content.sms.end(), [&](const SmMapContent::Sm& sm) {
                return stateOf(content, sm) == state;
            }))
            states.push_back(state);
    if (states == m_states)
        return;
    m_states = std::move(states);
    QStringList lines;
    for (const SmState state : m_states)
        lines << sentence(state);
    setToolTip(lines.join(QLatin1Char('\n')));
    setAccessibleName(tr("Legend of the SM map"));
    setAccessibleDescription(lines.join(QLatin1Char(' ')));
    update();
}

QSize MapLegend::sizeHint() const {
    return {240, minimumSizeHint().height()};
}

QSize MapLegend::minimumSizeHint() const {
    return {0, fontMetrics().height()};
}

void MapLegend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    SmMapPainter cells(painter, palette(), font());
    const QFont small = theme::captionFont(font());
    const QFontMetricsF metrics(small);
    const double side = std::floor(metrics.ascent());
    painter.setFont(small);
    double x = 0;
    for (const SmState state : m_states) {
        const QString text = words(state);
        const double end = x + side + 4 + metrics.horizontalAdvance(text);
        if (end > width())
            return; // the tool tip has them all
        cells.paintCell(
            {x, (height() - side) / 2, side, side}, state, partition_palette::look(0), false, true);
        painter.setPen(theme::quietText(palette()));
        painter.drawText(
            QRectF(x + side + 4, 0, end - x, height()), Qt::AlignLeft | Qt::AlignVCenter, text);
        x = end + 1.5 * theme::grid;
    }
}

void MapLegend::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        update();
    QWidget::changeEvent(event);
}

} // namespace parterre::ui
