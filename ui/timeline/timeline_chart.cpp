// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_chart.h"

#include "ui/shell/seen.h"
#include "ui/shell/theme.h"
#include "ui/timeline/timeline_painter.h"
#include "ui/timeline/timeline_texts.h"

#include <QScrollBar>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace parterre::ui {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds drawEvery = 150ms;
/// A window that got no block for that long has them all.
constexpr std::chrono::milliseconds settledAfter = 80ms;
constexpr double margin = 0.02; ///< of a window, at both of its ends

} // namespace

TimelineChart::TimelineChart(const BlockRecord& record, QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_record(record) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("SM timeline"));
    viewport()->setMouseTracking(true);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &TimelineChart::takeNewest);
}

void TimelineChart::setRows(std::vector<SmRow> rows) {
    if (rows == m_rows)
        return;
    m_rows = std::move(rows);
    setCursorTo({});
    layOut();
}

void TimelineChart::setPartitions(std::vector<Partition> partitions) {
    if (partitions == m_partitions)
        return;
    m_partitions = std::move(partitions);
    viewport()->update();
}

void TimelineChart::setHint(const QString& sentence) {
    m_hint = sentence;
    viewport()->update();
}

QString TimelineChart::shownHint() const {
    return m_record.isEmpty() ? m_hint : QString();
}

void TimelineChart::refresh() {
    if (m_record.isEmpty())
        setCursorTo({});
    m_dirty = true;
    m_sinceBlocks.start();
    if (isSeen(*this) && !m_timer.isActive())
        m_timer.start(drawEvery);
}

void TimelineChart::takeNewest() {
    if (!isSeen(*this))
        return;
    m_dirty = false;
    const auto& windows = m_record.windows();
    if (m_following && !windows.empty()) {
        const bool isWhole = windows.size() == 1 || m_sinceBlocks.hasExpired(settledAfter.count());
        if (!isWhole)
            m_timer.start(drawEvery); // in case that nothing more comes
        showWindow(isWhole ? windows.back() : windows[windows.size() - 2]);
    }
    viewport()->update();
}

void TimelineChart::setFollowing(bool following) {
    if (following == m_following)
        return;
    m_following = following;
    if (following)
        refresh();
    emit viewChanged();
}

bool TimelineChart::isZoomed() const {
    return !m_whole || m_wantedRowHeight > 0;
}

QRectF TimelineChart::body() const {
    const double left = gutter();
    return {
        left, 0, std::max(1.0, viewport()->width() - left),
        std::max(1.0, viewport()->height() - TimelinePainter::labelHeight(font()) - 6)};
}

double TimelineChart::gutter() const {
    const QFontMetricsF metrics(theme::captionFont(font()));
    const bool hasGpcs = !m_rows.empty() && m_rows.front().gpc != SmRow::unknown;
    return metrics.horizontalAdvance(tr("SM %1").arg(888)) + theme::grid +
           (hasGpcs ? metrics.horizontalAdvance(tr("GPC %1").arg(88)) + theme::grid : 0);
}

void TimelineChart::layOut() {
    const QRectF area = body();
    const double label = std::ceil(TimelinePainter::labelHeight(font()));
    const auto count = static_cast<double>(m_rows.size());
    const double before = m_rowHeight;
    m_rowHeight = m_wantedRowHeight > 0 ? m_wantedRowHeight : label + theme::grid / 2.0;
    if (m_fitRows && count > 0)
        m_rowHeight = std::max(2.0, std::floor(area.height() / count));
    const double gap = m_rowHeight >= label ? theme::grid / 2.0 : 1;
    m_tops.clear();
    double y = 0;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (i > 0 && m_rows[i].gpc != m_rows[i - 1].gpc)
            y += gap;
        m_tops.push_back(y);
        y += m_rowHeight;
    }
    m_tops.push_back(y);
    m_scale.setPixels(area.left(), area.width());
    QScrollBar* bar = verticalScrollBar();
    const double middle = bar->value() + area.height() / 2;
    bar->setRange(0, static_cast<int>(std::ceil(std::max(0.0, y - area.height()))));
    bar->setPageStep(static_cast<int>(area.height()));
    bar->setSingleStep(static_cast<int>(std::ceil(m_rowHeight)));
    if (before > 0 && before != m_rowHeight) // the SMs in the middle stay there
        bar->setValue(static_cast<int>(middle * m_rowHeight / before - area.height() / 2));
    viewport()->update();
}

QRectF TimelineChart::rowRect(int row) const {
    const QRectF area = body();
    return {
        area.left(),
        area.top() + m_tops[static_cast<std::size_t>(row)] - verticalScrollBar()->value(),
        area.width(), m_rowHeight};
}

std::optional<int> TimelineChart::rowAtY(double y) const {
    if (m_rows.empty() || !(y >= body().top() && y < body().bottom()))
        return {};
    const double inAll = y - body().top() + verticalScrollBar()->value();
    const auto after = std::upper_bound(m_tops.begin(), m_tops.end() - 1, inAll);
    const auto row = static_cast<int>(after - m_tops.begin()) - 1;
    return row >= 0 && rowRect(row).bottom() > y ? std::optional(row) : std::nullopt;
}

const BlockRecord::Row* TimelineChart::rowAt(int row) const {
    return m_record.row(m_rows[static_cast<std::size_t>(row)].sm);
}

TimeScale::Limits TimelineChart::limits() const {
    const auto& windows = m_record.windows();
    if (windows.empty())
        return {};
    return {static_cast<double>(windows.front().start), static_cast<double>(windows.back().end)};
}

void TimelineChart::showTime(double begin, double span, bool isWhole) {
    m_scale.show(begin, span);
    m_whole = isWhole;
    viewport()->update();
    emit viewChanged();
}

void TimelineChart::showWindow(const BlockRecord::Window& window) {
    const auto length = static_cast<double>(window.end - window.start);
    showTime(static_cast<double>(window.start) - margin * length, length * (1 + 2 * margin), true);
}

void TimelineChart::resetZoom() {
    m_wantedRowHeight = 0;
    layOut();
    const double middle = m_scale.begin() + m_scale.span() / 2;
    if (const auto* window = m_record.windowAt(static_cast<std::int64_t>(middle)))
        showWindow(*window);
}

void TimelineChart::stepWindow(int steps) {
    const auto& windows = m_record.windows();
    if (windows.empty())
        return;
    setFollowing(false);
    const double middle = m_scale.begin() + m_scale.span() / 2;
    const auto now = m_record.windowAt(static_cast<std::int64_t>(middle)) - windows.data();
    const auto last = static_cast<std::ptrdiff_t>(windows.size()) - 1;
    showWindow(windows[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(now + steps, 0, last))]);
}

void TimelineChart::zoom(double steps, double aboutX) {
    if (m_record.isEmpty())
        return;
    constexpr double perStep = 0.8;
    setFollowing(false);
    m_scale.zoom(std::pow(perStep, steps), aboutX, limits());
    showTime(m_scale.begin(), m_scale.span());
}

void TimelineChart::panTime(double pixels) {
    if (m_record.isEmpty())
        return;
    setFollowing(false);
    m_scale.pan(pixels, limits());
    showTime(m_scale.begin(), m_scale.span());
}

void TimelineChart::setRowsFitted(bool fitted) {
    m_fitRows = fitted;
    m_wantedRowHeight = 0;
    layOut();
    emit viewChanged();
}

void TimelineChart::resizeRows(double height) {
    constexpr double least = 2;
    constexpr double most = 160;
    m_wantedRowHeight = std::clamp(std::round(height), least, most);
    m_fitRows = false;
    layOut();
    emit viewChanged();
}

std::vector<BlockSpan> TimelineChart::spansOf(int row, int* lanes) const {
    constexpr double leastLane = 2; ///< pixels
    const BlockRecord::Row* blocks = rowAt(row);
    if (!blocks)
        return {};
    const auto from = static_cast<std::int64_t>(m_scale.begin());
    const auto to = static_cast<std::int64_t>(m_scale.end());
    *lanes = lanesBetween(*blocks, from, to);
    const bool inLanes = m_rowHeight / *lanes >= leastLane;
    if (!inLanes)
        *lanes = 1;
    return spansBetween(*blocks, from, to, m_scale.nsPerPixel(), inLanes);
}

QRectF TimelineChart::barRect(int row, const BlockSpan& span, int lanes) const {
    const QRectF place = rowRect(row);
    // A far end outside of the view is no number for a painter.
    const double left =
        std::max(m_scale.toPixel(static_cast<double>(span.start)), place.left() - 10);
    const double right =
        std::min(m_scale.toPixel(static_cast<double>(span.end)), place.right() + 10);
    const double space = m_rowHeight >= 6 ? 1 : 0;
    const double height = (place.height() - space) / lanes;
    return {
        left, place.top() + span.lane * height, std::max(1.0, right - left), std::max(1.0, height)};
}

QString TimelineChart::textOf(int row, const BlockSpan& span) const {
    const BlockRecord::Track& track = m_record.tracks()[static_cast<std::size_t>(span.track)];
    const auto partition = static_cast<std::size_t>(track.partition);
    const auto* window = m_record.windowAt(span.start);
    return timeline_texts::span(
        m_rows[static_cast<std::size_t>(row)], span,
        partition < m_partitions.size() ? m_partitions[partition].name : QString(), track.kernel,
        window ? window->start : 0);
}

QString TimelineChart::textAt(const QPointF& position) const {
    const auto row = rowAtY(position.y());
    if (!row || position.x() < body().left())
        return {};
    int lanes = 1;
    // Where bars overlap, the one drawn last is seen.
    const std::vector<BlockSpan> spans = spansOf(*row, &lanes);
    for (auto span = spans.rbegin(); span != spans.rend(); ++span)
        if (barRect(*row, *span, lanes).contains(position))
            return textOf(*row, *span);
    return {};
}

QString TimelineChart::cursorText() const {
    if (!m_cursor)
        return {};
    const BlockRecord::Block& block = m_cursor->block;
    return textOf(m_cursor->row, {block.start, block.end, block.track, block.lane, 1});
}

void TimelineChart::setCursorTo(std::optional<Cursor> cursor) {
    if (!cursor && !m_cursor)
        return;
    m_cursor = std::move(cursor);
    const QString text = cursorText();
    setAccessibleDescription(text);
    viewport()->update();
    emit pointedAt(text);
}

void TimelineChart::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    layOut();
}

void TimelineChart::showEvent(QShowEvent* event) {
    QAbstractScrollArea::showEvent(event);
    layOut();
    if (m_dirty)
        m_timer.start(0);
}

void TimelineChart::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        layOut();
}

} // namespace parterre::ui
