// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

/// Colours that tell partitions apart, for people who see colours and for those who do not: each
/// goes with a pattern (areas) and a dash style (lines), and names are always written beside them.
/// Okabe and Ito's and Paul Tol's hues, in a lightness that has a contrast of 3:1 or more on both a
/// white and a near-black ground.
namespace parterre::ui::partition_palette {

inline constexpr int size = 9;

QColor colour(int partition);          ///< repeats after `size`
Qt::BrushStyle pattern(int partition); ///< differs from the first round's in each later round
Qt::PenStyle dash(int partition);

/// The ratio that WCAG 2 defines, 1 to 21.
double contrast(const QColor& one, const QColor& other);

} // namespace parterre::ui::partition_palette
