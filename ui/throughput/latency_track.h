// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/latency_histogram.h"

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

namespace parterre::ui {

/// What launches of a partition took: over time, in slices long enough for a 99th percentile, and
/// how they are distributed since the run started. Bounded: a slice is one point, and the
/// distribution a histogram.
class LatencyTrack {
public:
    static constexpr double slice = 0.5; ///< seconds that a point is made of
    static constexpr std::size_t mostPoints = 4000;

    struct Point {
        double time; ///< end of the slice, on the window's clock
        double p50;  ///< microseconds; NaN: a gap
        double p99;
        double most;
    };

    /// A run starts: a new distribution.
    void start();
    /// Launches that ended by `time`, in microseconds.
    void add(double time, const std::vector<double>& latencies);
    /// The run ends: what has come of the last slice is a point, and then there is a gap.
    void stop(double time);
    void forgetBefore(double time);

    const std::deque<Point>& points() const { return m_points; }
    /// How many points came before points().front() and are forgotten.
    std::size_t forgotten() const { return m_forgotten; }
    const LatencyHistogram& distribution() const { return m_distribution; }

private:
    void endSlice(double time);

    std::deque<Point> m_points;
    std::size_t m_forgotten = 0;
    std::vector<double> m_pending;      ///< of the slice under way
    std::optional<double> m_sliceStart; ///< end of the one before
    LatencyHistogram m_distribution;
};

} // namespace parterre::ui
