// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/partition/bar_content.h"
#include "ui/partition/bar_layout.h"

#include <QFont>
#include <QPainter>
#include <QPalette>

#include <map>

namespace parterre::ui {

/// Draws the partition bar; knows nothing of mouse or keys.
class BarPainter {
public:
    static constexpr double topRoom = 6;

    BarPainter(QPainter& painter, QPalette palette, const QFont& font);

    static double bodyHeight(const QFont& font);
    static int height(const QFont& font); ///< with the scale below the body

    void paint(
        const BarContent& content, const BarLayout& layout,
        const std::map<GroupPath, LiveRate>& rates);
    /// What to write of a segment's workload and rate, the longest text that fits `width`; empty
    /// when none does. A rate is never cut, nor shown without the size it belongs to.
    static QString
    activity(const BarSegment& segment, const LiveRate& rate, const QFont& font, double width);
    void paintHandle(const QRectF& body, double x, bool strong);
    /// The line where something was asked for and is not.
    void paintGhost(const QRectF& body, double x);
    void paintFocus(const QRectF& rect, bool isHandle);

private:
    void paintLevel(
        const BarContent& content, const BarLayout& layout, const GroupPath& parent,
        const std::map<GroupPath, LiveRate>& rates);
    void paintSegment(const BarSegment& segment, const QRectF& rect, double stripHeight);
    /// Of one with room for three lines.
    void paintTexts(const BarSegment& segment, const QRectF& rect, const LiveRate& rate);
    /// Of one whose parts have the room below its name.
    void paintTitle(const BarSegment& segment, const QRectF& rect);
    /// Of a sub-segment.
    void paintPartTexts(const BarSegment& segment, const QRectF& rect, const LiveRate& rate);
    /// Marks one whose parts are not drawn.
    void paintParts(const BarSegment& segment, const QRectF& rect);
    void paintScale(const BarContent& content, const BarLayout::Level& level);

    QPainter& m_painter;
    QPalette m_palette;
    QFont m_font;
};

} // namespace parterre::ui
