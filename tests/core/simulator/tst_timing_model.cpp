// SPDX-License-Identifier: Apache-2.0
#include "tests/core/simulator/busy_streams.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <string>

using namespace parterre;
using namespace parterre::abi;
using namespace parterre::test;

namespace {

/// Shows both figures and says whether they agree within the tolerance.
bool near(const std::string& what, double simulated, double recorded, double tolerance) {
    const double deviation = simulated / recorded - 1;
    qInfo(
        "%-44s recorded %9.3f  simulated %9.3f  %+5.1f %%", what.c_str(), recorded, simulated,
        100 * deviation);
    return std::abs(deviation) <= tolerance;
}

} // namespace

class TestTimingModel : public QObject {
    Q_OBJECT

private slots:
    void launchesOnSharedSmsTakeTurns();
    void highPriorityGoesFirst();
    void eventsOrderStreams();
    void isDeterministic();
};

void TestTimingModel::launchesOnSharedSmsTakeTurns() {
    SimulatedGpu gpu;
    const auto split = gpu.split(gpu.deviceResource(), 1, 32);
    auto* const context = gpu.createContext(split.groups);
    std::vector<BusyStream> streams{
        makeBusyStream(gpu, context, false), makeBusyStream(gpu, context, false)};
    measure(gpu, streams);
    const double alone = rateAlone(32, false);
    QVERIFY(near("first of two on 32 SMs", streams[0].rate, alone / 2, 0.05));
    QVERIFY(near("second of two on 32 SMs", streams[1].rate, alone / 2, 0.05));
}

void TestTimingModel::highPriorityGoesFirst() {
    SimulatedGpu gpu;
    const auto split = gpu.split(gpu.deviceResource(), 1, 32);
    auto* const context = gpu.createContext(split.groups);
    auto* const busy = gpu.createStream(context);
    auto* const ordinary = gpu.createStream(context);
    auto* const urgent = gpu.createStream(context, -5);
    constexpr unsigned blocksAtOnce = 8;
    constexpr unsigned waves = 10;
    const auto latency = [&](CUstream stream) {
        auto* const start = gpu.createEvent();
        auto* const end = gpu.createEvent();
        SimulatedGpu::require(gpu.launchFma(busy, 32 * blocksAtOnce * waves, 6554), "busy");
        SimulatedGpu::require(gpu->cuEventRecord(start, stream), "cuEventRecord");
        SimulatedGpu::require(gpu.launchFma(stream, 32, 16), "small");
        SimulatedGpu::require(gpu->cuEventRecord(end, stream), "cuEventRecord");
        SimulatedGpu::require(gpu->cuStreamSynchronize(stream), "cuStreamSynchronize");
        SimulatedGpu::require(gpu->cuStreamSynchronize(busy), "cuStreamSynchronize");
        return 1e3 * gpu.secondsBetween(start, end);
    };
    const double behind = latency(ordinary);
    const double before = latency(urgent);
    qInfo("small kernel: ordinary stream %.3f ms, high priority %.3f ms", behind, before);
    // It waits for the blocks that run, a wave of ten.
    QVERIFY(before > 20);
    QVERIFY(near("high priority / ordinary stream", before, behind / waves, 0.05));
}

void TestTimingModel::eventsOrderStreams() {
    SimulatedGpu gpu;
    const auto split = gpu.split(gpu.deviceResource(), 2, 32);
    auto* const first = gpu.createStream(gpu.createContext({split.groups[0]}));
    auto* const second = gpu.createStream(gpu.createContext({split.groups[1]}));
    constexpr unsigned iterations = 128;
    auto* const start = gpu.createEvent();
    auto* const middle = gpu.createEvent();
    auto* const end = gpu.createEvent();
    SimulatedGpu::require(gpu->cuEventRecord(start, first), "cuEventRecord");
    SimulatedGpu::require(gpu.launchFma(first, 256, iterations), "launch");
    SimulatedGpu::require(gpu->cuEventRecord(middle, first), "cuEventRecord");
    SimulatedGpu::require(gpu->cuStreamWaitEvent(second, middle, 0), "cuStreamWaitEvent");
    SimulatedGpu::require(gpu.launchFma(second, 256, iterations), "launch");
    SimulatedGpu::require(gpu->cuEventRecord(end, second), "cuEventRecord");
    QCOMPARE(gpu->cuEventQuery(end), CUDA_ERROR_NOT_READY);
    SimulatedGpu::require(gpu->cuEventSynchronize(end), "cuEventSynchronize");
    const double half = gpu.secondsBetween(start, middle);
    const double whole = gpu.secondsBetween(start, end);
    QVERIFY(near("one after the other / one", whole, 2 * half, 0.02));
}

void TestTimingModel::isDeterministic() {
    const auto rates = [](std::uint64_t seed) {
        SimulationOptions options;
        options.seed = seed;
        SimulatedGpu gpu(options);
        const auto split = gpu.split(gpu.deviceResource(), 4, 32);
        std::vector<BusyStream> streams;
        for (std::size_t i = 0; i < 4; ++i)
            streams.push_back(
                makeBusyStream(gpu, gpu.createContext({split.groups[i]}), i % 2 == 0));
        measure(gpu, streams);
        std::vector<double> result;
        for (const BusyStream& busy : streams)
            result.push_back(busy.rate);
        return result;
    };
    const std::vector<double> first = rates(7);
    QVERIFY(first == rates(7));
    QVERIFY(first != rates(8));
}

QTEST_GUILESS_MAIN(TestTimingModel)
#include "tst_timing_model.moc"
