// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/map/sm_map_content.h"
#include "ui/map/sm_map_geometry.h"
#include "ui/shell/partition_palette.h"

#include <QFont>
#include <QPainter>
#include <QPalette>

#include <optional>

namespace parterre::ui {

/// What an SM can be: one look each, the same in the map and in its legend.
enum class SmState {
    partition, ///< coloured, with the partition's letters or pattern
    leftOver,
    noUnit,  ///< left over, and in no unit of the size that is painted
    unknown, ///< whose it is nobody knows before Apply
    differs, ///< kernels ran elsewhere than planned
};

SmState stateOf(const SmMapContent& content, const SmMapContent::Sm& sm);

/// Draws the SM map; knows nothing of mouse or keys.
class SmMapPainter {
public:
    SmMapPainter(QPainter& painter, QPalette palette, const QFont& font);

    static double labelHeight(const QFont& font);

    /// `current`: the segment that painting gives units to, drawn a little stronger.
    void paint(const SmMapContent& content, const SmMapGeometry& geometry, int current);
    /// Says what each partition gets where no map can be drawn.
    void paintCounts(const SmMapContent& content, const QRectF& rect);
    static QString countsText(const SmMapContent& content);
    void paintHover(const SmMapContent& content, const SmMapGeometry& geometry, int stop);
    void paintFocus(const SmMapContent& content, const SmMapGeometry& geometry, int stop);
    /// One cell, as the map shows it. `look`: of the partition, where it is one's.
    void paintCell(
        const QRectF& rect, SmState state, const partition_palette::Look& look, bool strong,
        bool withPattern);

private:
    void paintLabel(const SmMapGeometry& geometry, int gpc);
    void paintTags(const SmMapContent& content, const SmMapGeometry& geometry);
    void
    outline(const SmMapContent& content, const SmMapGeometry& geometry, int stop, const QPen& pen);
    /// Empty where cells are too small for letters.
    std::optional<QFont> tagFont(const SmMapContent& content, const SmMapGeometry& geometry) const;

    QPainter& m_painter;
    QPalette m_palette;
    QFont m_font;
};

} // namespace parterre::ui
