// SPDX-License-Identifier: Apache-2.0
#include "core/workload/partition_run.h"

#include "core/cuda/scoped_current.h"
#include "core/workload/block_log.h"
#include "core/workload/catalogue.h"
#include "core/workload/workload_loop.h"

namespace parterre {

PartitionRun::PartitionRun(
    WorkloadPlace place, std::string workload, RunCallbacks callbacks,
    const std::optional<TimelineOptions>& timeline, std::optional<TimeLimit> limit)
    : m_place(std::move(place))
    , m_workload(std::move(workload))
    , m_callbacks(std::move(callbacks))
    , m_timeline(timeline)
    , m_limit(std::move(limit))
    , m_readyFuture(m_ready.get_future())
    , m_thread([this](const std::stop_token& stop) { main(stop); }) {}

PartitionRun::~PartitionRun() {
    requestStop();
}

void PartitionRun::waitUntilReady() {
    m_readyFuture.get();
}

void PartitionRun::go(Clock::time_point start) {
    m_gone = true;
    m_start.set_value(start);
}

void PartitionRun::requestStop() {
    m_thread.request_stop();
    // One that was never let go waits for it.
    if (!m_gone)
        go(Clock::now());
}

void PartitionRun::wait() {
    if (m_thread.joinable())
        m_thread.join();
}

void PartitionRun::main(const std::stop_token& stop) {
    // Ends last, for giving memory back waits for the kernel, too.
    std::optional<RunWatch> watch;
    if (m_limit)
        watch.emplace(*m_limit, [this](const TimeLimitError& error) {
            if (m_callbacks.overdue)
                m_callbacks.overdue(m_place.partition, error);
        });
    try {
        work(stop, watch ? &*watch : nullptr);
        m_ended = true;
    } catch (...) {
        m_ended = true; // before anybody is told, who may look
        if (!m_isReady)
            m_ready.set_exception(std::current_exception());
        else if (m_callbacks.failed)
            m_callbacks.failed(m_place.partition, std::current_exception());
    }
}

void PartitionRun::work(const std::stop_token& stop, RunWatch* watch) {
    // Held throughout, for the thread makes no other context's calls.
    const ScopedCurrent current(*m_place.context);
    const std::unique_ptr<Workload> workload = Catalogue::make(m_workload, m_place);
    std::optional<BlockLog> log;
    if (m_timeline)
        log.emplace(*workload, m_place, *m_timeline, m_callbacks.timeline);
    const auto loop = WorkloadLoop::make(*workload, m_place);
    loop->prepare();
    loop->setLog(log ? &*log : nullptr);
    m_remark = workload->remark();
    if (watch != nullptr)
        watch->pause(); // the others may take their time
    m_isReady = true;
    m_ready.set_value();
    const Clock::time_point start = m_start.get_future().get();
    if (watch != nullptr)
        watch->progress();
    loop->run(start, stop, [&](const Sample& sample) {
        if (watch != nullptr)
            watch->progress();
        if (m_callbacks.sample)
            m_callbacks.sample(sample);
    });
}

} // namespace parterre
