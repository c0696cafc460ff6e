// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/time_scale.h"

#include <algorithm>
#include <cmath>

namespace parterre::ui {
namespace {

constexpr double pixelsPerTick = 90;
constexpr double mostOfAll = 1.2; ///< so much of all the time there is can be in view

} // namespace

void TimeScale::setPixels(double left, double width) {
    m_left = left;
    m_width = std::max(width, 1.0);
}

void TimeScale::show(double begin, double span) {
    m_begin = begin;
    m_span = std::max(span, shortest);
}

double TimeScale::toPixel(double time) const {
    return m_left + (time - m_begin) / m_span * m_width;
}

double TimeScale::toTime(double pixel) const {
    return m_begin + (pixel - m_left) / m_width * m_span;
}

void TimeScale::zoom(double factor, double about, const Limits& limits) {
    const double fixed = toTime(about);
    const double most = std::max((limits.last - limits.first) * mostOfAll, shortest);
    const double span = std::clamp(m_span * factor, shortest, std::max(most, m_span));
    m_begin = fixed - (fixed - m_begin) / m_span * span;
    m_span = span;
    keepWithin(limits);
}

void TimeScale::pan(double pixels, const Limits& limits) {
    m_begin -= pixels * nsPerPixel();
    keepWithin(limits);
}

void TimeScale::keepWithin(const Limits& limits) {
    const double half = m_span / 2;
    m_begin = std::clamp(m_begin, limits.first - half, std::max(limits.last, limits.first) - half);
}

double TimeScale::step() const {
    const double least = nsPerPixel() * pixelsPerTick;
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double multiple : {1.0, 2.0, 5.0})
        if (multiple * power >= least)
            return multiple * power;
    return 10 * power;
}

std::vector<double> TimeScale::ticks(double zero) const {
    std::vector<double> times;
    const double step = this->step();
    for (double i = std::ceil((m_begin - zero) / step); zero + i * step <= end(); ++i)
        times.push_back(zero + i * step);
    return times;
}

} // namespace parterre::ui
