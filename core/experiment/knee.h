// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace parterre {

/// A rate by number of SMs.
struct ScalingPoint {
    double smCount = 0; ///< of the partition, more than 0
    double rate = 0;    ///< in any unit, the same for all
};

/// Where a rate stops growing in proportion to its SMs: the point that lies farthest above the
/// straight line from nothing at all to the last point, both axes counted in parts of the last
/// point. Empty where no point lies more than a twentieth above it, for then the rate grows in
/// proportion as far as it was measured. Points ascend by SMs.
std::optional<std::size_t> kneeOf(const std::vector<ScalingPoint>& points);

} // namespace parterre
