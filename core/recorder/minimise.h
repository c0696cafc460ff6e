// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

namespace parterre {

/// A parameter to be found: where to begin, and the positive numbers it may be.
struct Parameter {
    double start = 1;     ///< from `least` to `most`
    double least = 1e-12; ///< above 0
    double most = 1e18;   ///< `least` or more
};

/// Where a function of a few positive parameters is smallest, near their starts and within their
/// limits: Nelder and Mead's simplex over their logarithms. For smooth functions with one minimum,
/// as a fit of a curve has; outside of the limits the function is not asked.
std::vector<double> minimise(
    const std::function<double(const std::vector<double>&)>& function,
    const std::vector<Parameter>& parameters);

} // namespace parterre
