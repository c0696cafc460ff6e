// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace parterre {

/// What several runs of the same measurement gave.
struct Spread {
    double median = 0; ///< in the values' own unit, as the next two
    double least = 0;  ///< of all values
    double most = 0;   ///< of all values
};

/// All 0 of no value at all. Of an even number, the median is the mean of the two in the middle.
Spread spreadOf(std::vector<double> values);

} // namespace parterre
