// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/even_split.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace parterre::ui {

std::vector<int> evenSplit(int whole, int parts, const std::vector<int>& grantable) {
    std::vector<int> counts = grantable;
    if (counts.empty()) {
        counts.resize(static_cast<std::size_t>(std::max(whole, 1)));
        std::iota(counts.begin(), counts.end(), 1);
    }
    std::vector<int> sizes;
    int rest = whole;
    for (int left = parts; left > 0; --left) {
        // Each part leaves enough for those that follow.
        const int most = rest - (left - 1) * counts.front();
        const auto end = std::upper_bound(counts.begin(), counts.end(), most);
        if (end == counts.begin())
            return {};
        const double share = static_cast<double>(rest) / left;
        const int size = *std::min_element(counts.begin(), end, [&](int one, int other) {
            const double a = std::abs(one - share);
            const double b = std::abs(other - share);
            return a != b ? a < b : one > other;
        });
        sizes.push_back(size);
        rest -= size;
    }
    std::sort(sizes.begin(), sizes.end(), std::greater<>());
    return sizes;
}

} // namespace parterre::ui
