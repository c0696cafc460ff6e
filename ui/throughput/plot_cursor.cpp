// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/throughput/plot_cursor.h"

#include "ui/shell/theme.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace parterre::ui {
namespace {

constexpr double swatch = 18; ///< width of a curve's piece of line in the box
constexpr double padding = theme::grid;
constexpr int mostColumns = 3;
constexpr double mostOfWidth = 0.75; ///< of the plot, for the box
constexpr double dot = 3;            ///< radius

} // namespace

QString CursorReadout::asText() const {
    QStringList values;
    for (const Row& row : rows)
        values << row.name + QLatin1Char(' ') + row.value;
    return values.isEmpty() ? heading
                            : heading + QStringLiteral(": ") + values.join(QStringLiteral(", "));
}

PlotCursor::PlotCursor(QWidget* plot)
    : QWidget(plot) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    plot->installEventFilter(this);
    setGeometry(plot->rect());
    hide();
}

bool PlotCursor::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

void PlotCursor::setPlace(std::optional<double> place) {
    if (place)
        place = std::clamp(*place, 0.0, 1.0);
    if (place == m_place)
        return;
    m_place = place;
    setVisible(m_place.has_value());
    emit moved();
}

void PlotCursor::step(int hundredths, double from) {
    setPlace(m_place ? *m_place + hundredths / 100.0 : from);
}

void PlotCursor::setReadout(CursorReadout readout, const QRectF& area) {
    m_readout = std::move(readout);
    m_area = area;
    update();
}

PlotCursor::Layout PlotCursor::layOut() const {
    const QFontMetricsF metrics(theme::captionFont(font()));
    Layout layout;
    layout.lineHeight = std::ceil(metrics.height()) + 1;
    double width = 0;
    for (const CursorReadout::Row& row : m_readout.rows)
        width = std::max(
            width, metrics.horizontalAdvance(row.name) + metrics.horizontalAdvance(row.value));
    layout.columnWidth = swatch + width + 3 * padding;
    const int count = static_cast<int>(m_readout.rows.size());
    // One line for the heading, one to say how many have no room.
    const int room =
        std::max(1, static_cast<int>((m_area.height() - 2 * padding) / layout.lineHeight) - 2);
    const int columnRoom = std::clamp(
        static_cast<int>(m_area.width() * mostOfWidth / layout.columnWidth), 1, mostColumns);
    const int columns = std::clamp((count + room - 1) / room, 1, columnRoom);
    layout.shown = std::min(count, columns * room);
    layout.rowsAColumn = (layout.shown + columns - 1) / columns;
    const int lines = 1 + layout.rowsAColumn + (layout.shown < count ? 1 : 0);
    const double least = metrics.horizontalAdvance(m_readout.heading) + 2 * padding;
    const QSizeF size(
        std::max(columns * layout.columnWidth, least), lines * layout.lineHeight + padding);
    const double x = m_area.left() + m_place.value_or(0) * m_area.width();
    double left = x + padding;
    if (left + size.width() > m_area.right())
        left = x - padding - size.width();
    left = std::max(left, m_area.left());
    layout.box = QRectF(QPointF(left, m_area.top() + padding / 2), size);
    return layout;
}

QRectF PlotCursor::box() const {
    return m_place ? layOut().box : QRectF();
}

void PlotCursor::paintEvent(QPaintEvent*) {
    if (!m_place || m_area.isEmpty())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(theme::captionFont(font()));
    const double x = m_area.left() + *m_place * m_area.width();
    painter.setPen(QPen(theme::quietText(palette()), 1));
    painter.drawLine(QPointF(x, m_area.top()), QPointF(x, m_area.bottom()));
    for (const CursorReadout::Row& row : m_readout.rows)
        if (m_area.contains(QPointF(x, row.y))) {
            painter.setPen(QPen(theme::surface(palette()), 1));
            painter.setBrush(row.look.colour);
            painter.drawEllipse(QPointF(x, row.y), dot, dot);
        }

    const Layout layout = layOut();
    QColor ground = theme::surface(palette());
    ground.setAlphaF(0.94F);
    painter.setPen(QPen(theme::line(palette()), 1));
    painter.setBrush(ground);
    painter.drawRoundedRect(layout.box, theme::grid / 2.0, theme::grid / 2.0);
    const auto lineAt = [&layout](int column, int line) {
        return QRectF(
            layout.box.left() + column * layout.columnWidth + padding,
            layout.box.top() + padding / 2 + line * layout.lineHeight,
            layout.columnWidth - 2 * padding, layout.lineHeight);
    };
    painter.setPen(theme::quietText(palette()));
    const QRectF whole = layout.box.adjusted(padding, 0, -padding, 0);
    const auto acrossAll = [&](int line) {
        return QRectF(whole.left(), lineAt(0, line).top(), whole.width(), layout.lineHeight);
    };
    painter.drawText(acrossAll(0), Qt::AlignLeft | Qt::AlignVCenter, m_readout.heading);
    const int count = static_cast<int>(m_readout.rows.size());
    if (layout.shown < count)
        painter.drawText(
            acrossAll(layout.rowsAColumn + 1), Qt::AlignLeft | Qt::AlignVCenter,
            tr("and %n more", nullptr, count - layout.shown));
    for (int i = 0; i < layout.shown; ++i) {
        const CursorReadout::Row& row = m_readout.rows[static_cast<std::size_t>(i)];
        const QRectF cell = lineAt(i / layout.rowsAColumn, 1 + i % layout.rowsAColumn);
        painter.setPen(QPen(row.look.colour, 2, row.look.dash, Qt::FlatCap));
        painter.drawLine(
            QPointF(cell.left(), cell.center().y()),
            QPointF(cell.left() + swatch - 2, cell.center().y()));
        painter.setPen(palette().color(QPalette::Text));
        const QRectF text = cell.adjusted(swatch + 2, 0, 0, 0);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, row.name);
        painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, row.value);
    }
}

} // namespace parterre::ui
