// SPDX-License-Identifier: GPL-3.0-or-later
// What mouse, keys and focus do with the bar.
#include "ui/partition/partition_bar.h"
#include "ui/shell/plain_text.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace parterre::ui {
namespace {

constexpr int largerStep = 4; ///< stops that Shift and an arrow key go

} // namespace

void PartitionBar::mousePressEvent(QMouseEvent* event) {
    const auto part = partAt(event->position());
    if (event->button() != Qt::LeftButton || !part) {
        QWidget::mousePressEvent(event);
        return;
    }
    setFocusPart(*part);
    if (part->kind != Part::Kind::handle)
        return;
    const HandleMotion stops = motion(part->path);
    const BarLayout now = places();
    m_drag = Drag{
        part->path,
        *now.level(part->path.parent()),
        stops,
        event->position().x() - now.handleX(part->path),
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
        const auto hovered = onHandle ? std::optional(part->path) : std::nullopt;
        if (hovered != m_hoveredHandle) {
            m_hoveredHandle = hovered;
            update();
        }
        return;
    }
    m_drag->mouseX = event->position().x() - m_drag->grip;
    const BarLayout::Level& level = m_drag->level;
    const double sm = level.geometry.smAt(m_drag->mouseX - level.body.left()) -
                      level.geometry.smBefore(m_drag->handle.position());
    const HandleMotion::Step step = m_drag->motion.nearest(sm);
    const GroupPath handle = m_drag->handle;
    update();
    if (step.left != m_drag->last.left) {
        m_drag->last = step;
        emit handleMoved(handle, step);
    }
}

void PartitionBar::mouseReleaseEvent(QMouseEvent* event) {
    if (!m_drag || event->button() != Qt::LeftButton)
        return;
    const GroupPath handle = m_drag->handle;
    m_drag.reset();
    update();
    emit dragEnded(handle);
}

void PartitionBar::mouseDoubleClickEvent(QMouseEvent* event) {
    const auto part = partAt(event->position());
    if (!part)
        return;
    if (part->kind == Part::Kind::handle)
        moveHandle(part->path, motion(part->path).equal());
    else if (m_content.isGroup(part->path))
        emit renameWanted(part->path);
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
    const GroupPath group = m_focus.path;
    if (!m_content.isGroup(group)) {
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
        setFocusPart({Part::Kind::segment, part->path});
        emit menuWanted(part->path, event->globalPos());
    } else {
        emit menuWanted(m_focus.path, mapToGlobal(partRect(m_focus).center()));
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
        emit segmentSelected(m_focus.path); // also when it is the part that had the focus before
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

} // namespace parterre::ui
