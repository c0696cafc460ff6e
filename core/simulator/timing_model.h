// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulator/rate_model.h"
#include "core/simulator/simulation_clock.h"
#include "core/simulator/stream_queue.h"

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <vector>

namespace parterre {

/// When things happen on a simulated device. Streams are queues; the operations at their heads are
/// at work together, each at the pace that RateModel gives it for as long as the same ones are at
/// work. From one start or finish to the next everything is exact; no thread is needed to make
/// time pass: whoever asks catches up first.
///
/// Not synchronised: every call is made under the owner's mutex, which waitFor() lets go while it
/// sleeps.
class TimingModel {
public:
    /// `clock` must outlive the model. The same seed gives the same jitter.
    TimingModel(
        const DeviceRates& rates, double operationStart, int connections, SimulationClock& clock,
        std::uint64_t seed);

    std::shared_ptr<StreamQueue> addStream();

    /// Catches up with the clock.
    void advance();

    /// Appends; call advance() before.
    void submit(const std::shared_ptr<StreamQueue>& stream, Operation operation);

    /// Throws away what the stream has not finished; those who wait for it get `result`.
    void abandon(const std::shared_ptr<StreamQueue>& stream, abi::CUresult result);

    /// Sleeps until the completion is reached. `lock` is the owner's.
    void waitFor(std::unique_lock<std::mutex>& lock, const std::shared_ptr<Completion>& completion);

    SimulatedTime time() const { return m_time; }

private:
    void beginNext(const std::shared_ptr<StreamQueue>& stream);
    void startWork(const std::shared_ptr<StreamQueue>& stream);
    void reach(Completion& completion, abi::CUresult result);
    void finishDue();
    void recomputeRates();
    void scheduleFinish(StreamQueue& stream) const;
    SimulatedTime nextWake() const;
    SimulatedTime wakeOf(const StreamQueue& stream) const;
    double jitterOf(const StreamQueue& stream) const;

    RateModel m_rateModel;
    double m_jitter;
    double m_operationStart;
    SimulationClock& m_clock;
    std::uint64_t m_seed;
    std::uint64_t m_streamCount = 0;
    SimulatedTime m_time{};

    /// Streams with an operation at work, in the order of their starts.
    std::vector<std::shared_ptr<StreamQueue>> m_active;
    /// Streams whose next operation may begin.
    std::vector<std::shared_ptr<StreamQueue>> m_ready;
    bool m_ratesChanged = false;
    bool m_contended = false;

    // One of the waiting threads watches the clock for all of them; the others sleep until what
    // they wait for is reached or they are to take over.
    std::list<std::shared_ptr<Completion>> m_waiting;
    std::shared_ptr<Completion> m_watcher;
    SimulatedTime m_watcherWakes{};
};

} // namespace parterre
