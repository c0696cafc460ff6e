// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace parterre::ui {

/// Sizes of `parts` partitions made out of `whole` SMs, as equal as counts that the driver grants
/// allow, the largest first; empty when there are no such sizes. They add up to less than `whole`
/// where no counts add up to it.
/// `grantable` is ascending; without it every count from 1 is taken to be.
std::vector<int> evenSplit(int whole, int parts, const std::vector<int>& grantable);

} // namespace parterre::ui
