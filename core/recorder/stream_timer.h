// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/event.h"
#include "core/cuda/stream.h"

#include <algorithm>
#include <vector>

namespace parterre {

/// Measures what is queued in a stream by the GPU's own clock.
class StreamTimer {
public:
    /// `stream` must outlive this. Throws CudaError.
    explicit StreamTimer(const Stream& stream)
        : m_stream(stream)
        , m_start(stream.context()->createEvent())
        , m_end(stream.context()->createEvent()) {}

    /// Seconds from when the stream gets to what `queue` queues until that is done.
    template <typename Queue>
    double secondsOf(const Queue& queue) {
        m_start.record(m_stream);
        queue();
        m_end.record(m_stream);
        m_end.synchronize();
        return m_end.secondsSince(m_start);
    }

private:
    const Stream& m_stream;
    Event m_start;
    Event m_end;
};

/// The element that so large a part of the others is below: 0.5 is the median. Not of an empty
/// list.
inline double quantileOf(std::vector<double> values, double part) {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(
                                         part * static_cast<double>(values.size() - 1) + 0.5);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

} // namespace parterre
