// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace parterre::ui {

/// The upper end of a value axis that starts at 0. It grows in round steps as soon as a value
/// needs it and shrinks only when much less would do, so that the axis stands still while values
/// waver.
class ValueAxisRange {
public:
    /// `most` is the largest value in view; returns the upper end to show.
    double update(double most);
    double upper() const { return m_upper; }

    /// The smallest of 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8 times a power of ten that is not below
    /// `value`.
    static double roundedUp(double value);

private:
    double m_upper = 1;
};

} // namespace parterre::ui
