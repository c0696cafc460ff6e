// SPDX-License-Identifier: Apache-2.0
#include "core/recorder/cost_measurements.h"

#include "core/cuda/buffer.h"
#include "core/cuda/context.h"
#include "core/recorder/stream_timer.h"
#include "core/workload/catalogue.h"

#include <algorithm>

namespace parterre {
namespace {

/// Times calls on the host.
class CallTimer {
public:
    explicit CallTimer(const std::function<double()>& now)
        : m_now(now) {}

    template <typename Call>
    void time(const Call& call) {
        const double start = m_now();
        call();
        m_seconds.push_back(m_now() - start);
    }

    double median() const { return quantileOf(m_seconds, 0.5); }
    double p99() const { return quantileOf(m_seconds, 0.99); }

private:
    const std::function<double()>& m_now;
    std::vector<double> m_seconds;
};

SmSplitOptions smallestGroup(const SmResource& all) {
    return {.count = static_cast<int>(all.minPartitionSize()), .strategy = Strategy::byCount};
}

SmResource smallestPartition(const Device& device) {
    const SmResource all = device.resources().sm();
    return all.split(smallestGroup(all)).groups.front();
}

void measureContexts(
    const Device& device, const std::function<double()>& now, const MeasurementStep& atEachStep,
    DeviceCosts& costs) {
    constexpr int count = 12;
    const SmResource sms = smallestPartition(device);
    const auto primary = device.primaryContext();
    device.createContext({sms}); // the first one of a process costs more
    CallTimer creating(now), destroying(now);
    std::vector<std::shared_ptr<Context>> contexts;
    const std::size_t before = primary->memory().free;
    for (int i = 0; i < count; ++i) {
        atEachStep(static_cast<double>(i) / count);
        creating.time([&] { contexts.push_back(device.createContext({sms})); });
    }
    const std::size_t after = primary->memory().free;
    while (!contexts.empty())
        destroying.time([&] { contexts.pop_back(); });
    costs.greenContextCreate = creating.median();
    costs.greenContextDestroy = destroying.median();
    costs.greenContextBytes =
        static_cast<std::int64_t>(before > after ? before - after : 0) / count;
}

void measureStreams(const Device& device, const std::function<double()>& now, DeviceCosts& costs) {
    constexpr int count = 32;
    const auto context = device.createContext({smallestPartition(device)});
    CallTimer creating(now), destroying(now);
    std::vector<std::shared_ptr<Stream>> streams;
    for (int i = 0; i < count; ++i)
        creating.time([&] { streams.push_back(context->createStream()); });
    while (!streams.empty())
        destroying.time([&] { streams.pop_back(); });
    costs.streamCreate = creating.median();
    costs.streamDestroy = destroying.median();
}

double measureSplit(const Device& device, const std::function<double()>& now) {
    constexpr int count = 64;
    const SmResource all = device.resources().sm();
    const SmSplitOptions options = smallestGroup(all);
    CallTimer splitting(now);
    for (int i = 0; i < count; ++i)
        splitting.time([&] { all.split(options); });
    return splitting.median();
}

/// Launches of a kernel with next to nothing to do.
class SmallKernel {
public:
    SmallKernel(
        const std::shared_ptr<Context>& context, const std::shared_ptr<Stream>& stream,
        const Library& library)
        : m_stream(stream)
        , m_kernel(library.kernel("parterre_fill"))
        , m_word(context, vectorBytes) {}

    void launch() const { m_kernel.launch(*m_stream, {1, 32}, m_word.address(), 1ULL, 0U); }

private:
    static constexpr std::size_t vectorBytes = 16;
    std::shared_ptr<Stream> m_stream;
    Kernel m_kernel;
    Buffer m_word;
};

/// Seconds a small kernel, of many that wait behind a long one: so that the host has queued them
/// all before the first begins, and only the GPU is measured.
double measureOperation(
    const std::shared_ptr<Context>& context, const std::shared_ptr<Stream>& stream,
    const std::shared_ptr<const Library>& library, const SmallKernel& small) {
    constexpr int count = 200;
    constexpr int longOnes = 12; // two to four milliseconds each
    constexpr int rounds = 5;
    const auto blocker = Catalogue::make("fma", {context, stream, library});
    StreamTimer timer(*stream);
    std::vector<double> seconds;
    for (int round = 0; round < rounds; ++round) {
        for (int i = 0; i < longOnes; ++i)
            blocker->launch();
        seconds.push_back(timer.secondsOf([&] {
            for (int i = 0; i < count; ++i)
                small.launch();
        }));
    }
    return quantileOf(seconds, 0.5) / count;
}

LaunchLatency measureLaunches(
    const std::shared_ptr<Stream>& stream, const std::function<double()>& now,
    const SmallKernel& small) {
    constexpr int rounds = 300;
    CallTimer calls(now), trips(now);
    for (int i = 0; i < rounds; ++i) {
        calls.time([&] { small.launch(); });
        stream->synchronize();
        trips.time([&] {
            small.launch();
            stream->synchronize();
        });
    }
    return {calls.median(), calls.p99(), trips.median(), trips.p99()};
}

} // namespace

CallCost LaunchLatency::waiting(double operation) const {
    const double median = std::max(0.0, roundTrip - call - operation);
    return {median, std::max(median, roundTripP99 - call - operation)};
}

CostMeasurements measureCosts(
    const Device& device, const std::shared_ptr<const Library>& library,
    const std::function<double()>& now, const MeasurementStep& atEachStep) {
    const auto context = device.primaryContext();
    CostMeasurements measured;
    measureContexts(
        device, now, [&](double done) { atEachStep(0.3 * done); }, measured.costs);
    atEachStep(0.3);
    measureStreams(device, now, measured.costs);
    atEachStep(0.5);
    measured.costs.split = measureSplit(device, now);
    atEachStep(0.6);
    const auto stream = context->createOrdinaryStream();
    const SmallKernel small(context, stream, *library);
    measured.costs.operationStart = measureOperation(context, stream, library, small);
    atEachStep(0.8);
    measured.launch = measureLaunches(stream, now, small);
    return measured;
}

} // namespace parterre
