// SPDX-License-Identifier: Apache-2.0
#include "core/workload/latency_loop.h"

#include "core/cuda/context.h"

#include <algorithm>

namespace parterre {
namespace {

using Nanoseconds = std::chrono::nanoseconds;

/// As BatchLoop: about 30 samples a second.
constexpr Nanoseconds sampleTime(33'333'333);

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

} // namespace

LatencyLoop::LatencyLoop(Workload& workload, const WorkloadPlace& place, Nanoseconds period)
    : m_workload(workload)
    , m_place(place)
    , m_driver(place.context->driver())
    , m_period(period) {}

LatencyLoop::~LatencyLoop() {
    m_driver.cuStreamSynchronize(m_place.stream->handle());
}

void LatencyLoop::warmUp() {
    timeOne();
}

void LatencyLoop::run(
    std::chrono::steady_clock::time_point start, const std::stop_token& stop,
    const std::function<void(const Sample&)>& emit) {
    Nanoseconds begun = m_driver.hostTime();
    Nanoseconds next = begun;
    if (m_log != nullptr)
        m_log->start(start);
    Sample sample;
    sample.partition = m_place.partition;
    while (!stop.stop_requested()) {
        if (m_log != nullptr)
            m_log->begin(0);
        sample.latencies.push_back(std::chrono::duration<double, std::micro>(timeOne()).count());
        if (m_log != nullptr) { // outside of what is timed
            m_log->queueReadBack(0);
            m_log->drain(0);
        }
        const Nanoseconds now = m_driver.hostTime();
        // A launch that took longer than the period makes the next ones late, not more of them.
        next = std::max(next + m_period, now);
        if (now - begun >= sampleTime) {
            const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
            sample.time = time.count();
            sample.duration = std::chrono::duration<double>(now - begun).count();
            sample.rate = median(sample.latencies);
            if (emit)
                emit(sample);
            sample.latencies.clear();
            begun = now;
        }
        if (next > now)
            m_driver.hostSleep(next - now);
    }
}

Nanoseconds LatencyLoop::timeOne() {
    const Nanoseconds begin = m_driver.hostTime();
    m_workload.launch();
    m_place.stream->synchronize();
    return m_driver.hostTime() - begin;
}

} // namespace parterre
