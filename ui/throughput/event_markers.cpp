// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/throughput/event_markers.h"

#include "ui/shell/theme.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace parterre::ui {
namespace {

constexpr int levels = 3; ///< lines of labels at the top of the plot
constexpr double between = 6;

} // namespace

EventMarkers::EventMarkers(QCustomPlot& plot, const ThroughputHistory& history)
    : m_plot(plot)
    , m_history(history) {}

void EventMarkers::takeNew() {
    const auto& markers = m_history.markers();
    // Forgotten at the front, new at the back.
    while (!m_markers.empty() &&
           (markers.empty() || m_markers.front().first->point1->key() < markers.front().time)) {
        m_plot.removeItem(m_markers.front().first);
        m_plot.removeItem(m_markers.front().second);
        m_markers.erase(m_markers.begin());
    }
    for (const ThroughputHistory::Marker& marker : markers) {
        if (marker.time <= m_newest)
            continue;
        m_newest = marker.time;
        auto* line = new QCPItemStraightLine(&m_plot);
        line->point1->setCoords(marker.time, 0);
        // Straight up, on an axis of any scale.
        line->point2->setTypeX(QCPItemPosition::ptPlotCoords);
        line->point2->setTypeY(QCPItemPosition::ptAxisRectRatio);
        line->point1->setTypeY(QCPItemPosition::ptAxisRectRatio);
        line->point2->setCoords(marker.time, 1);
        line->setPen(m_pen);
        auto* text = new QCPItemText(&m_plot);
        text->position->setType(QCPItemPosition::ptAbsolute);
        text->setLayer(QStringLiteral("overlay")); // above the lines
        text->setPadding(QMargins(3, 0, 3, 0));
        text->setText(marker.text);
        text->setBrush(m_ground);
        text->setColor(m_pen.color());
        text->setFont(m_font);
        m_markers.emplace_back(line, text);
    }
}

void EventMarkers::place() {
    const QRectF area = m_plot.axisRect()->rect();
    const QFontMetricsF metrics(m_font);
    std::vector<QRectF> placed;
    for (const auto& [line, text] : m_markers) {
        const double x = m_plot.xAxis->coordToPixel(line->point1->key());
        const QSizeF size(
            std::ceil(metrics.horizontalAdvance(text->text())) + between + 1,
            std::ceil(metrics.height()) + 1);
        QRectF label(QPointF(x + 2, area.top() + 2), size);
        if (label.right() > area.right())
            label.moveRight(x - 2);
        const auto touches = [&label](const QRectF& other) {
            return label.adjusted(-between, 0, between, 0).intersects(other);
        };
        int level = 0;
        while (level < levels && std::any_of(placed.begin(), placed.end(), touches)) {
            label.translate(0, size.height());
            ++level;
        }
        const bool fits =
            level < levels && x >= area.left() && x <= area.right() && label.left() >= area.left();
        text->setVisible(fits);
        text->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
        text->position->setCoords(label.topLeft());
        if (fits)
            placed.push_back(label);
    }
}

std::vector<QRectF> EventMarkers::labels() const {
    std::vector<QRectF> labels;
    for (const auto& [line, text] : m_markers)
        if (text->visible())
            labels.emplace_back(text->topLeft->pixelPosition(), text->bottomRight->pixelPosition());
    return labels;
}

void EventMarkers::recolour(const QPalette& palette, const QFont& font) {
    m_pen = QPen(theme::quietText(palette), 0, Qt::DashLine);
    m_ground = theme::surface(palette);
    m_font = theme::captionFont(font);
    for (const auto& [line, text] : m_markers) {
        line->setPen(m_pen);
        text->setColor(m_pen.color());
        text->setFont(m_font);
        text->setBrush(m_ground);
    }
}

} // namespace parterre::ui
