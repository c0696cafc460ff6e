// SPDX-License-Identifier: GPL-3.0-or-later
// What mouse and keys do to the chart.
#include "ui/timeline/timeline_chart.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace parterre::ui {
namespace {

constexpr double panShare = 0.125; ///< of the view, by one press of a key
constexpr double rowsPerStep = 1.25;

} // namespace

void TimelineChart::wheelEvent(QWheelEvent* event) {
    const double steps = event->angleDelta().y() / 120.0;
    if (event->modifiers() & Qt::ControlModifier)
        resizeRows(m_rowHeight * std::pow(rowsPerStep, steps));
    else if (event->modifiers() & Qt::ShiftModifier)
        verticalScrollBar()->setValue(
            verticalScrollBar()->value() -
            static_cast<int>(steps * 3 * verticalScrollBar()->singleStep()));
    else
        zoom(steps, event->position().x());
    event->accept();
}

void TimelineChart::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        m_drag = Drag{event->position(), event->position()};
}

void TimelineChart::mouseMoveEvent(QMouseEvent* event) {
    if (!m_drag) {
        const QString text = textAt(event->position());
        emit pointedAt(text.isEmpty() ? cursorText() : text);
        return;
    }
    const QPointF position = event->position();
    if (!m_drag->moved &&
        (position - m_drag->from).manhattanLength() < QApplication::startDragDistance())
        return;
    m_drag->moved = true;
    viewport()->setCursor(Qt::ClosedHandCursor);
    panTime(position.x() - m_drag->last.x());
    verticalScrollBar()->setValue(
        verticalScrollBar()->value() - static_cast<int>(position.y() - m_drag->last.y()));
    m_drag->last = position;
}

void TimelineChart::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_drag)
        return;
    const bool isClick = !m_drag->moved;
    m_drag.reset();
    viewport()->unsetCursor();
    if (isClick)
        setCursorTo(blockAt(event->position()));
}

void TimelineChart::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const auto found = blockAt(event->position())) {
        setCursorTo(found);
        showBlock(*found);
    }
}

bool TimelineChart::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), textAt(help->pos()), this);
        return true;
    }
    if (event->type() == QEvent::Leave)
        emit pointedAt(cursorText());
    return QAbstractScrollArea::viewportEvent(event);
}

std::optional<TimelineChart::Cursor> TimelineChart::blockAt(const QPointF& position) const {
    const auto row = rowAtY(position.y());
    const BlockRecord::Row* blocks = row ? rowAt(*row) : nullptr;
    if (!blocks || position.x() < body().left())
        return {};
    int lanes = 1;
    const std::vector<BlockSpan> spans = spansOf(*row, &lanes);
    const double time = m_scale.toTime(position.x());
    for (auto span = spans.rbegin(); span != spans.rend(); ++span) {
        if (!barRect(*row, *span, lanes).contains(position))
            continue;
        // Of several in one bar, the one nearest to the mouse.
        std::optional<Cursor> nearest;
        const auto distance = [&](const BlockRecord::Block& block) {
            return std::max(
                {0.0, static_cast<double>(block.start) - time,
                 time - static_cast<double>(block.end)});
        };
        for (std::size_t i = blocks->firstReaching(span->start);
             i < blocks->blocks.size() && blocks->blocks[i].start <= span->end; ++i) {
            const BlockRecord::Block& block = blocks->blocks[i];
            const bool isInBar = block.track == span->track && block.end >= span->start &&
                                 (lanes == 1 || block.lane == span->lane);
            if (isInBar && (!nearest || distance(block) < distance(nearest->block)))
                nearest = Cursor{*row, block};
        }
        return nearest;
    }
    return {};
}

void TimelineChart::showBlock(const Cursor& cursor) {
    setFollowing(false);
    const auto length = static_cast<double>(std::max<std::int64_t>(cursor.block.duration(), 1));
    showTime(static_cast<double>(cursor.block.start) - length * 0.1, length * 1.2);
    // Those that the SM held at the same time do not cover it.
    constexpr double lane = 12; ///< pixels
    const int lanes = lanesBetween(*rowAt(cursor.row), cursor.block.start, cursor.block.end);
    if (m_rowHeight < lanes * lane)
        resizeRows(lanes * lane);
    bringIntoView(cursor);
}

void TimelineChart::bringIntoView(const Cursor& cursor) {
    const double start = m_scale.toPixel(static_cast<double>(cursor.block.start));
    const double end = m_scale.toPixel(static_cast<double>(cursor.block.end));
    const QRectF area = body();
    if (end < area.left() || start > area.right())
        panTime(area.center().x() - (start + end) / 2);
    const QRectF place = rowRect(cursor.row);
    QScrollBar* bar = verticalScrollBar();
    if (place.top() < area.top())
        bar->setValue(bar->value() + static_cast<int>(std::floor(place.top() - area.top())));
    else if (place.bottom() > area.bottom())
        bar->setValue(bar->value() + static_cast<int>(std::ceil(place.bottom() - area.bottom())));
}

bool TimelineChart::moveCursor(int key) {
    if (m_record.isEmpty())
        return false;
    const auto middle = static_cast<std::int64_t>(m_scale.begin() + m_scale.span() / 2);
    const int rows = static_cast<int>(m_rows.size());
    // The block of a row that is nearest to a time.
    const auto nearestIn = [&](int row, std::int64_t time) -> std::optional<Cursor> {
        const BlockRecord::Row* blocks = rowAt(row);
        if (!blocks || blocks->blocks.empty())
            return {};
        const auto& all = blocks->blocks;
        const auto distance = [&](const BlockRecord::Block& block) {
            return std::max<std::int64_t>({0, block.start - time, time - block.end});
        };
        return Cursor{
            row, *std::min_element(all.begin(), all.end(), [&](const auto& a, const auto& b) {
                return distance(a) < distance(b);
            })};
    };
    std::optional<Cursor> next;
    if (!m_cursor) { // the first SM in view that has any
        for (int row = rowAtY(body().top()).value_or(0); row < rows && !next; ++row)
            next = nearestIn(row, middle);
        for (int row = 0; row < rows && !next; ++row)
            next = nearestIn(row, middle);
    } else if (key == Qt::Key_Up || key == Qt::Key_Down) {
        const int step = key == Qt::Key_Up ? -1 : 1;
        for (int row = m_cursor->row + step; row >= 0 && row < rows && !next; row += step)
            next = nearestIn(row, (m_cursor->block.start + m_cursor->block.end) / 2);
    } else if (const BlockRecord::Row* blocks = rowAt(m_cursor->row)) {
        const auto& all = blocks->blocks;
        const auto now = std::find(all.begin(), all.end(), m_cursor->block);
        if (key == Qt::Key_Right && now != all.end() && now + 1 != all.end())
            next = Cursor{m_cursor->row, *(now + 1)};
        if (key == Qt::Key_Left && now != all.end() && now != all.begin())
            next = Cursor{m_cursor->row, *(now - 1)};
    }
    if (next) {
        setFollowing(false);
        setCursorTo(next);
        bringIntoView(*next);
    }
    return true;
}

bool TimelineChart::handleKey(const QKeyEvent& event) {
    const double centre =
        m_cursor
            ? m_scale.toPixel(static_cast<double>(m_cursor->block.start + m_cursor->block.end) / 2)
            : body().center().x();
    const double about =
        body().contains(QPointF(centre, body().top())) ? centre : body().center().x();
    const bool control = event.modifiers() & Qt::ControlModifier;
    const bool shift = event.modifiers() & Qt::ShiftModifier;
    QScrollBar* rows = verticalScrollBar();
    switch (event.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        control ? resizeRows(std::ceil(m_rowHeight * rowsPerStep)) : zoom(1, about);
        return true;
    case Qt::Key_Minus:
        control ? resizeRows(std::floor(m_rowHeight / rowsPerStep)) : zoom(-1, about);
        return true;
    case Qt::Key_0:
        if (control)
            return false; // the window's
        resetZoom();
        return true;
    case Qt::Key_Left:
    case Qt::Key_Right: {
        const int sign = event.key() == Qt::Key_Left ? -1 : 1;
        if (control)
            return moveCursor(event.key());
        if (shift)
            stepWindow(sign);
        else
            panTime(-sign * panShare * body().width());
        return true;
    }
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (control)
            return moveCursor(event.key());
        rows->triggerAction(
            event.key() == Qt::Key_Up ? QScrollBar::SliderSingleStepSub
                                      : QScrollBar::SliderSingleStepAdd);
        return true;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        rows->triggerAction(
            event.key() == Qt::Key_PageUp ? QScrollBar::SliderPageStepSub
                                          : QScrollBar::SliderPageStepAdd);
        return true;
    case Qt::Key_Home:
    case Qt::Key_End:
        stepWindow(
            (event.key() == Qt::Key_Home ? -1 : 1) * static_cast<int>(m_record.windows().size()));
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!m_cursor || control)
            return false;
        showBlock(*m_cursor);
        return true;
    case Qt::Key_Escape:
        if (!m_cursor)
            return false;
        setCursorTo({});
        return true;
    default:
        return false;
    }
}

void TimelineChart::keyPressEvent(QKeyEvent* event) {
    if (!handleKey(*event))
        event->ignore();
}

} // namespace parterre::ui
