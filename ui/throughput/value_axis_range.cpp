// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/throughput/value_axis_range.h"

#include <cmath>
#include <initializer_list>

namespace parterre::ui {

double ValueAxisRange::roundedUp(double value) {
    if (!(value > 0))
        return 1;
    const double power = std::pow(10, std::floor(std::log10(value)));
    for (const double step : {1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0})
        if (value <= step * power)
            return step * power;
    return 10 * power;
}

double ValueAxisRange::update(double most) {
    constexpr double headroom = 1.1;
    constexpr double muchLess = 0.5;
    if (most * headroom > m_upper || most * headroom < m_upper * muchLess)
        m_upper = roundedUp(most * headroom);
    return m_upper;
}

} // namespace parterre::ui
