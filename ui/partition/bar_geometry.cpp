// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/bar_geometry.h"

#include <algorithm>
#include <numeric>

namespace parterre::ui {
namespace {

/// Follows the line through the corners (from[i], to[i]); flat pieces of `from` are skipped over.
double follow(const std::vector<double>& from, const std::vector<double>& to, double value) {
    const auto upper = std::upper_bound(from.begin(), from.end(), value);
    if (upper == from.begin())
        return to.front();
    if (upper == from.end())
        return to.back();
    const auto i = static_cast<std::size_t>(upper - from.begin());
    const double part = (value - from[i - 1]) / (from[i] - from[i - 1]);
    return to[i - 1] + part * (to[i] - to[i - 1]);
}

} // namespace

BarGeometry::BarGeometry(std::vector<int> smCounts, int total, double width)
    : m_width(std::max(width, 1.0)) {
    const int sum = std::accumulate(smCounts.begin(), smCounts.end(), 0);
    m_whole = std::max({total, sum, 1});
    distribute(smCounts, m_whole, m_width);

    double sm = 0;
    for (std::size_t i = 0; i < m_spans.size(); ++i) {
        m_smBefore.push_back(sm);
        m_cornerX.push_back(m_spans[i].left);
        sm += smCounts[i];
    }
    m_smBefore.push_back(sm);
    m_cornerX.push_back(m_spans.empty() ? 0 : m_spans.back().right());
    if (sm < m_whole) {
        m_smBefore.push_back(m_whole);
        m_cornerX.push_back(m_width);
    }
}

void BarGeometry::distribute(const std::vector<int>& smCounts, double whole, double width) {
    const std::size_t count = smCounts.size();
    if (count == 0)
        return;
    const double sum = std::accumulate(smCounts.begin(), smCounts.end(), 0.0);
    // What is left free at the end keeps its share, unless the narrow ones need it.
    const double least = std::min(leastWidth, width / static_cast<double>(count));
    const double room = std::max(width * sum / whole, least * static_cast<double>(count));
    std::vector<bool> narrow(count, false);
    double share = room;
    double smShared = sum;
    // Making one segment wider makes the others narrower, which may make another one too narrow.
    for (bool again = true; again;) {
        again = false;
        for (std::size_t i = 0; i < count; ++i) {
            if (narrow[i] || (smShared > 0 && share * smCounts[i] / smShared >= least))
                continue;
            narrow[i] = true;
            share -= least;
            smShared -= smCounts[i];
            again = true;
        }
    }
    double x = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const double spanWidth = narrow[i] ? least : share * smCounts[i] / smShared;
        m_spans.push_back({x, spanWidth});
        x += spanWidth;
    }
}

int BarGeometry::segmentAt(double x) const {
    for (int i = 0; i < count(); ++i)
        if (span(i).contains(x))
            return i;
    return -1;
}

double BarGeometry::xAt(double sm) const {
    return follow(m_smBefore, m_cornerX, sm);
}

double BarGeometry::smAt(double x) const {
    return follow(m_cornerX, m_smBefore, x);
}

} // namespace parterre::ui
