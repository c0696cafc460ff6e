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
    m_place.context->driver().cuStreamSynchronize(m_place.stream->handle());
}

void BatchLoop::calibrate() {
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

void BatchLoop::run(
    std::chrono::steady_clock::time_point start, const std::stop_token& stop,
    const std::function<void(const Sample&)>& emit) {
    // What was queued before is done, so this is where the first batch's time begins.
    m_batches[Workload::slotCount - 1].end.record(*m_place.stream);

    double seconds = 0;
    double work = 0;
    std::size_t queued = 0;
    for (std::size_t finished = 0; !stop.stop_requested(); ++finished) {
        for (; queued < finished + queuedBatches; ++queued)
            queue(queued % Workload::slotCount);

        const std::size_t slot = finished % Workload::slotCount;
        const double batchTook = finish(slot);
        const int launches = m_batches[slot].launches;
        seconds += batchTook;
        work += launches * m_workload.workPerLaunch();
        // The neighbours come and go, so what a launch takes changes.
        m_launchesPerBatch = launchesFor(batchTook / launches);

        if (seconds >= sampleSeconds - batchSeconds / 2) {
            const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
            if (emit)
                emit({m_place.partition, time.count(), seconds, work / seconds});
            seconds = 0;
            work = 0;
        }
    }
    m_place.stream->synchronize();
    if (queued > 0)
        m_workload.verifyAll();
}

void BatchLoop::queue(std::size_t slot) {
    Batch& batch = m_batches[slot];
    m_workload.beginBatch(slot);
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
