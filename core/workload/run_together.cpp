// SPDX-License-Identifier: Apache-2.0
#include "core/workload/run_together.h"

#include "core/cuda/context.h"
#include "core/model/cancelled.h"
#include "core/workload/catalogue.h"
#include "core/workload/workload_loop.h"

#include <algorithm>
#include <chrono>
#include <deque>

namespace parterre {
namespace {

using Nanoseconds = std::chrono::nanoseconds;

/// How long to wait at most before looking again whose work is done. Each has several times as much
/// queued.
constexpr Nanoseconds longestPause(1'000'000);

/// A target at work.
class Running {
public:
    Running(const RunTarget& target, int targetCount, const std::shared_ptr<const Library>& library)
        : m_place{target.context,   target.stream, library,
                  target.partition, targetCount,   target.parameters}
        , m_workload(Catalogue::make(target.workload, m_place))
        , m_loop(WorkloadLoop::make(*m_workload, m_place)) {}

    WorkloadLoop& loop() { return *m_loop; }
    const RunTotals& totals() const { return m_totals; }

    void finishNext() {
        m_loop->finishNext([this](const Sample& sample) { m_totals.add(sample); });
        m_loop->queueAhead();
    }

private:
    WorkloadPlace m_place;
    std::unique_ptr<Workload> m_workload;
    std::unique_ptr<WorkloadLoop> m_loop; ///< ends before what it launches
    RunTotals m_totals;
};

/// Lets all that are due have their turn, and waits a little if none is.
void goRound(std::deque<Running>& running, Driver& driver) {
    if (running.size() == 1) { // nobody else waits meanwhile
        running.front().finishNext();
        return;
    }
    bool wasAnyDue = false;
    Nanoseconds pause = longestPause;
    for (Running& each : running) {
        if (each.loop().isDue()) {
            each.finishNext();
            wasAnyDue = true;
        }
        if (const Nanoseconds own = each.loop().pause(); own > Nanoseconds::zero())
            pause = std::min(pause, own);
    }
    if (!wasAnyDue)
        driver.hostSleep(pause);
}

bool haveAllSamples(const std::deque<Running>& running) {
    return std::all_of(running.begin(), running.end(), [](const Running& each) {
        return each.totals().samples() > 0;
    });
}

} // namespace

std::vector<RunTotals>
runTogether(const std::vector<RunTarget>& targets, const TogetherOptions& options) {
    std::deque<Running> running; // whose elements stay where they are
    for (const RunTarget& target : targets) {
        if (options.stop.stop_requested())
            throw Cancelled();
        running.emplace_back(target, static_cast<int>(targets.size()), options.library);
        running.back().loop().prepare();
    }
    if (running.empty())
        return {};

    Driver& driver = targets.front().context->driver();
    const auto start = WorkloadLoop::Clock::now();
    for (Running& each : running)
        each.loop().begin(start);
    for (Running& each : running)
        each.loop().queueAhead();
    const Nanoseconds begun = driver.hostTime();
    double part = 0;
    while (part < 1 || !haveAllSamples(running)) {
        if (options.stop.stop_requested())
            throw Cancelled();
        goRound(running, driver);
        const std::chrono::duration<double> taken = driver.hostTime() - begun;
        part = taken.count() / options.seconds;
        if (options.progress)
            options.progress(std::min(part, 1.0));
    }
    std::vector<RunTotals> totals;
    for (Running& each : running) {
        each.loop().end();
        totals.push_back(each.totals());
    }
    return totals;
}

} // namespace parterre
