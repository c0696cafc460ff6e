// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/throughput/throughput_total.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace parterre::ui {

std::vector<ThroughputHistory::Point> ThroughputTotal::takeNew(const ThroughputHistory& history) {
    std::vector<ThroughputHistory::Point> sums;
    const auto& series = history.series();
    m_at.resize(series.size());
    double oldest = std::numeric_limits<double>::infinity();
    double newest = -oldest;
    for (int i = 0; i < static_cast<int>(series.size()); ++i)
        if (const auto& points = history.points(i);
            series[static_cast<std::size_t>(i)].unit == m_unit && !points.empty()) {
            oldest = std::min(oldest, points.front().time);
            newest = std::max(newest, points.back().time);
        }
    if (oldest > newest)
        return sums;
    // What is forgotten is not summed up any more.
    m_next = std::max(m_next.value_or(0), std::ceil(oldest / step) * step);
    for (; *m_next <= newest; *m_next += step) {
        double sum = 0;
        int parts = 0;
        for (int i = 0; i < static_cast<int>(series.size()); ++i) {
            const auto& one = series[static_cast<std::size_t>(i)];
            if (one.unit != m_unit)
                continue;
            const auto& points = history.points(i);
            const std::size_t forgotten = history.forgotten(i);
            std::size_t& at = m_at[static_cast<std::size_t>(i)];
            at = std::max(at, forgotten);
            while (at - forgotten < points.size() && points[at - forgotten].time < *m_next)
                ++at;
            if (at - forgotten == points.size()) {
                if (one.running && newest - *m_next < patience)
                    return sums; // it will come
                continue;
            }
            const ThroughputHistory::Point& holds = points[at - forgotten];
            // The very first sample holds from we do not know when.
            if (std::isnan(holds.rate) || (at == forgotten && holds.time - *m_next > step))
                continue;
            sum += holds.rate;
            ++parts;
        }
        if (parts > 0)
            sums.push_back({*m_next, sum});
        else if (!m_inGap)
            sums.push_back({*m_next, std::numeric_limits<double>::quiet_NaN()});
        m_inGap = parts == 0;
    }
    return sums;
}

} // namespace parterre::ui
