// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace parterre {

/// How often launches took how long, in bins that are 1 % wide, so that any number of them takes
/// the same room. Quantiles are right to half of that; the largest is exact.
class LatencyHistogram {
public:
    /// One launch's. What is below 0.1 µs or above 1000 s counts as that.
    void add(double microseconds);
    std::uint64_t count() const { return m_count; } ///< launches added
    /// The latency in microseconds that this part of all stays below, 0 to 1; 0 if there are none.
    double quantile(double part) const;
    /// The part of all, 0 to 1, that took no longer than a time.
    struct Step {
        double microseconds; ///< the time
        double part;         ///< of all launches
    };
    /// The cumulative distribution: a step for each bin that has any, ascending; the last one is
    /// the largest.
    std::vector<Step> cumulative() const;
    double largest() const { return m_largest; } ///< in microseconds

private:
    std::vector<std::uint64_t> m_bins;
    std::uint64_t m_count = 0;
    double m_largest = 0;
};

} // namespace parterre
