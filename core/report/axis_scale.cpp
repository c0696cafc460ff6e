// SPDX-License-Identifier: Apache-2.0
#include "core/report/axis_scale.h"

#include <algorithm>
#include <cmath>

namespace parterre {
namespace {

/// 1, 2 or 5 times a power of ten: the smallest step that needs no more than so many.
double roundStep(double span, int most) {
    const double decade = std::pow(10, std::floor(std::log10(span / most)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (span / (factor * decade) <= most)
            return factor * decade;
    return 10 * decade;
}

} // namespace

AxisScale::AxisScale(double least, double most, bool isLogarithmic)
    : m_isLogarithmic(isLogarithmic) {
    if (isLogarithmic) {
        constexpr double tiny = 1e-9;
        m_from = std::floor(std::log10(std::max(least, tiny)));
        m_to = std::max(std::ceil(std::log10(std::max(most, tiny))), m_from + 1);
        for (double decade = m_from; decade <= m_to; ++decade)
            m_ticks.push_back(std::pow(10, decade));
        return;
    }
    constexpr int mostSteps = 8;
    m_from = std::min(0.0, least);
    m_to = std::max(most, m_from);
    if (m_to == m_from)
        m_to = m_from + 1;
    const double step = roundStep(m_to - m_from, mostSteps);
    m_from = std::floor(m_from / step) * step;
    // So that 100.00001 % does not make room for 120.
    constexpr double slack = 0.001;
    m_to = std::max(m_from + step, std::ceil(m_to / step - slack) * step);
    for (int i = 0; m_from + i * step <= m_to + step / 2; ++i)
        m_ticks.push_back(m_from + i * step);
}

AxisScale AxisScale::ofPlaces(int count) {
    AxisScale scale;
    scale.m_from = -0.5;
    scale.m_to = std::max(count, 1) - 0.5;
    for (int i = 0; i < count; ++i)
        scale.m_ticks.push_back(i);
    return scale;
}

double AxisScale::position(double value) const {
    constexpr double tiny = 1e-9;
    const double at = m_isLogarithmic ? std::log10(std::max(value, tiny)) : value;
    return (at - m_from) / (m_to - m_from);
}

} // namespace parterre
