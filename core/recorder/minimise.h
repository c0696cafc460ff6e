// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

namespace parterre {

/// Where a function of a few positive parameters is smallest, near `start`: Nelder and Mead's
/// simplex over their logarithms. For smooth functions with one minimum, as a fit of a curve has.
std::vector<double> minimise(
    const std::function<double(const std::vector<double>&)>& function,
    const std::vector<double>& start);

} // namespace parterre
