// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/timing_model.h"

#include "core/simulator/seeded_noise.h"

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

/// Spread evenly over -1 to 1, however few streams there are: multiples of the golden ratio.
double favourOf(std::uint64_t ordinal) {
    constexpr double ratio = 0.6180339887498949;
    const double turns = (static_cast<double>(ordinal) + 0.5) * ratio;
    return 2 * (turns - std::floor(turns)) - 1;
}

} // namespace

TimingModel::TimingModel(
    const DeviceProfile& profile, int connections, std::uint64_t seed, SimulatedTime start)
    : m_rateModel(profile.rates, connections)
    , m_workQueues(connections)
    , m_jitter(profile.rates.jitter)
    , m_operationStart(profile.costs.operationStart)
    , m_seed(seed)
    , m_time(start) {}

std::shared_ptr<StreamQueue> TimingModel::addStream() {
    auto stream = std::make_shared<StreamQueue>();
    stream->model = this;
    stream->ordinal = m_streamCount++;
    stream->favour = favourOf(stream->ordinal);
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
        stream->held.reset();
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

QueueUse TimingModel::admit(
    unsigned long long context,
    const std::optional<abi::CUdevWorkqueueConfigResource>& configuration) {
    const QueueUse queues = m_workQueues.admit(context, configuration);
    m_rateModel.setSharedConnections(m_workQueues.shared());
    m_ratesChanged = true;
    finishDue();
    return queues;
}

void TimingModel::release(const QueueUse& queues) {
    m_workQueues.release(queues);
    m_rateModel.setSharedConnections(m_workQueues.shared());
    m_ratesChanged = true;
    finishDue();
}

void TimingModel::advanceTo(SimulatedTime time) {
    m_time = std::max(m_time, time);
    if (m_nextEvent <= m_time)
        finishDue();
}

/// Handles everything that is due at m_time: finished work, what follows it, and then the new pace
/// of all that is at work.
void TimingModel::finishDue() {
    std::vector<std::shared_ptr<StreamQueue>> finished;
    for (const auto& stream : m_active) {
        if (stream->finish <= m_time) {
            finished.push_back(stream);
        } else if (stream->yieldsAt <= m_time) {
            stream->held.reset(); // its new blocks queue behind those of a higher priority
            stream->yieldsAt = never;
            m_ratesChanged = true;
        }
    }
    for (const auto& stream : finished) {
        Operation operation = std::move(stream->operations.front());
        stream->operations.pop_front();
        if (operation.effect)
            operation.effect();
        reachRecords(*stream);
        // The same work again, and nobody in its way: the pace of all stays what it is.
        if (!m_contended && !m_ratesChanged && !stream->operations.empty() &&
            stream->operations.front().load == operation.load) {
            startWork(stream);
            continue;
        }
        stream->atWork = false;
        stream->held.reset();
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
    m_nextEvent = never;
    for (const auto& stream : m_active)
        m_nextEvent = std::min({m_nextEvent, stream->finish, stream->yieldsAt});
}

/// What is recorded right behind finished work.
void TimingModel::reachRecords(StreamQueue& stream) {
    while (!stream.operations.empty() && stream.operations.front().record) {
        reach(*stream.operations.front().record, abi::CUDA_SUCCESS);
        stream.operations.pop_front();
    }
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
            reachRecords(*stream);
        else
            stream->operations.pop_front(); // a dependency that is met
    }
}

void TimingModel::startWork(const std::shared_ptr<StreamQueue>& stream) {
    stream->atWork = true;
    ++stream->started;
    stream->overheadLeft = m_operationStart;
    stream->workLeft = 1 + jitterOf(*stream);
    stream->workPerWave = stream->workLeft / stream->operations.front().load->waves;
    stream->yields = false;
    stream->begun = m_time + fromSeconds(m_operationStart);
    stream->updated = m_time;
    schedule(*stream);
}

void TimingModel::reach(Completion& completion, abi::CUresult result) {
    completion.done = true;
    completion.result = result;
    completion.time = m_time;
    // Another device's begin when Timeline comes to that device, at the same time.
    for (auto& stream : completion.blocked) {
        TimingModel& owner = *stream->model;
        owner.m_nextEvent = owner.m_time;
        owner.m_ready.push_back(std::move(stream));
    }
    completion.blocked.clear();
    if (completion.waiters > 0)
        completion.reached.notify_all();
}

void TimingModel::recomputeRates() {
    m_ratesChanged = false;
    std::vector<RunningLoad> running;
    running.reserve(m_active.size());
    for (const auto& stream : m_active)
        running.push_back({&*stream->operations.front().load, stream->held, stream->favour});
    const RateModel::Progress progress = m_rateModel.progressOf(running);
    m_contended = progress.grants.contended;

    for (std::size_t i = 0; i < m_active.size(); ++i) {
        StreamQueue& stream = *m_active[i];
        stream.held = progress.grants.sms[i];
        const bool yielded = std::exchange(stream.yields, progress.grants.yields[i]);
        if (stream.workPerSecond == progress.perSecond[i] && stream.updated != m_time &&
            stream.yields == yielded)
            continue; // its finish stands, and is not touched by rounding
        double passed = seconds(m_time - stream.updated);
        const double overhead = std::min(passed, stream.overheadLeft);
        stream.overheadLeft -= overhead;
        passed -= overhead;
        if (passed > 0)
            stream.workLeft = std::max(0.0, stream.workLeft - passed * stream.workPerSecond);
        stream.updated = m_time;
        stream.workPerSecond = progress.perSecond[i];
        schedule(stream);
    }
}

/// When it will be done and, if it is to give up SMs, when the blocks on them will be.
void TimingModel::schedule(StreamQueue& stream) {
    const auto when = [&](double work) {
        const double left = stream.overheadLeft + (work > 0 ? work / stream.workPerSecond : 0);
        return std::isfinite(left) ? stream.updated + fromSeconds(left) : never;
    };
    stream.finish = when(stream.workLeft);
    stream.yieldsAt = never;
    if (!stream.yields)
        return;
    constexpr double rounding = 1e-6;
    const double wavesLeft = stream.workLeft / stream.workPerWave;
    const double afterThisWave = std::ceil(wavesLeft - rounding) - 1;
    if (afterThisWave >= 1)
        stream.yieldsAt = when(stream.workLeft - afterThisWave * stream.workPerWave);
}

double TimingModel::jitterOf(const StreamQueue& stream) const {
    const std::uint64_t bits = mixed(mixed(m_seed ^ mixed(stream.ordinal)) + stream.started);
    return m_jitter * (2 * unitOf(bits) - 1);
}

SimulatedTime TimingModel::nextWake() const {
    SimulatedTime next = never;
    for (const auto& stream : m_active)
        next = std::min({next, wakeOf(*stream), stream->yieldsAt});
    return next;
}

/// When this stream next does something that somebody could see: reaches what a thread waits for,
/// starts other work or runs dry. Finishing one of many equal kernels is none of these. An
/// estimate, since the pace may change on the way; it only decides when to look again.
SimulatedTime TimingModel::wakeOf(const StreamQueue& stream) const {
    SimulatedTime time = stream.finish;
    if (m_contended) // somebody waits for SMs
        return time;
    const std::optional<Load>& load = stream.operations.front().load;
    for (auto next = stream.operations.begin() + 1; next != stream.operations.end(); ++next) {
        if (next->record && (next->record->waiters > 0 || !next->record->blocked.empty()))
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
