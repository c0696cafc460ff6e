// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace parterre {

/// Where the values of an axis come to lie, and which of them are written at it.
class AxisScale {
public:
    /// From `least` to `most`, both widened to round values. Linear axes begin at 0 where nothing
    /// is below it; logarithmic ones need values above 0.
    AxisScale(double least, double most, bool isLogarithmic);
    /// Places 0 to count - 1, half a place free at both ends.
    static AxisScale ofPlaces(int count);

    /// 0 at the axis's beginning, 1 at its end.
    double position(double value) const;
    const std::vector<double>& ticks() const { return m_ticks; } ///< ascending

private:
    AxisScale() = default;

    double m_from = 0; ///< its logarithm on a logarithmic axis
    double m_to = 1;   ///< the same
    bool m_isLogarithmic = false;
    std::vector<double> m_ticks;
};

} // namespace parterre
