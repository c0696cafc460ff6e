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
    if (m_isBusy)
        m_driver.cuStreamSynchronize(m_place.stream->handle());
}

void LatencyLoop::prepare() {
    m_isBusy = true;
    timeOne();
    m_isBusy = false;
}

void LatencyLoop::begin(Clock::time_point start) {
    m_start = start;
    m_begun = m_driver.hostTime();
    m_next = m_begun;
    m_sample.partition = m_place.partition;
    if (log() != nullptr)
        log()->start(start);
}

bool LatencyLoop::isDue() const {
    return m_driver.hostTime() >= m_next;
}

Nanoseconds LatencyLoop::pause() const {
    return std::max(Nanoseconds::zero(), m_next - m_driver.hostTime());
}

void LatencyLoop::finishNext(const Emit& emit) {
    if (const Nanoseconds early = pause(); early > Nanoseconds::zero())
        m_driver.hostSleep(early);
    m_isBusy = true;
    if (log() != nullptr)
        log()->begin(0);
    m_sample.latencies.push_back(std::chrono::duration<double, std::micro>(timeOne()).count());
    if (log() != nullptr) { // outside of what is timed
        log()->queueReadBack(0);
        log()->drain(0);
    }
    m_isBusy = false;
    const Nanoseconds now = m_driver.hostTime();
    // A launch that took longer than the period makes the next ones late, not more of them.
    m_next = std::max(m_next + m_period, now);
    if (now - m_begun >= sampleTime) {
        const std::chrono::duration<double> time = Clock::now() - m_start;
        m_sample.time = time.count();
        m_sample.duration = std::chrono::duration<double>(now - m_begun).count();
        m_sample.rate = median(m_sample.latencies);
        if (emit)
            emit(m_sample);
        m_sample.latencies.clear();
        m_begun = now;
    }
}

Nanoseconds LatencyLoop::timeOne() {
    const Nanoseconds begin = m_driver.hostTime();
    m_workload.launch();
    m_place.stream->synchronize();
    return m_driver.hostTime() - begin;
}

} // namespace parterre
