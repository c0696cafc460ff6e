// SPDX-License-Identifier: Apache-2.0
#include "core/workload/run_totals.h"

namespace parterre {

void RunTotals::add(const Sample& sample) {
    ++m_samples;
    m_seconds += sample.duration;
    m_work += sample.rate * sample.duration;
    for (const double latency : sample.latencies)
        m_latencies.add(latency);
}

double RunTotals::rate() const {
    if (m_latencies.count() > 0)
        return m_latencies.quantile(0.5);
    return m_seconds > 0 ? m_work / m_seconds : 0;
}

} // namespace parterre
