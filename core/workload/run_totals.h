// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/latency_histogram.h"
#include "core/model/sample.h"

namespace parterre {

/// Samples of one partition added up.
class RunTotals {
public:
    /// Of the same partition and workload as those before.
    void add(const Sample& sample);

    int samples() const { return m_samples; }    ///< that were added
    double seconds() const { return m_seconds; } ///< by the GPU's clock
    /// Work done over time taken, in the workload's unit; of `latency`, the median. 0 before the
    /// first sample.
    double rate() const;
    const LatencyHistogram& latencies() const { return m_latencies; } ///< of `latency`

private:
    int m_samples = 0;
    double m_seconds = 0;
    double m_work = 0;
    LatencyHistogram m_latencies;
};

} // namespace parterre
