// SPDX-License-Identifier: Apache-2.0
#include "core/workload/run_set.h"

#include "core/cuda/embedded_kernels.h"
#include "core/workload/catalogue.h"

namespace parterre {

RunSet::RunSet(int partitionCount, RunCallbacks callbacks)
    : m_partitionCount(partitionCount) {
    m_callbacks.failed = std::move(callbacks.failed);
    m_callbacks.timeline = std::move(callbacks.timeline);
    m_callbacks.overdue = std::move(callbacks.overdue);
    m_callbacks.sample = [this, emit = std::move(callbacks.sample)](const Sample& sample) {
        {
            const std::scoped_lock lock(m_totalsMutex);
            m_totals[sample.partition].add(sample);
        }
        if (emit)
            emit(sample);
    };
}

RunSet::~RunSet() {
    stopAll();
}

void RunSet::start(
    const std::vector<RunTarget>& targets, const std::optional<TimelineOptions>& timeline) {
    const std::scoped_lock lock(m_mutex);
    std::vector<int> partitions;
    for (const RunTarget& target : targets) {
        Catalogue::check(Catalogue::find(target.workload), target.parameters);
        partitions.push_back(target.partition);
    }
    stopLocked(partitions);

    std::map<int, std::unique_ptr<PartitionRun>> runs;
    for (const RunTarget& target : targets) {
        if (m_library == nullptr)
            m_library = loadEmbeddedKernels(target.context);
        std::optional<TimeLimit> limit;
        if (target.code != nullptr)
            limit = {target.code->kernel.file, target.name, target.code->kernel.timeLimit};
        runs[target.partition] = std::make_unique<PartitionRun>(
            WorkloadPlace{
                target.context, target.stream,
                target.code != nullptr ? target.code->library : m_library, target.partition,
                m_partitionCount, target.parameters, timeline.has_value()},
            target.workload, m_callbacks, timeline, std::move(limit));
    }
    for (const auto& [partition, run] : runs)
        run->waitUntilReady();

    {
        const std::scoped_lock totalsLock(m_totalsMutex);
        for (const int partition : partitions)
            m_totals[partition] = {};
    }
    const auto now = PartitionRun::Clock::now();
    if (!m_startTime)
        m_startTime = now;
    for (const auto& [partition, run] : runs)
        run->go(*m_startTime);
    m_runs.merge(runs);
}

void RunSet::stop(const std::vector<int>& partitions) {
    const std::scoped_lock lock(m_mutex);
    stopLocked(partitions);
}

void RunSet::stopLocked(const std::vector<int>& partitions) {
    std::vector<std::unique_ptr<PartitionRun>> stopping;
    for (const int partition : partitions) {
        const auto found = m_runs.find(partition);
        if (found == m_runs.end())
            continue;
        found->second->requestStop();
        stopping.push_back(std::move(found->second));
        m_runs.erase(found);
    }
    for (const auto& run : stopping)
        run->wait();
}

void RunSet::stopAll() {
    const std::scoped_lock lock(m_mutex);
    std::vector<int> partitions;
    for (const auto& [partition, run] : m_runs)
        partitions.push_back(partition);
    stopLocked(partitions);
}

std::vector<int> RunSet::running() const {
    const std::scoped_lock lock(m_mutex);
    std::vector<int> partitions;
    for (const auto& [partition, run] : m_runs)
        if (run->isRunning())
            partitions.push_back(partition);
    return partitions;
}

std::map<int, std::string> RunSet::remarks() const {
    const std::scoped_lock lock(m_mutex);
    std::map<int, std::string> remarks;
    for (const auto& [partition, run] : m_runs)
        if (!run->remark().empty())
            remarks[partition] = run->remark();
    return remarks;
}

std::optional<RunTotals> RunSet::totals(int partition) const {
    const std::scoped_lock lock(m_totalsMutex);
    const auto found = m_totals.find(partition);
    return found == m_totals.end() ? std::nullopt : std::optional(found->second);
}

} // namespace parterre
