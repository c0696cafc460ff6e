// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/partition/bar_content.h"
#include "ui/partition/bar_geometry.h"

#include <QFont>
#include <QRectF>

#include <map>

namespace parterre::ui {

/// Where the partition bar's segments lie: those of the GPU side by side, and those of one that is
/// split in a strip within it, where there is room. Deeper ones are not drawn.
class BarLayout {
public:
    static constexpr double gap = 2; ///< pixels between segments
    static constexpr double stripHeight = 6;
    /// Narrowest sub-segment that can be told apart and hit.
    static constexpr double leastPart = 14;

    /// The segments of one split.
    struct Level {
        BarGeometry geometry;
        QRectF body; ///< all of it
    };

    BarLayout(const BarContent& content, const QRectF& body, const QFont& font);

    /// Of the segment at `parent`, or of the GPU; null where it is not drawn.
    const Level* level(const GroupPath& parent) const;
    /// Only of what is drawn; without the gap to the next one.
    QRectF segment(const GroupPath& path) const;
    /// The right border of a group; only of what is drawn.
    double handleX(const GroupPath& group) const;

private:
    std::map<GroupPath, Level> m_levels;
};

} // namespace parterre::ui
