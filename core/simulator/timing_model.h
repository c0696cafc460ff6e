// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulator/rate_model.h"
#include "core/simulator/simulation_clock.h"
#include "core/simulator/stream_queue.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace parterre {

/// When things happen on a simulated device. Streams are queues; the operations at their heads are
/// at work together, each at the pace that RateModel gives it for as long as the same ones are at
/// work. From one start or finish to the next everything is exact. Timeline makes time pass.
class TimingModel {
public:
    /// The same seed gives the same jitter. `start`: the time it is.
    TimingModel(
        const DeviceProfile& profile, int connections, std::uint64_t seed, SimulatedTime start);

    /// A stream without operations, idle. It lives as long as somebody holds it or it has work.
    std::shared_ptr<StreamQueue> addStream();

    /// Appends to the stream, which is one of this device's, at the time last advanced to.
    void submit(const std::shared_ptr<StreamQueue>& stream, Operation operation);

    /// Throws away what the stream has not finished; those who wait for it get `result`.
    void abandon(const std::shared_ptr<StreamQueue>& stream, abi::CUresult result);

    /// A context's work queues, from when it is made until it ends.
    QueueUse admit(
        unsigned long long context,
        const std::optional<abi::CUdevWorkqueueConfigResource>& configuration);
    /// When the context ends: its connections are everybody's again.
    void release(const QueueUse& queues);

    SimulatedTime now() const { return m_time; } ///< what was last advanced to

    /// When something happens next; SimulatedTime::max() if nothing is at work.
    SimulatedTime nextEvent() const { return m_nextEvent; }
    /// Handles what is due at this time. It is not after nextEvent() and does not go back.
    void advanceTo(SimulatedTime time);

    /// When next something happens that somebody could see.
    SimulatedTime nextWake() const;

private:
    void beginNext(const std::shared_ptr<StreamQueue>& stream);
    void startWork(const std::shared_ptr<StreamQueue>& stream);
    void reachRecords(StreamQueue& stream);
    void reach(Completion& completion, abi::CUresult result);
    void finishDue();
    void recomputeRates();
    static void schedule(StreamQueue& stream);
    SimulatedTime wakeOf(const StreamQueue& stream) const;
    double jitterOf(const StreamQueue& stream) const;

    RateModel m_rateModel;
    WorkQueues m_workQueues;
    double m_jitter;
    double m_operationStart;
    std::uint64_t m_seed;
    std::uint64_t m_streamCount = 0;
    SimulatedTime m_time;

    /// Streams with an operation at work, in the order of their starts.
    std::vector<std::shared_ptr<StreamQueue>> m_active;
    /// Streams whose next operation may begin.
    std::vector<std::shared_ptr<StreamQueue>> m_ready;
    SimulatedTime m_nextEvent =
        SimulatedTime::max(); ///< kept by finishDue(): it is asked for often
    bool m_ratesChanged = false;
    bool m_contended = false;
};

} // namespace parterre
