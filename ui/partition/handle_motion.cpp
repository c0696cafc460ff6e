// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/handle_motion.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace parterre::ui {

HandleMotion::HandleMotion(
    int left, int right, bool rightIsRemainder, const std::vector<int>& grantable)
    : m_current(left)
    , m_right(right) {
    const int sum = left + right;
    std::vector<int> counts = grantable;
    if (counts.empty()) {
        counts.resize(static_cast<std::size_t>(std::max(sum, 1)));
        std::iota(counts.begin(), counts.end(), 1);
    }
    const auto isGrantable = [&](int count) {
        return std::binary_search(counts.begin(), counts.end(), count);
    };
    for (const int count : counts) {
        const int rest = sum - count;
        if (count < 1 || rest < 0)
            continue;
        if (rightIsRemainder)
            m_steps.push_back({count, std::nullopt});
        else if (isGrantable(rest))
            m_steps.push_back({count, rest});
    }
    if (m_steps.empty()) // an odd sum that no two grantable counts make
        m_steps.push_back({left, rightIsRemainder ? std::nullopt : std::optional(right)});
}

HandleMotion::Step HandleMotion::nearest(double smCount) const {
    return *std::min_element(m_steps.begin(), m_steps.end(), [&](const Step& a, const Step& b) {
        return std::abs(a.left - smCount) < std::abs(b.left - smCount);
    });
}

HandleMotion::Step HandleMotion::moved(int by) const {
    const auto last = static_cast<std::ptrdiff_t>(m_steps.size()) - 1;
    // From between two stops, a step goes to the next stop in its direction, not past it.
    const auto atOrAbove = std::lower_bound(
        m_steps.begin(), m_steps.end(), m_current,
        [](const Step& step, int count) { return step.left < count; });
    std::ptrdiff_t index = atOrAbove - m_steps.begin() + by;
    const bool onStop = atOrAbove != m_steps.end() && atOrAbove->left == m_current;
    if (!onStop && by > 0)
        --index;
    return m_steps[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(index, 0, last))];
}

HandleMotion::Step HandleMotion::equal() const {
    return nearest((m_current + m_right) / 2.0);
}

} // namespace parterre::ui
