// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/partition_bar.h"

#include "ui/partition/partition_bar_accessible.h"
#include "ui/partition/partition_bar_painter.h"
#include "ui/shell/id_ranges.h"
#include "ui/shell/plain_text.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace parterre::ui {
namespace {

constexpr int grabReach = 7;   ///< pixels to either side of a border that take its handle
constexpr int largerStep = 4;  ///< stops that Shift and an arrow key go
constexpr double sideRoom = 4; ///< for the outermost handles and the focus frame

} // namespace

PartitionBar::PartitionBar(QWidget* parent)
    : QWidget(parent) {
    PartitionBarAccessible::install();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Partition bar"));
    setAccessibleDescription(
        tr("The SMs of the GPU, divided among partitions. Tab goes from part to part, the arrow "
           "keys resize, Delete removes, F2 renames."));
}

QSize PartitionBar::sizeHint() const {
    return {720, BarPainter::height(font())};
}

QSize PartitionBar::minimumSizeHint() const {
    return {240, BarPainter::height(font())};
}

void PartitionBar::setContent(BarContent content) {
    m_content = std::move(content);
    const std::vector<Part> all = parts();
    if (std::find(all.begin(), all.end(), m_focus) == all.end())
        m_focus = all.empty() ? Part{} : all.back();
    update();
    tellAccessibility();
}

void PartitionBar::setLiveRates(std::vector<LiveRate> rates) {
    if (rates == m_rates)
        return;
    m_rates = std::move(rates);
    update();
}

QRectF PartitionBar::body() const {
    return {
        sideRoom, BarPainter::topRoom, std::max(1.0, width() - 2 * sideRoom),
        BarPainter::bodyHeight(font())};
}

BarGeometry PartitionBar::geometry() const {
    std::vector<int> counts;
    for (const BarSegment& segment : m_content.segments)
        counts.push_back(segment.shown());
    return {std::move(counts), m_content.total, body().width()};
}

double PartitionBar::handleX(int handle) const {
    return body().left() + geometry().span(handle).right();
}

std::vector<PartitionBar::Part> PartitionBar::parts() const {
    std::vector<Part> all;
    for (int i = 0; i < static_cast<int>(m_content.segments.size()); ++i) {
        all.push_back({Part::Kind::segment, i});
        if (i < m_content.groupCount)
            all.push_back({Part::Kind::handle, i});
    }
    return all;
}

QRect PartitionBar::partRect(const Part& part) const {
    const QRectF bar = body();
    if (part.kind == Part::Kind::handle)
        return QRectF(handleX(part.index) - grabReach, bar.top(), 2 * grabReach, bar.height())
            .toAlignedRect();
    const BarGeometry::Span span = geometry().span(part.index);
    return QRectF(bar.left() + span.left, bar.top(), span.width, bar.height()).toRect();
}

QString PartitionBar::partName(const Part& part) const {
    const auto at = static_cast<std::size_t>(part.index);
    QString name = m_content.segments[at].name;
    if (part.kind == Part::Kind::segment)
        return name;
    return at + 1 < m_content.segments.size()
               ? tr("Border between %1 and %2").arg(name, m_content.segments[at + 1].name)
               : tr("End of %1").arg(name);
}

QString PartitionBar::partDescription(const Part& part) const {
    const BarSegment& segment = m_content.segments[static_cast<std::size_t>(part.index)];
    QStringList sentences;
    if (segment.isRemainder)
        sentences << tr("%n SM(s) left over", nullptr, segment.shown())
                  << (segment.isPartition ? tr("a partition of its own") : tr("not used"));
    else if (!segment.isMade)
        sentences << tr("%n SM(s) asked for", nullptr, segment.requested)
                  << tr("the driver does not make this partition");
    else if (segment.granted && segment.requested != *segment.granted)
        sentences << tr("%n SM(s) granted", nullptr, *segment.granted)
                  << tr("%1 asked for").arg(segment.requested);
    else
        sentences << tr("%n SM(s)", nullptr, segment.shown());
    if (!segment.workload.isEmpty())
        sentences << tr("workload %1").arg(segment.workload);
    if (segment.smIds && !segment.smIds->empty())
        sentences << tr("SM ids %1").arg(idRanges(*segment.smIds));
    return sentences.join(QStringLiteral(", "));
}

void PartitionBar::setFocusPart(const Part& part) {
    if (m_focus == part)
        return;
    m_focus = part;
    update();
    emit segmentSelected(part.index);
    if (QAccessible::isActive()) {
        const std::vector<Part> all = parts();
        QAccessibleEvent event(this, QAccessible::Focus);
        event.setChild(static_cast<int>(std::find(all.begin(), all.end(), part) - all.begin()));
        QAccessible::updateAccessibility(&event);
    }
}

HandleMotion PartitionBar::motion(int handle) const {
    const auto at = static_cast<std::size_t>(handle);
    const bool last = handle + 1 >= m_content.groupCount;
    const int right = at + 1 < m_content.segments.size() ? m_content.segments[at + 1].shown() : 0;
    return {m_content.segments[at].shown(), right, last, m_content.grantable};
}

bool PartitionBar::moveHandle(int handle, const HandleMotion::Step& step) {
    if (step.left == m_content.segments[static_cast<std::size_t>(handle)].requested &&
        step.left == motion(handle).current())
        return false;
    emit handleMoved(handle, step);
    return true;
}

QString PartitionBar::whyNotMoved(int handle, bool toTheRight) const {
    const auto at = static_cast<std::size_t>(handle);
    const HandleMotion stops = motion(handle);
    const QString name = m_content.segments[at].name;
    const int least = m_content.grantable.empty() ? 1 : m_content.grantable.front();
    if (!toTheRight && stops.current() == least)
        return tr("%1 cannot be smaller: a partition has at least %n SM(s).", nullptr, least)
            .arg(name);
    if (handle + 1 < m_content.groupCount) {
        const BarSegment& next = m_content.segments[at + 1];
        if (toTheRight && next.shown() == least)
            return tr("%1 cannot be larger: %2 has the least already, %n SM(s).", nullptr, least)
                .arg(name, next.name);
        return tr("%1 and %2 cannot share their %n SM(s) otherwise: the driver grants no such "
                  "sizes.",
                  nullptr, stops.current() + next.shown())
            .arg(name, next.name);
    }
    const int left = at + 1 < m_content.segments.size() ? m_content.segments[at + 1].shown() : 0;
    if (left == 0)
        return tr("%1 cannot be larger: no SMs are left over.").arg(name);
    return tr("%1 cannot be larger: the driver grants none of the %n SM(s) left over to it.",
              nullptr, left)
        .arg(name);
}

std::optional<PartitionBar::Part> PartitionBar::partAt(const QPointF& position) const {
    const QRectF bar = body();
    if (position.y() < bar.top() || position.y() > bar.bottom())
        return std::nullopt;
    // The nearest border wins, so that two close handles can both be taken.
    std::optional<Part> best;
    double nearest = grabReach;
    for (int i = 0; i < m_content.groupCount; ++i) {
        const double distance = std::abs(position.x() - handleX(i));
        if (distance <= nearest) {
            nearest = distance;
            best = Part{Part::Kind::handle, i};
        }
    }
    if (best)
        return best;
    const int segment = geometry().segmentAt(position.x() - bar.left());
    return segment < 0 ? std::nullopt : std::optional(Part{Part::Kind::segment, segment});
}

void PartitionBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    BarPainter picture(painter, palette(), font());
    const BarGeometry map = geometry();
    picture.paint(m_content, map, body(), m_rates);
    for (int i = 0; i < m_content.groupCount; ++i)
        picture.paintHandle(
            body(), handleX(i), m_hoveredHandle == i || (m_drag && m_drag->handle == i));
    if (m_drag)
        picture.paintGhost(body(), m_drag->mouseX);
    if (hasFocus() && !m_content.segments.empty())
        picture.paintFocus(partRect(m_focus), m_focus.kind == Part::Kind::handle);
}

void PartitionBar::mousePressEvent(QMouseEvent* event) {
    const auto part = partAt(event->position());
    if (event->button() != Qt::LeftButton || !part) {
        QWidget::mousePressEvent(event);
        return;
    }
    setFocusPart(*part);
    if (part->kind != Part::Kind::handle)
        return;
    const HandleMotion stops = motion(part->index);
    m_drag = Drag{
        part->index,
        geometry(),
        stops,
        event->position().x() - handleX(part->index),
        {stops.current(), std::nullopt},
        event->position().x()};
    emit dragBegan();
    update();
}

void PartitionBar::mouseMoveEvent(QMouseEvent* event) {
    if (!m_drag) {
        const auto part = partAt(event->position());
        const bool onHandle = part && part->kind == Part::Kind::handle;
        setCursor(onHandle ? Qt::SplitHCursor : Qt::ArrowCursor);
        const auto hovered = onHandle ? std::optional(part->index) : std::nullopt;
        if (hovered != m_hoveredHandle) {
            m_hoveredHandle = hovered;
            update();
        }
        return;
    }
    m_drag->mouseX = event->position().x() - m_drag->grip;
    const double sm = m_drag->geometry.smAt(m_drag->mouseX - body().left()) -
                      m_drag->geometry.smBefore(m_drag->handle);
    const HandleMotion::Step step = m_drag->motion.nearest(sm);
    const int handle = m_drag->handle;
    update();
    if (step.left != m_drag->last.left) {
        m_drag->last = step;
        emit handleMoved(handle, step);
    }
}

void PartitionBar::mouseReleaseEvent(QMouseEvent* event) {
    if (!m_drag || event->button() != Qt::LeftButton)
        return;
    const int handle = m_drag->handle;
    m_drag.reset();
    update();
    emit dragEnded(handle);
}

void PartitionBar::mouseDoubleClickEvent(QMouseEvent* event) {
    const auto part = partAt(event->position());
    if (!part)
        return;
    if (part->kind == Part::Kind::handle)
        moveHandle(part->index, motion(part->index).equal());
    else if (part->index < m_content.groupCount)
        emit renameWanted(part->index);
}

void PartitionBar::cancelDrag() {
    if (!m_drag)
        return;
    m_drag.reset();
    update();
    emit dragCancelled();
}

void PartitionBar::keyPressEvent(QKeyEvent* event) {
    if (m_drag) { // a key other than Escape would change what is being dragged
        if (event->key() == Qt::Key_Escape)
            cancelDrag();
        return;
    }
    const int group = m_focus.index;
    if (group >= m_content.groupCount) {
        QWidget::keyPressEvent(event);
        return;
    }
    const int stride = event->modifiers() & Qt::ShiftModifier ? largerStep : 1;
    const HandleMotion stops = motion(group);
    std::optional<HandleMotion::Step> step;
    switch (event->key()) {
    case Qt::Key_Left:
        step = stops.moved(-stride);
        break;
    case Qt::Key_Right:
        step = stops.moved(stride);
        break;
    case Qt::Key_Home:
        step = stops.first();
        break;
    case Qt::Key_End:
        step = stops.last();
        break;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    if (!m_keyedHandle) {
        m_keyedHandle = group;
        emit dragBegan();
    }
    if (!moveHandle(group, *step))
        emit refused(
            whyNotMoved(group, event->key() == Qt::Key_Right || event->key() == Qt::Key_End));
}

void PartitionBar::keyReleaseEvent(QKeyEvent* event) {
    if (!event->isAutoRepeat())
        endKeyed();
    QWidget::keyReleaseEvent(event);
}

void PartitionBar::endKeyed() {
    if (m_keyedHandle)
        emit dragEnded(*std::exchange(m_keyedHandle, std::nullopt));
}

void PartitionBar::contextMenuEvent(QContextMenuEvent* event) {
    if (m_content.segments.empty() || m_drag)
        return;
    if (event->reason() == QContextMenuEvent::Mouse) {
        const auto part = partAt(QPointF(event->pos()));
        if (!part)
            return;
        setFocusPart({Part::Kind::segment, part->index});
        emit menuWanted(part->index, event->globalPos());
    } else {
        emit menuWanted(m_focus.index, mapToGlobal(partRect(m_focus).center()));
    }
}

bool PartitionBar::focusNextPrevChild(bool next) {
    const std::vector<Part> all = parts();
    const auto now = std::find(all.begin(), all.end(), m_focus);
    if (!hasFocus() || now == all.end())
        return QWidget::focusNextPrevChild(next);
    if (next ? now + 1 == all.end() : now == all.begin())
        return QWidget::focusNextPrevChild(next);
    setFocusPart(next ? *(now + 1) : *(now - 1));
    return true;
}

void PartitionBar::focusInEvent(QFocusEvent* event) {
    const std::vector<Part> all = parts();
    if (!all.empty() && event->reason() == Qt::TabFocusReason)
        setFocusPart(all.front());
    else if (!all.empty() && event->reason() == Qt::BacktabFocusReason)
        setFocusPart(all.back());
    if (!all.empty())
        emit segmentSelected(m_focus.index); // also when it is the part that had the focus before
    update();
}

void PartitionBar::focusOutEvent(QFocusEvent*) {
    cancelDrag();
    endKeyed();
    update();
}

void PartitionBar::leaveEvent(QEvent*) {
    m_hoveredHandle.reset();
    update();
}

void PartitionBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        update();
    QWidget::changeEvent(event);
}

bool PartitionBar::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const auto part = partAt(help->pos());
        if (!part)
            QToolTip::hideText();
        else if (part->kind == Part::Kind::handle)
            QToolTip::showText(
                help->globalPos(),
                tr("Drag, or use the arrow keys. Double-click to make both sides equal."), this);
        else
            QToolTip::showText(
                help->globalPos(),
                plainToolTip(partName(*part) + QStringLiteral(": ") + partDescription(*part)),
                this);
        return true;
    }
    // Escape belongs to a drag, and no shortcut may change what is being dragged.
    if (event->type() == QEvent::ShortcutOverride && (m_drag || m_keyedHandle)) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void PartitionBar::tellAccessibility() {
    if (!QAccessible::isActive())
        return;
    const std::vector<Part> all = parts();
    for (int i = 0; i < static_cast<int>(all.size()); ++i) {
        const Part& part = all[static_cast<std::size_t>(i)];
        if (part.kind == Part::Kind::handle) {
            QAccessibleValueChangeEvent event(this, motion(part.index).current());
            event.setChild(i);
            QAccessible::updateAccessibility(&event);
        } else {
            QAccessibleEvent event(this, QAccessible::DescriptionChanged);
            event.setChild(i);
            QAccessible::updateAccessibility(&event);
        }
    }
}

} // namespace parterre::ui
