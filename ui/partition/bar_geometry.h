// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace parterre::ui {

/// Maps SMs to pixels and back along the partition bar. Widths are in proportion to SM counts,
/// save that no segment gets so narrow that it cannot be seen or hit; the others give way.
class BarGeometry {
public:
    /// Narrowest segment, as long as there is room for all, in logical pixels.
    static constexpr double leastWidth = 22;

    struct Span {
        double left = 0;
        double width = 0;

        double right() const { return left + width; }
        bool contains(double x) const { return x >= left && x < right(); }
    };

    /// `smCounts` in order from the left; `total` SMs stand for the whole `width`, more when the
    /// counts add up to more.
    BarGeometry(std::vector<int> smCounts, int total, double width);

    int count() const { return static_cast<int>(m_spans.size()); }
    const Span& span(int segment) const { return m_spans[static_cast<std::size_t>(segment)]; }
    /// The segment under `x`; -1 where none is.
    int segmentAt(double x) const;

    /// Where `sm` SMs, counted from the left end, lie; the inverse of smAt().
    double xAt(double sm) const;
    double smAt(double x) const;
    /// SMs to the left of a segment.
    double smBefore(int segment) const { return m_smBefore[static_cast<std::size_t>(segment)]; }

private:
    void distribute(const std::vector<int>& smCounts, double whole, double width);

    std::vector<Span> m_spans;
    // The corners of the piecewise linear map, both ascending; one more than there are segments.
    std::vector<double> m_smBefore;
    std::vector<double> m_cornerX;
    double m_whole;
    double m_width;
};

} // namespace parterre::ui
