// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/throughput/latency_track.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace parterre::ui {
namespace {

/// Of sorted values: the smallest one that this part of all does not exceed.
double quantile(const std::vector<double>& sorted, double part) {
    const double rank = std::ceil(part * static_cast<double>(sorted.size()));
    return sorted[static_cast<std::size_t>(std::max(1.0, rank)) - 1];
}

} // namespace

void LatencyTrack::start() {
    m_pending.clear();
    m_sliceStart.reset();
    m_distribution = {};
}

void LatencyTrack::add(double time, const std::vector<double>& latencies) {
    if (!m_sliceStart)
        m_sliceStart = time;
    for (const double latency : latencies) {
        m_pending.push_back(latency);
        m_distribution.add(latency);
    }
    if (time - *m_sliceStart >= slice)
        endSlice(time);
}

void LatencyTrack::endSlice(double time) {
    m_sliceStart = time;
    if (m_pending.empty())
        return;
    std::sort(m_pending.begin(), m_pending.end());
    m_points.push_back(
        {time, quantile(m_pending, 0.5), quantile(m_pending, 0.99), m_pending.back()});
    m_pending.clear();
}

void LatencyTrack::stop(double time) {
    endSlice(time);
    m_sliceStart.reset();
    constexpr double gap = std::numeric_limits<double>::quiet_NaN();
    if (!m_points.empty() && !std::isnan(m_points.back().p50))
        m_points.push_back({time, gap, gap, gap});
}

void LatencyTrack::forgetBefore(double time) {
    while (!m_points.empty() && (m_points.front().time < time || m_points.size() > mostPoints)) {
        m_points.pop_front();
        ++m_forgotten;
    }
}

} // namespace parterre::ui
