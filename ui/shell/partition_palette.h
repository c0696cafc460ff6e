// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>

/// Colours that tell partitions apart, for people who see colours and for those who do not: each
/// goes with a pattern (areas) and a dash style (lines), and names are always written beside them.
/// Okabe and Ito's and Paul Tol's hues, in a lightness that has a contrast of 3:1 or more on both a
/// white and a near-black ground.
namespace parterre::ui::partition_palette {

inline constexpr int size = 9;

QColor colour(int partition);          ///< repeats after `size`
Qt::BrushStyle pattern(int partition); ///< differs from the first round's in each later round
Qt::PenStyle dash(int partition);

/// A word for one of the colours.
QString colourName(int partition);

/// How one partition is drawn, the same in every view.
struct Look {
    QColor colour;
    Qt::BrushStyle pattern;
    Qt::PenStyle dash;

    friend bool operator==(const Look&, const Look&) = default;
};
/// Of the partition at a position in its plan. `chosen`, "#rrggbb", takes the place of the
/// palette's colour where it is not empty; the second cues stay, as two may be given one colour.
Look look(int partition, const QString& chosen = {});
/// Of the sub-partition at a position in a partition's split: a shade of the whole's colour, as
/// readable on light and on dark, and other second cues than its neighbours'.
Look partLook(const Look& whole, int position, const QString& chosen = {});

/// The ratio that WCAG 2 defines, 1 to 21.
double contrast(const QColor& one, const QColor& other);

} // namespace parterre::ui::partition_palette
