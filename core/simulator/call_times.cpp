// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/call_times.h"

#include "core/simulator/seeded_noise.h"

#include <algorithm>
#include <cmath>

namespace parterre {

double CallTimes::next(const CallCost& cost) {
    // Of an exponential distribution with mean t, the median is t ln 2 and the 99th percentile
    // t ln 100.
    const double mean = (cost.p99 - cost.median) / std::log(50.0);
    const double least = cost.median - mean * std::log(2.0);
    const double more = -mean * std::log(1 - unitOf(mixed(m_seed + mixed(++m_calls))));
    return std::max(0.0, least + more);
}

} // namespace parterre
