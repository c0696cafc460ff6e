// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/bar_layout.h"

#include "ui/shell/theme.h"

#include <QFontMetricsF>

#include <algorithm>

namespace parterre::ui {
namespace {

constexpr double frame = 4; ///< of the whole, around its parts

BarGeometry geometryOf(const BarLevel& level, int total, double width) {
    std::vector<int> counts;
    for (const BarSegment& segment : level.segments)
        counts.push_back(segment.shown());
    return {std::move(counts), total, width};
}

} // namespace

BarLayout::BarLayout(const BarContent& content, const QRectF& body, const QFont& font) {
    m_levels.emplace(GroupPath(), Level{geometryOf(content, content.total, body.width()), body});
    const double title =
        stripHeight + theme::grid / 2.0 + QFontMetricsF(theme::titleFont(font)).height() + 2;
    for (std::size_t i = 0; i < content.segments.size(); ++i) {
        const BarSegment& whole = content.segments[i];
        const GroupPath path(static_cast<int>(i));
        const QRectF inner = segment(path).adjusted(frame, title, -frame, -frame);
        const auto parts = static_cast<double>(whole.split.segments.size());
        if (whole.isSplit() && inner.width() >= parts * leastPart)
            m_levels.emplace(
                path, Level{geometryOf(whole.split, whole.shown(), inner.width()), inner});
    }
}

const BarLayout::Level* BarLayout::level(const GroupPath& parent) const {
    const auto found = m_levels.find(parent);
    return found == m_levels.end() ? nullptr : &found->second;
}

QRectF BarLayout::segment(const GroupPath& path) const {
    const Level& on = *level(path.parent());
    const BarGeometry::Span span = on.geometry.span(path.position());
    return {
        on.body.left() + span.left, on.body.top(), std::max(span.width - gap, 1.0),
        on.body.height()};
}

double BarLayout::handleX(const GroupPath& group) const {
    const Level& on = *level(group.parent());
    return on.body.left() + on.geometry.span(group.position()).right();
}

} // namespace parterre::ui
