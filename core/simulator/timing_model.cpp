// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/timing_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace parterre {
namespace {

constexpr SimulatedTime never = SimulatedTime::max();

double seconds(SimulatedTime time) {
    return std::chrono::duration<double>(time).count();
}

/// Rounded up, so that work is never called done too early.
SimulatedTime fromSeconds(double duration) {
    constexpr double longest = 1e9; // some thirty years; keeps the sum with a time from overflowing
    return SimulatedTime(
        static_cast<SimulatedTime::rep>(std::ceil(std::min(duration, longest) * 1e9)));
}

/// SplitMix64: spreads a counter over all 64-bit numbers.
std::uint64_t mixed(std::uint64_t value) {
    value += 0x9e3779b97f4a7c15U;
    value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
    value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
    return value ^ (value >> 31U);
}

} // namespace

TimingModel::TimingModel(
    const DeviceRates& rates, double operationStart, int connections, SimulationClock& clock,
    std::uint64_t seed)
    : m_rateModel(rates, connections)
    , m_jitter(rates.jitter)
    , m_operationStart(operationStart)
    , m_clock(clock)
    , m_seed(seed)
    , m_time(clock.now()) {}

std::shared_ptr<StreamQueue> TimingModel::addStream() {
    auto stream = std::make_shared<StreamQueue>();
    stream->ordinal = m_streamCount++;
    return stream;
}

void TimingModel::submit(const std::shared_ptr<StreamQueue>& stream, Operation operation) {
    stream->operations.push_back(std::move(operation));
    if (stream->operations.size() > 1)
        return;
    m_ready.push_back(stream);
    finishDue();
}

void TimingModel::abandon(const std::shared_ptr<StreamQueue>& stream, abi::CUresult result) {
    std::deque<Operation> abandoned;
    abandoned.swap(stream->operations);
    if (std::exchange(stream->atWork, false)) {
        std::erase(m_active, stream);
        m_ratesChanged = true;
    }
    for (const Operation& operation : abandoned) {
        if (operation.dependency)
            std::erase(operation.dependency->blocked, stream);
        if (operation.record)
            reach(*operation.record, result);
    }
    finishDue();
}

void TimingModel::advance() {
    const SimulatedTime now = m_clock.now();
    while (true) {
        SimulatedTime next = never;
        for (const auto& stream : m_active)
            next = std::min(next, stream->finish);
        if (next > now)
            break;
        m_time = std::max(m_time, next);
        finishDue();
    }
    m_time = std::max(m_time, now);
}

/// Handles everything that is due at m_time: finished work, what follows it, and then the new pace
/// of all that is at work.
void TimingModel::finishDue() {
    std::vector<std::shared_ptr<StreamQueue>> finished;
    for (const auto& stream : m_active)
        if (stream->finish <= m_time)
            finished.push_back(stream);
    for (const auto& stream : finished) {
        Operation operation = std::move(stream->operations.front());
        stream->operations.pop_front();
        if (operation.effect)
            operation.effect();
        // The same work again, and nobody in its way: the pace of all stays what it is.
        if (!m_contended && !m_ratesChanged && !stream->operations.empty() &&
            stream->operations.front().load == operation.load) {
            startWork(stream);
            continue;
        }
        stream->atWork = false;
        std::erase(m_active, stream);
        m_ratesChanged = true;
        m_ready.push_back(stream);
    }
    while (!m_ready.empty()) {
        const std::shared_ptr<StreamQueue> stream = std::move(m_ready.back());
        m_ready.pop_back();
        beginNext(stream);
    }
    if (m_ratesChanged)
        recomputeRates();
}

void TimingModel::beginNext(const std::shared_ptr<StreamQueue>& stream) {
    while (!stream->operations.empty() && !stream->atWork) {
        const Operation& operation = stream->operations.front();
        if (operation.dependency && !operation.dependency->done) {
            operation.dependency->blocked.push_back(stream);
            return;
        }
        if (operation.load) {
            m_active.push_back(stream);
            m_ratesChanged = true;
            startWork(stream);
            return;
        }
        if (operation.record)
            reach(*operation.record, abi::CUDA_SUCCESS);
        stream->operations.pop_front();
    }
}

void TimingModel::startWork(const std::shared_ptr<StreamQueue>& stream) {
    stream->atWork = true;
    ++stream->started;
    stream->overheadLeft = m_operationStart;
    stream->workLeft = 1 + jitterOf(*stream);
    stream->updated = m_time;
    scheduleFinish(*stream);
}

void TimingModel::reach(Completion& completion, abi::CUresult result) {
    completion.done = true;
    completion.result = result;
    completion.time = m_time;
    for (auto& stream : completion.blocked)
        m_ready.push_back(std::move(stream));
    completion.blocked.clear();
    if (completion.waiters > 0)
        completion.reached.notify_all();
}

void TimingModel::recomputeRates() {
    m_ratesChanged = false;
    std::vector<const Load*> loads;
    loads.reserve(m_active.size());
    for (const auto& stream : m_active)
        loads.push_back(&*stream->operations.front().load);
    const RateModel::Progress progress = m_rateModel.progressOf(loads);
    m_contended = progress.contended;

    for (std::size_t i = 0; i < m_active.size(); ++i) {
        StreamQueue& stream = *m_active[i];
        if (stream.workPerSecond == progress.perSecond[i] && stream.updated != m_time)
            continue; // its finish stands, and is not touched by rounding
        double passed = seconds(m_time - stream.updated);
        const double overhead = std::min(passed, stream.overheadLeft);
        stream.overheadLeft -= overhead;
        passed -= overhead;
        if (passed > 0)
            stream.workLeft = std::max(0.0, stream.workLeft - passed * stream.workPerSecond);
        stream.updated = m_time;
        stream.workPerSecond = progress.perSecond[i];
        scheduleFinish(stream);
    }
}

void TimingModel::scheduleFinish(StreamQueue& stream) const {
    const double work = stream.workLeft > 0 ? stream.workLeft / stream.workPerSecond : 0;
    const double left = stream.overheadLeft + work;
    stream.finish = std::isfinite(left) ? stream.updated + fromSeconds(left) : never;
}

double TimingModel::jitterOf(const StreamQueue& stream) const {
    const std::uint64_t bits = mixed(mixed(m_seed ^ mixed(stream.ordinal)) + stream.started);
    constexpr double range = 1ULL << 53U;
    const double unit = static_cast<double>(bits >> 11U) / range; // [0, 1)
    return m_jitter * (2 * unit - 1);
}

void TimingModel::waitFor(
    std::unique_lock<std::mutex>& lock, const std::shared_ptr<Completion>& completion) {
    advance();
    if (completion->done)
        return;
    ++completion->waiters;
    const auto place = m_waiting.insert(m_waiting.end(), completion);
    if (m_watcher && nextWake() < m_watcherWakes)
        m_watcher->reached.notify_all();

    while (!completion->done) {
        if (m_watcher) {
            completion->reached.wait(lock);
            continue;
        }
        m_watcher = completion;
        while (!completion->done) {
            m_watcherWakes = nextWake();
            m_clock.waitUntil(lock, completion->reached, m_watcherWakes);
            advance();
        }
        m_watcher = nullptr;
    }

    m_waiting.erase(place);
    --completion->waiters;
    if (!m_watcher && !m_waiting.empty())
        m_waiting.front()->reached.notify_all();
}

SimulatedTime TimingModel::nextWake() const {
    // Where nothing is at work, only another thread's call can change that, and that wakes us.
    constexpr SimulatedTime idle = std::chrono::milliseconds(100);
    SimulatedTime next = m_time + idle;
    for (const auto& stream : m_active)
        next = std::min(next, wakeOf(*stream));
    return next;
}

/// When this stream next does something that somebody could see: reaches what a thread waits for,
/// starts other work or runs dry. Finishing one of many equal kernels is none of these. An
/// estimate, since the pace may change on the way; it only decides when to look again.
SimulatedTime TimingModel::wakeOf(const StreamQueue& stream) const {
    SimulatedTime time = stream.finish;
    const std::optional<Load>& load = stream.operations.front().load;
    for (auto next = stream.operations.begin() + 1; next != stream.operations.end(); ++next) {
        if (next->record && next->record->waiters > 0)
            break;
        if (next->dependency && !next->dependency->done)
            break;
        if (!next->load)
            continue;
        if (next->load != load || time == never)
            break;
        time += fromSeconds(m_operationStart + 1 / stream.workPerSecond);
    }
    return time;
}

} // namespace parterre
