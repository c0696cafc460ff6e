// SPDX-License-Identifier: Apache-2.0
#include "tests/core/simulator/recorded_figures.h"

#include <QtGlobal>

#include <algorithm>
#include <cmath>

namespace parterre::test {

bool RecordedFigures::compare(
    const std::string& name, double recorded, double simulated, double tolerance,
    const std::string& reason) {
    const double deviation = simulated / recorded - 1;
    const bool within = std::abs(deviation) <= tolerance;
    ++m_compared;
    m_within += within ? 1 : 0;
    if (tolerance <= usual)
        m_largest = std::max(m_largest, std::abs(deviation));
    qInfo(
        "%-46s recorded %9.3f  simulated %9.3f  %+6.1f %%%s%s%s", name.c_str(), recorded, simulated,
        100 * deviation, within ? "" : "  TOO FAR", reason.empty() ? "" : "  ", reason.c_str());
    return within;
}

void RecordedFigures::skip(const std::string& name, const std::string& reason) {
    ++m_skipped;
    qInfo("%-46s not compared: %s", name.c_str(), reason.c_str());
}

} // namespace parterre::test
