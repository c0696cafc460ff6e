// SPDX-License-Identifier: Apache-2.0
#include "core/model/latency_histogram.h"

#include <algorithm>
#include <cmath>

namespace parterre {
namespace {

constexpr double shortest = 0.1; // microseconds; what is below it is in the first bin
constexpr double longest = 1e9;  // a thousand seconds
const double width = std::log(1.01);

} // namespace

void LatencyHistogram::add(double microseconds) {
    const double within = std::clamp(microseconds, shortest, longest);
    const auto bin = static_cast<std::size_t>(std::log(within / shortest) / width);
    if (bin >= m_bins.size())
        m_bins.resize(bin + 1);
    ++m_bins[bin];
    ++m_count;
    m_largest = std::max(m_largest, microseconds);
}

double LatencyHistogram::quantile(double part) const {
    if (m_count == 0)
        return 0;
    const double wanted = std::max(1.0, std::ceil(part * static_cast<double>(m_count)));
    double below = 0;
    for (std::size_t bin = 0; bin < m_bins.size(); ++bin) {
        below += static_cast<double>(m_bins[bin]);
        if (below >= wanted)
            return std::min(
                m_largest, shortest * std::exp((static_cast<double>(bin) + 0.5) * width));
    }
    return m_largest;
}

std::vector<LatencyHistogram::Step> LatencyHistogram::cumulative() const {
    std::vector<Step> steps;
    std::uint64_t below = 0;
    for (std::size_t bin = 0; bin < m_bins.size(); ++bin) {
        if (m_bins[bin] == 0)
            continue;
        below += m_bins[bin];
        const double end = shortest * std::exp(static_cast<double>(bin + 1) * width);
        steps.push_back(
            {std::min(end, m_largest), static_cast<double>(below) / static_cast<double>(m_count)});
    }
    return steps;
}

} // namespace parterre
