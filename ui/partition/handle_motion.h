// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

namespace parterre::ui {

/// Where the handle at a group's right border may stand. Between two groups their sum stays; at
/// the last group it takes from, and gives to, the remainder. It stands only where the driver
/// grants exactly what is asked.
class HandleMotion {
public:
    struct Step {
        int left = 0;             ///< SMs of the group before the handle
        std::optional<int> right; ///< SMs of the group behind it; empty: the remainder

        friend bool operator==(const Step&, const Step&) = default;
    };

    /// `right` is the next group's count, or the remainder's when `rightIsRemainder`.
    /// `grantable` is ascending; without it every count from 1 is taken to be.
    HandleMotion(int left, int right, bool rightIsRemainder, const std::vector<int>& grantable);

    /// Ascending by Step::left; never empty, since staying is always possible.
    const std::vector<Step>& steps() const { return m_steps; }
    int current() const { return m_current; } ///< SMs of the left group now

    Step nearest(double smCount) const; ///< the one closest to a count under the mouse
    Step moved(int by) const;           ///< so many stops away, held at the ends
    Step first() const { return m_steps.front(); }
    Step last() const { return m_steps.back(); }
    /// As equal as the stops allow.
    Step equal() const;

private:
    std::vector<Step> m_steps;
    int m_current;
    int m_right;
};

} // namespace parterre::ui
