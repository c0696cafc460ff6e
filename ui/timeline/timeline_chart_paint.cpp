// SPDX-License-Identifier: GPL-3.0-or-later
// What the chart looks like.
#include "ui/shell/theme.h"
#include "ui/timeline/timeline_chart.h"
#include "ui/timeline/timeline_painter.h"
#include "ui/timeline/timeline_texts.h"

#include <algorithm>
#include <cmath>

namespace parterre::ui {

std::int64_t TimelineChart::zero() const {
    const auto* first = m_record.windowAt(static_cast<std::int64_t>(m_scale.begin()));
    const auto* last = m_record.windowAt(static_cast<std::int64_t>(m_scale.end()));
    if (!first)
        return 0;
    // The margin before a window belongs to it as far as a reader is concerned.
    const bool isMargin =
        last != first && last - first == 1 && static_cast<double>(first->end) < m_scale.begin();
    return first == last || isMargin ? last->start : m_record.windows().front().start;
}

void TimelineChart::paintEvent(QPaintEvent*) {
    ++m_paints;
    if (m_dirty && !m_timer.isActive())
        m_timer.start(0); // blocks came in while it was not seen
    m_bars = 0;
    QPainter canvas(viewport());
    TimelinePainter painter(canvas, palette(), font());
    painter.ground(viewport()->rect());
    if (m_record.isEmpty() || m_rows.empty()) {
        painter.label(viewport()->rect(), Qt::AlignCenter, m_hint);
        return;
    }
    canvas.setClipRect(QRectF(0, 0, viewport()->width(), body().bottom()));
    paintLabels(painter);
    canvas.setClipRect(body());
    paintRows(painter);
    paintCursor(painter);
    canvas.setClipping(false);
    paintAxis(painter);
}

void TimelineChart::paintRows(TimelinePainter& painter) {
    const QRectF area = body();
    for (const double time : m_scale.ticks(static_cast<double>(zero())))
        painter.gridLine(m_scale.toPixel(time), area.top(), area.bottom());
    for (int i = 0; i < static_cast<int>(m_rows.size()); ++i) {
        const QRectF place = rowRect(i);
        if (place.bottom() < area.top() || place.top() > area.bottom())
            continue;
        paintUnrecorded(painter, i);
        int lanes = 1;
        for (const BlockSpan& span : spansOf(i, &lanes)) {
            const BlockRecord::Track& track =
                m_record.tracks()[static_cast<std::size_t>(span.track)];
            const auto partition = static_cast<std::size_t>(track.partition);
            const bool isKnown = partition < m_partitions.size();
            painter.bar(
                barRect(i, span, lanes),
                isKnown ? m_partitions[partition].look : partition_palette::look(track.partition),
                span.count == 1,
                isKnown && span.count == 1 ? m_partitions[partition].name : QString());
            ++m_bars;
        }
    }
}

void TimelineChart::paintUnrecorded(TimelinePainter& painter, int row) {
    const BlockRecord::Row* blocks = rowAt(row);
    if (!blocks)
        return;
    const QRectF place = rowRect(row);
    std::vector<BlockRecord::Window> covered;
    for (const int partition : blocks->partitions)
        for (const BlockRecord::Window& window : m_record.covered(partition))
            covered.push_back(window);
    std::sort(covered.begin(), covered.end(), [](const auto& a, const auto& b) {
        return a.start < b.start;
    });
    const double right = place.right();
    double from = place.left();
    for (const BlockRecord::Window& window : covered) {
        const double start = std::min(m_scale.toPixel(static_cast<double>(window.start)), right);
        if (start > from)
            painter.unrecorded({from, place.top(), start - from, place.height()});
        from = std::max(from, m_scale.toPixel(static_cast<double>(window.end)));
        if (from >= right)
            return;
    }
    painter.unrecorded({from, place.top(), right - from, place.height()});
}

void TimelineChart::paintCursor(TimelinePainter& painter) {
    if (!m_cursor)
        return;
    int lanes = 1;
    spansOf(m_cursor->row, &lanes);
    const BlockRecord::Block& block = m_cursor->block;
    painter.cursor(barRect(
        m_cursor->row, {block.start, block.end, block.track, lanes > 1 ? block.lane : 0, 1},
        lanes));
}

void TimelineChart::paintLabels(TimelinePainter& painter) {
    const QRectF area = body();
    const double height = TimelinePainter::labelHeight(font());
    double labelledTo = -m_rowHeight;
    bool isBanded = false;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (i > 0 && m_rows[i].gpc != m_rows[i - 1].gpc)
            isBanded = !isBanded;
        const QRectF place = rowRect(static_cast<int>(i));
        if (isBanded) // all of them before any label, which may reach into the next
            painter.band({0, place.top(), area.right(), place.height()});
    }
    std::size_t first = 0; // of the GPC
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (m_rows[i].gpc != m_rows[first].gpc)
            first = i;
        const QRectF place = rowRect(static_cast<int>(i));
        // The label of a GPC stays in view as long as a row of it does.
        const bool endsHere = i + 1 == m_rows.size() || m_rows[i + 1].gpc != m_rows[i].gpc;
        if (endsHere && m_rows[i].gpc != SmRow::unknown) {
            const double top = std::max(area.top(), rowRect(static_cast<int>(first)).top());
            if (place.bottom() - top >= height && top < area.bottom())
                painter.label(
                    {theme::grid / 2.0, top, area.left(), height}, Qt::AlignLeft | Qt::AlignVCenter,
                    tr("GPC %1").arg(m_rows[i].gpc));
        }
        // As many as there is room for.
        const double middle = place.center().y();
        if (middle - height / 2 >= labelledTo) {
            labelledTo = middle + height / 2;
            painter.label(
                {0, middle - height / 2, area.left() - theme::grid / 2.0, height},
                Qt::AlignRight | Qt::AlignVCenter, tr("SM %1").arg(m_rows[i].sm));
        }
    }
}

void TimelineChart::paintAxis(TimelinePainter& painter) {
    const QRectF area = body();
    const double height = TimelinePainter::labelHeight(font());
    const double top = area.bottom() + 3;
    const double step = m_scale.step();
    const auto origin = static_cast<double>(zero());
    for (const double time : m_scale.ticks(origin)) {
        const double x = m_scale.toPixel(time);
        constexpr double half = 40;
        if (x + half / 2 <= area.right())
            painter.label(
                {x - half, top, 2 * half, height}, Qt::AlignHCenter,
                timeline_texts::tick(time - origin, step));
    }
    painter.label(
        {0, top, area.left() - 3 * theme::grid, height}, Qt::AlignRight,
        timeline_texts::tickUnit(step));
}

} // namespace parterre::ui
