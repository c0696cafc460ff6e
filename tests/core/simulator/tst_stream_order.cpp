// SPDX-License-Identifier: Apache-2.0
// What waits for what: the legacy default stream, other devices' events, work queues.
#include "tests/core/simulator/busy_streams.h"

#include <QTest>

#include <cmath>
#include <string>

using namespace parterre;
using namespace parterre::abi;
using namespace parterre::test;

namespace {

constexpr unsigned iterations = 128;

CUstream createStream(SimulatedDriver& driver, unsigned flags) {
    CUstream stream = nullptr;
    SimulatedGpu::require(driver.cuStreamCreateWithPriority(&stream, flags, 0), "create stream");
    return stream;
}

CUstream legacy() {
    return reinterpret_cast<CUstream>(1); // CU_STREAM_LEGACY
}

/// Of the streams' rates together, how many times the rate of one alone.
double concurrency(SimulatedGpu& gpu, std::vector<BusyStream>& streams) {
    measure(gpu, streams);
    double sum = 0;
    for (const BusyStream& each : streams)
        sum += each.rate;
    return sum / rateAlone(streams.front().sms, false);
}

} // namespace

class TestStreamOrder : public QObject {
    Q_OBJECT

private slots:
    void defaultStream_data();
    void defaultStream();
    void synchronisingWithTheDefaultStream();
    void anotherDevicesEvent();
    void workQueues_data();
    void workQueues();
    void endedContextsGiveTheirQueuesBack();
};

void TestStreamOrder::defaultStream_data() {
    QTest::addColumn<unsigned>("flags");
    QTest::addColumn<bool>("defaultFirst");
    QTest::addColumn<bool>("byName"); // CU_STREAM_LEGACY, not null
    QTest::addColumn<bool>("waits");
    QTest::newRow("default, then blocking") << CU_STREAM_DEFAULT << true << false << true;
    QTest::newRow("blocking, then default") << CU_STREAM_DEFAULT << false << false << true;
    QTest::newRow("legacy, then blocking") << CU_STREAM_DEFAULT << true << true << true;
    QTest::newRow("blocking, then legacy") << CU_STREAM_DEFAULT << false << true << true;
    QTest::newRow("default, then non-blocking") << CU_STREAM_NON_BLOCKING << true << false << false;
    QTest::newRow("non-blocking, then default")
        << CU_STREAM_NON_BLOCKING << false << false << false;
}

/// Small kernels, so that both would fit side by side.
void TestStreamOrder::defaultStream() {
    QFETCH(unsigned, flags);
    QFETCH(bool, defaultFirst);
    QFETCH(bool, byName);
    QFETCH(bool, waits);
    SimulatedGpu gpu;
    auto* const other = createStream(gpu.driver(), flags);
    CUstream const ownDefault = byName ? legacy() : nullptr;
    CUstream const first = defaultFirst ? ownDefault : other;
    CUstream const second = defaultFirst ? other : ownDefault;
    SimulatedGpu::require(gpu.launchFma(first, 8, 8 * iterations), "first");
    SimulatedGpu::require(gpu.launchFma(second, 8, iterations), "second");
    auto* const firstDone = gpu.createEvent();
    auto* const secondDone = gpu.createEvent();
    SimulatedGpu::require(gpu->cuEventRecord(firstDone, first), "cuEventRecord");
    SimulatedGpu::require(gpu->cuEventRecord(secondDone, second), "cuEventRecord");
    SimulatedGpu::require(gpu->cuCtxSynchronize(), "cuCtxSynchronize");
    // A record in the stream that came first may wait for the second in turn, so ask the second.
    SimulatedGpu alone;
    auto* const start = alone.createEvent();
    auto* const end = alone.createEvent();
    SimulatedGpu::require(alone->cuEventRecord(start, nullptr), "cuEventRecord");
    SimulatedGpu::require(alone.launchFma(nullptr, 8, 8 * iterations), "alone");
    SimulatedGpu::require(alone->cuEventRecord(end, nullptr), "cuEventRecord");
    SimulatedGpu::require(alone->cuEventSynchronize(end), "cuEventSynchronize");
    const double longOne = alone.secondsBetween(start, end);
    const double apart = gpu.secondsBetween(secondDone, firstDone);
    QCOMPARE(apart < longOne / 2, waits);
}

void TestStreamOrder::synchronisingWithTheDefaultStream() {
    SimulatedGpu gpu;
    auto* const blocking = createStream(gpu.driver(), CU_STREAM_DEFAULT);
    auto* const apart = createStream(gpu.driver(), CU_STREAM_NON_BLOCKING);
    SimulatedGpu::require(gpu.launchFma(blocking, 8, iterations), "blocking");
    SimulatedGpu::require(gpu.launchFma(apart, 8, 100 * iterations), "apart");
    QCOMPARE(gpu->cuStreamQuery(nullptr), CUDA_ERROR_NOT_READY);
    SimulatedGpu::require(gpu->cuStreamSynchronize(nullptr), "cuStreamSynchronize");
    QCOMPARE(gpu->cuStreamQuery(blocking), CUDA_SUCCESS);
    QCOMPARE(gpu->cuStreamQuery(apart), CUDA_ERROR_NOT_READY);
}

void TestStreamOrder::anotherDevicesEvent() {
    SimulationOptions options;
    options.clock = std::make_shared<VirtualClock>();
    SimulatedDriver driver({DeviceProfile::load("h200"), DeviceProfile::load("h200")}, options);
    SimulatedGpu::require(driver.cuInit(0), "cuInit");
    CUstream streams[2] = {};
    CUevent events[2] = {};
    CUdeviceptr words[2] = {};
    for (const int device : {0, 1}) {
        CUcontext primary = nullptr;
        SimulatedGpu::require(driver.cuDevicePrimaryCtxRetain(&primary, device), "retain");
        SimulatedGpu::require(driver.cuCtxSetCurrent(primary), "cuCtxSetCurrent");
        streams[device] = createStream(driver, CU_STREAM_NON_BLOCKING);
        SimulatedGpu::require(driver.cuEventCreate(&events[device], 0), "cuEventCreate");
        SimulatedGpu::require(driver.cuMemAlloc(&words[device], 1U << 30U), "cuMemAlloc");
    }
    // Device 1 first, so that device 0's event ends while device 1 waits, and back again.
    constexpr std::size_t count = 1U << 28U;
    SimulatedGpu::require(driver.cuMemsetD32Async(words[0], 1, count, streams[0]), "fill 0");
    SimulatedGpu::require(driver.cuEventRecord(events[0], streams[0]), "cuEventRecord");
    SimulatedGpu::require(driver.cuStreamWaitEvent(streams[1], events[0], 0), "wait");
    SimulatedGpu::require(driver.cuMemsetD32Async(words[1], 2, count, streams[1]), "fill 1");
    SimulatedGpu::require(driver.cuEventRecord(events[1], streams[1]), "cuEventRecord");
    SimulatedGpu::require(driver.cuStreamWaitEvent(streams[0], events[1], 0), "wait back");
    QCOMPARE(driver.cuEventQuery(events[1]), CUDA_ERROR_NOT_READY);

    SimulatedGpu::require(driver.cuEventSynchronize(events[0]), "cuEventSynchronize");
    const SimulatedTime half = options.clock->now();
    QCOMPARE(driver.cuStreamQuery(streams[1]), CUDA_ERROR_NOT_READY);
    SimulatedGpu::require(driver.cuStreamSynchronize(streams[0]), "cuStreamSynchronize");
    QCOMPARE(driver.cuEventQuery(events[1]), CUDA_SUCCESS);
    const double ratio =
        static_cast<double>(options.clock->now().count()) / static_cast<double>(half.count());
    QVERIFY2(ratio > 1.8 && ratio < 2.2, std::to_string(ratio).c_str());
}

void TestStreamOrder::workQueues_data() {
    QTest::addColumn<int>("connections");
    QTest::addColumn<unsigned>("limit"); // 0: no configuration
    QTest::addColumn<bool>("balanced");
    QTest::addColumn<int>("contexts");
    QTest::addColumn<double>("atLeast"); // times one context's rate, of 8 SMs each
    QTest::addColumn<double>("atMost");
    QTest::newRow("enough connections") << 8 << 0U << false << 4 << 3.9 << 4.1;
    QTest::newRow("shared, too few") << 2 << 0U << false << 4 << 2.4 << 2.9;
    QTest::newRow("a limit above changes nothing") << 2 << 8U << false << 4 << 2.4 << 2.9;
    QTest::newRow("balanced, one each") << 8 << 1U << true << 4 << 3.9 << 4.1;
    QTest::newRow("balanced, as long as they last") << 3 << 1U << true << 4 << 3.2 << 3.4;
}

/// One stream in each of so many contexts of 8 SMs.
void TestStreamOrder::workQueues() {
    QFETCH(int, connections);
    QFETCH(unsigned, limit);
    QFETCH(bool, balanced);
    QFETCH(int, contexts);
    SimulationOptions options;
    options.hardwareConnections = connections;
    options.driverVersion = 13010;
    SimulatedGpu gpu(options);
    const auto split = gpu.split(gpu.deviceResource(), static_cast<unsigned>(contexts), 8);
    std::vector<BusyStream> streams;
    for (const CUdevResource& group : split.groups) {
        std::vector<CUdevResource> resources{group};
        if (limit > 0)
            resources.push_back(gpu.workqueues(limit, balanced));
        streams.push_back(makeBusyStream(gpu, gpu.createContext(resources), false));
    }
    const double times = concurrency(gpu, streams);
    qInfo("%.2f kernels at a time", times);
    QFETCH(double, atLeast);
    QFETCH(double, atMost);
    QVERIFY(times >= atLeast && times <= atMost);
}

void TestStreamOrder::endedContextsGiveTheirQueuesBack() {
    SimulationOptions options;
    options.hardwareConnections = 2;
    options.driverVersion = 13010;
    SimulatedGpu gpu(options);
    const auto split = gpu.split(gpu.deviceResource(), 2, 8);
    auto* const first = gpu.createContext({gpu.deviceResource(), gpu.workqueues(1, true)});
    std::vector<BusyStream> streams;
    for (const CUdevResource& group : split.groups)
        streams.push_back(makeBusyStream(gpu, gpu.createContext({group}), false));
    QVERIFY(concurrency(gpu, streams) < 1.5); // one connection is left for both
    SimulatedGpu::require(gpu->cuGreenCtxDestroy(first), "cuGreenCtxDestroy");
    QVERIFY(concurrency(gpu, streams) > 1.95);
}

QTEST_GUILESS_MAIN(TestStreamOrder)
#include "tst_stream_order.moc"
