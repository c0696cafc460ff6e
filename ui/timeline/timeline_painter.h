// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/partition_palette.h"

#include <QFont>
#include <QPainter>
#include <QPalette>

namespace parterre::ui {

/// Draws the pieces of the SM timeline; knows nothing of where they come from.
class TimelinePainter {
public:
    TimelinePainter(QPainter& painter, QPalette palette, const QFont& font);

    /// Height of a row's or the axis' label.
    static double labelHeight(const QFont& font);

    void ground(const QRectF& rect);
    /// Behind the rows of every second GPC, so that an eye finds its way back to the label.
    void band(const QRectF& rect);
    /// Time in which nothing was recorded, which is not the same as nothing ran.
    void unrecorded(const QRectF& rect);
    void gridLine(double x, double top, double bottom);
    /// A bar in a partition's colour and, where there is room, its pattern. `isSingle`: one block,
    /// with a border; `name`, where it has room, instead of the pattern.
    void
    bar(QRectF rect, const partition_palette::Look& look, bool isSingle, const QString& name = {});
    void cursor(const QRectF& rect);
    void label(const QRectF& rect, Qt::Alignment alignment, const QString& text);

private:
    QPainter& m_painter;
    QPalette m_palette;
    QFont m_caption;
};

} // namespace parterre::ui
