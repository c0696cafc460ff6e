// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/knee.h"

namespace parterre {

std::optional<std::size_t> kneeOf(const std::vector<ScalingPoint>& points) {
    constexpr double leastHeight = 0.05;
    if (points.empty() || points.back().smCount <= 0 || points.back().rate <= 0)
        return {};
    std::optional<std::size_t> knee;
    double highest = leastHeight;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double height =
            points[i].rate / points.back().rate - points[i].smCount / points.back().smCount;
        if (height > highest) {
            highest = height;
            knee = i;
        }
    }
    return knee;
}

} // namespace parterre
