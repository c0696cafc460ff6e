// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace parterre::test {

/// Compares simulated figures with recorded ones, prints each with its deviation, and counts.
class RecordedFigures {
public:
    static constexpr double usual = 0.05;     ///< for rates, medians and sums
    static constexpr double latencies = 0.25; ///< for 99th percentiles

    /// Whether the simulated figure is within the tolerance. A tolerance other than the usual two
    /// needs a reason, which is printed.
    bool compare(
        const std::string& name, double recorded, double simulated, double tolerance = usual,
        const std::string& reason = {});

    /// Prints that a figure is not compared, and why.
    void skip(const std::string& name, const std::string& reason);

    int compared() const { return m_compared; }
    int within() const { return m_within; }
    int skipped() const { return m_skipped; }
    double largest() const { return m_largest; } ///< deviation among those with usual tolerance

private:
    int m_compared = 0;
    int m_within = 0;
    int m_skipped = 0;
    double m_largest = 0;
};

} // namespace parterre::test
