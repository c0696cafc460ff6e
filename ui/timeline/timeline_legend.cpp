// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_legend.h"

#include "ui/shell/plain_text.h"
#include "ui/shell/theme.h"
#include "ui/timeline/timeline_painter.h"

#include <cmath>
#include <utility>

namespace parterre::ui {
namespace {

constexpr double swatch = 22; ///< pixels wide
constexpr int mostLetters = 18;

} // namespace

TimelineLegend::TimelineLegend(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Partitions of the SM timeline"));
}

void TimelineLegend::setPartitions(std::vector<TimelineChart::Partition> partitions) {
    m_partitions = std::move(partitions);
    QStringList names;
    for (const TimelineChart::Partition& one : m_partitions)
        names << one.name;
    setToolTip(plainToolTip(names.join(QStringLiteral(", "))));
    setAccessibleDescription(names.join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

double TimelineLegend::widthOf(const QString& name) const {
    const int most = fontMetrics().averageCharWidth() * mostLetters;
    return swatch + theme::grid / 2.0 + std::min(fontMetrics().horizontalAdvance(name), most) +
           2 * theme::grid;
}

QSize TimelineLegend::sizeHint() const {
    double width = 0;
    for (const TimelineChart::Partition& one : m_partitions)
        width += widthOf(one.name);
    return {static_cast<int>(std::ceil(width)), fontMetrics().height() + theme::grid / 2};
}

QSize TimelineLegend::minimumSizeHint() const {
    return {0, sizeHint().height()};
}

void TimelineLegend::paintEvent(QPaintEvent*) {
    QPainter canvas(this);
    const QString more = QStringLiteral("…");
    double x = 0;
    for (const TimelineChart::Partition& one : m_partitions) {
        const double width = widthOf(one.name);
        const bool isLast = &one == &m_partitions.back();
        const double rest = isLast ? 0 : fontMetrics().horizontalAdvance(more);
        if (x + width - 2 * theme::grid + rest > this->width()) {
            canvas.setPen(palette().color(QPalette::WindowText));
            canvas.drawText(QRectF(x, 0, this->width() - x, height()), Qt::AlignVCenter, more);
            return;
        }
        const double tall = std::floor(fontMetrics().ascent());
        TimelinePainter(canvas, palette(), font())
            .bar({x, std::floor((height() - tall) / 2), swatch, tall}, one.look, true);
        canvas.setFont(font());
        canvas.setPen(palette().color(QPalette::WindowText));
        const double left = x + swatch + theme::grid / 2.0;
        const double room = width - swatch - theme::grid / 2.0 - 2 * theme::grid;
        canvas.drawText(
            QRectF(left, 0, room + 1, height()), Qt::AlignVCenter,
            fontMetrics().elidedText(one.name, Qt::ElideRight, static_cast<int>(std::ceil(room))));
        x += width;
    }
}

} // namespace parterre::ui
