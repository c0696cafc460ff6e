// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace parterre::ui {

/// Which time lies at which pixel of the chart. Times are in nanoseconds.
class TimeScale {
public:
    static constexpr double shortest = 200; ///< ns in view at least; a block takes longer

    /// What can be looked at: no view goes wholly beyond it, or shows much more than it.
    struct Limits {
        double first = 0;
        double last = 0;
    };

    double begin() const { return m_begin; } ///< time at the left border
    double span() const { return m_span; }   ///< time in view
    double end() const { return m_begin + m_span; }
    double nsPerPixel() const { return m_span / m_width; }

    /// The pixels it covers; `width` of less than 1 counts as 1.
    void setPixels(double left, double width);
    void show(double begin, double span);
    double toPixel(double time) const;
    double toTime(double pixel) const;
    /// Shows `factor` times as much time; what is at pixel `about` stays there, but for the limits.
    void zoom(double factor, double about, const Limits& limits);
    /// What is in view moves that far to the right.
    void pan(double pixels, const Limits& limits);

    /// Times of the axis' marks, multiples of step() since `zero`.
    std::vector<double> ticks(double zero) const;
    /// Nanoseconds between marks: 1, 2 or 5 times a power of ten that leaves room for a number.
    double step() const;

private:
    void keepWithin(const Limits& limits);

    double m_left = 0;
    double m_width = 1;
    double m_begin = 0;
    double m_span = 1e6;
};

} // namespace parterre::ui
