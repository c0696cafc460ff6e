// SPDX-License-Identifier: Apache-2.0
#include "core/workload/batch_loop.h"

#include <algorithm>
#include <cmath>

namespace parterre {
namespace {

/// Seconds; two batches make a sample. Each costs the host a sleep and a waking, so that more of
/// them would cost more than they tell.
constexpr double sampleSeconds = 1.0 / 30;
constexpr double batchSeconds = sampleSeconds / 2;
/// One running and two waiting. The fourth slot is the batch before the oldest of them, whose end
/// is where that one's time begins.
constexpr std::size_t queuedBatches = Workload::slotCount - 1;
constexpr int mostLaunches = 4096;

int launchesFor(double secondsPerLaunch) {
    if (secondsPerLaunch <= 0)
        return mostLaunches;
    const double launches = std::min<double>(batchSeconds / secondsPerLaunch, mostLaunches);
    return std::max(1, static_cast<int>(std::lround(launches)));
}

} // namespace

BatchLoop::BatchLoop(Workload& workload, const WorkloadPlace& place)
    : m_workload(workload)
    , m_place(place) {
    for (std::size_t i = 0; i < Workload::slotCount; ++i)
        m_batches.push_back(
            {place.context->createEvent(), place.context->createEvent(),
             place.context->createEvent({.timing = false})});
}

BatchLoop::~BatchLoop() {
    if (m_isBusy)
        m_place.context->driver().cuStreamSynchronize(m_place.stream->handle());
}

void BatchLoop::prepare() {
    m_isBusy = true;
    constexpr std::size_t slot = 0;
    for (int round = 0; round < 2; ++round) {
        Batch& batch = m_batches[slot];
        m_workload.beginBatch(slot);
        batch.start.record(*m_place.stream);
        m_workload.launch();
        batch.end.record(*m_place.stream);
        batch.end.synchronize();
        m_launchesPerBatch = launchesFor(batch.end.secondsSince(batch.start));
    }
}

void BatchLoop::begin(Clock::time_point start) {
    m_start = start;
    // What was queued before is done, so this is where the first batch's time begins.
    m_batches[Workload::slotCount - 1].end.record(*m_place.stream);
    if (log() != nullptr)
        log()->start(start);
}

void BatchLoop::queueAhead() {
    for (; m_queued < m_finished + queuedBatches; ++m_queued)
        queue(m_queued % Workload::slotCount);
}

bool BatchLoop::isDue() const {
    const Batch& oldest = m_batches[m_finished % Workload::slotCount];
    return m_workload.isVerified() ? oldest.done.query() : oldest.end.query();
}

void BatchLoop::finishNext(const Emit& emit) {
    const std::size_t slot = m_finished++ % Workload::slotCount;
    const double batchTook = finish(slot);
    if (log() != nullptr)
        log()->drain(slot);
    const int launches = m_batches[slot].launches;
    m_seconds += batchTook;
    m_work += launches * m_workload.workPerLaunch();
    // The neighbours come and go, so what a launch takes changes.
    m_launchesPerBatch = launchesFor(batchTook / launches);

    if (m_seconds >= sampleSeconds - batchSeconds / 2) {
        const std::chrono::duration<double> time = Clock::now() - m_start;
        if (emit)
            emit({m_place.partition, time.count(), m_seconds, m_work / m_seconds});
        m_seconds = 0;
        m_work = 0;
    }
}

void BatchLoop::end() {
    m_place.stream->synchronize();
    if (m_queued > 0)
        m_workload.verifyAll();
    m_isBusy = false;
}

void BatchLoop::queue(std::size_t slot) {
    Batch& batch = m_batches[slot];
    m_workload.beginBatch(slot);
    if (log() != nullptr)
        log()->begin(slot);
    if (m_workload.isVerified())
        batch.start.record(*m_place.stream);
    for (int i = 0; i < m_launchesPerBatch; ++i)
        m_workload.launch();
    batch.launches = m_launchesPerBatch;
    batch.end.record(*m_place.stream);
    if (m_workload.isVerified()) {
        m_workload.queueReadBack(slot);
        batch.done.record(*m_place.stream);
    }
    if (log() != nullptr)
        log()->queueReadBack(slot);
}

double BatchLoop::finish(std::size_t slot) {
    const Batch& batch = m_batches[slot];
    if (m_workload.isVerified()) {
        batch.done.synchronize();
        m_workload.verify(slot);
        return batch.end.secondsSince(batch.start);
    }
    batch.end.synchronize();
    const std::size_t previous = (slot + Workload::slotCount - 1) % Workload::slotCount;
    return batch.end.secondsSince(m_batches[previous].end);
}

} // namespace parterre
