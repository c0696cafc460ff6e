// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/partition_bar.h"

#include "ui/partition/partition_bar_accessible.h"
#include "ui/partition/partition_bar_painter.h"

#include <QAccessible>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace parterre::ui {
namespace {

constexpr int grabReach = 7;   ///< pixels to either side of a border that take its handle
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
    const auto isThere = [&] { return std::find(all.begin(), all.end(), m_focus) != all.end(); };
    while (m_focus.path.isNested() && !isThere()) // a part that is gone: what it was a part of
        m_focus = {Part::Kind::segment, m_focus.path.parent()};
    if (!isThere())
        m_focus = all.empty() ? Part{} : all.back();
    update();
    tellAccessibility();
}

void PartitionBar::setLiveRates(std::map<GroupPath, LiveRate> rates) {
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

BarLayout PartitionBar::places() const {
    return {m_content, body(), font()};
}

std::vector<PartitionBar::Part> PartitionBar::parts() const {
    const BarLayout now = places();
    std::vector<Part> all;
    const auto add = [&](const auto& self, const GroupPath& parent) -> void {
        const BarLevel& level = m_content.level(parent);
        if (!now.level(parent))
            return;
        for (int i = 0; i < static_cast<int>(level.segments.size()); ++i) {
            all.push_back({Part::Kind::segment, parent.child(i)});
            self(self, parent.child(i));
            if (level.isGroup(i))
                all.push_back({Part::Kind::handle, parent.child(i)});
        }
    };
    add(add, {});
    return all;
}

QRect PartitionBar::partRect(const Part& part) const {
    const BarLayout now = places();
    const BarLayout::Level& level = *now.level(part.path.parent());
    if (part.kind == Part::Kind::handle)
        return QRectF(
                   now.handleX(part.path) - grabReach, level.body.top(), 2 * grabReach,
                   level.body.height())
            .toAlignedRect();
    const BarGeometry::Span span = level.geometry.span(part.path.position());
    return QRectF(level.body.left() + span.left, level.body.top(), span.width, level.body.height())
        .toRect();
}

void PartitionBar::setFocusPart(const Part& part) {
    if (m_focus == part)
        return;
    m_focus = part;
    update();
    emit segmentSelected(part.path);
    if (QAccessible::isActive()) {
        const std::vector<Part> all = parts();
        QAccessibleEvent event(this, QAccessible::Focus);
        event.setChild(static_cast<int>(std::find(all.begin(), all.end(), part) - all.begin()));
        QAccessible::updateAccessibility(&event);
    }
}

HandleMotion PartitionBar::motion(const GroupPath& handle) const {
    const BarLevel& level = m_content.level(handle.parent());
    const bool last = handle.position() + 1 >= level.groupCount;
    const BarSegment* next = m_content.at(handle.sibling(handle.position() + 1));
    return {m_content.at(handle)->shown(), next ? next->shown() : 0, last, level.grantable};
}

bool PartitionBar::moveHandle(const GroupPath& handle, const HandleMotion::Step& step) {
    if (step.left == m_content.at(handle)->requested && step.left == motion(handle).current())
        return false;
    emit handleMoved(handle, step);
    return true;
}

std::optional<PartitionBar::Part> PartitionBar::partAt(const QPointF& position) const {
    const BarLayout now = places();
    std::optional<Part> handle;
    std::optional<Part> segment;
    // The nearest border wins, so that two close handles can both be taken.
    double nearest = grabReach;
    const auto look = [&](const auto& self, const GroupPath& parent) -> void {
        const BarLayout::Level* level = now.level(parent);
        if (!level || position.y() < level->body.top() || position.y() > level->body.bottom())
            return;
        for (int i = 0; i < m_content.level(parent).groupCount; ++i) {
            const double distance = std::abs(position.x() - now.handleX(parent.child(i)));
            if (distance <= nearest) {
                nearest = distance;
                handle = Part{Part::Kind::handle, parent.child(i)};
            }
        }
        if (const int at = level->geometry.segmentAt(position.x() - level->body.left()); at >= 0) {
            segment = Part{Part::Kind::segment, parent.child(at)};
            self(self, parent.child(at));
        }
    };
    look(look, {});
    return handle ? handle : segment;
}

void PartitionBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    BarPainter picture(painter, palette(), font());
    const BarLayout now = places();
    picture.paint(m_content, now, m_rates);
    for (const Part& part : parts())
        if (part.kind == Part::Kind::handle)
            picture.paintHandle(
                now.level(part.path.parent())->body, now.handleX(part.path),
                m_hoveredHandle == part.path || (m_drag && m_drag->handle == part.path));
    if (m_drag)
        picture.paintGhost(m_drag->level.body, m_drag->mouseX);
    if (hasFocus() && !m_content.segments.empty())
        picture.paintFocus(partRect(m_focus), m_focus.kind == Part::Kind::handle);
}

void PartitionBar::tellAccessibility() {
    if (!QAccessible::isActive())
        return;
    const std::vector<Part> all = parts();
    for (int i = 0; i < static_cast<int>(all.size()); ++i) {
        const Part& part = all[static_cast<std::size_t>(i)];
        if (part.kind == Part::Kind::handle) {
            QAccessibleValueChangeEvent event(this, motion(part.path).current());
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
