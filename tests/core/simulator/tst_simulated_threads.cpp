// SPDX-License-Identifier: Apache-2.0
// Many threads on one simulated driver in real time.
#include "tests/core/simulator/simulated_gpu.h"

#include <QTest>

#include <atomic>
#include <chrono>
#include <ctime>
#include <thread>

using namespace parterre;
using namespace parterre::abi;
using parterre::test::SimulatedGpu;

namespace {

SimulationOptions realTime() {
    SimulationOptions options;
    options.clock = std::make_shared<RealClock>();
    options.hardwareConnections = 32;
    return options;
}

double processSeconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

} // namespace

class TestSimulatedThreads : public QObject {
    Q_OBJECT

private slots:
    void partitionsRunSideBySide();
    void contextsComeAndGo();
    void waiterLearnsOfDestruction();
};

/// As the workload runner does: a thread a partition, three batches queued, waits for the oldest.
void TestSimulatedThreads::partitionsRunSideBySide() {
    SimulatedGpu gpu(realTime());
    const auto split =
        gpu.split(gpu.deviceResource(), 64, 2, CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING);
    QCOMPARE(split.groups.size(), std::size_t{64});
    std::vector<CUgreenCtx> contexts;
    for (const CUdevResource& group : split.groups)
        contexts.push_back(gpu.createContext({group}));

    const double before = processSeconds();
    const auto start = std::chrono::steady_clock::now();
    std::atomic<bool> stop = false;
    std::atomic<int> batches = 0;
    std::atomic<int> failures = 0;
    std::vector<std::thread> threads;
    for (auto* const context : contexts) {
        threads.emplace_back([&, context] {
            SimulatedGpu::require(gpu->cuCtxSetCurrent(gpu.contextOf(context)), "cuCtxSetCurrent");
            auto* const stream = gpu.createStream(context);
            CUevent ends[3] = {gpu.createEvent(), gpu.createEvent(), gpu.createEvent()};
            for (std::size_t queued = 0; !stop; ++queued) {
                auto* const end = ends[queued % 3];
                if (queued >= 3)
                    failures += gpu->cuEventSynchronize(end) == CUDA_SUCCESS ? 0 : 1;
                for (int launch = 0; launch < 4; ++launch) // 2.2 ms each
                    failures += gpu.launchFma(stream, 16, 512) == CUDA_SUCCESS ? 0 : 1;
                failures += gpu->cuEventRecord(end, stream) == CUDA_SUCCESS ? 0 : 1;
                ++batches;
            }
            failures += gpu->cuStreamSynchronize(stream) == CUDA_SUCCESS ? 0 : 1;
        });
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    stop = true;
    for (std::thread& thread : threads)
        thread.join();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    qInfo(
        "64 partitions, %.0f batches/s: %.1f %% of a core", batches / took.count(),
        100 * (processSeconds() - before) / took.count());
    QCOMPARE(failures.load(), 0);
    QVERIFY(batches > 64 * 3);
}

void TestSimulatedThreads::contextsComeAndGo() {
    SimulatedGpu gpu(realTime());
    std::atomic<int> failures = 0;
    const auto check = [&](CUresult result) { failures += result == CUDA_SUCCESS ? 0 : 1; };
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            check(gpu->cuCtxSetCurrent(gpu.primary()));
            for (int round = 0; round < 10; ++round) {
                const auto split = gpu.split(gpu.deviceResource(), 4, 32);
                auto* const context = gpu.createContext({split.groups[2]});
                auto* const stream = gpu.createStream(context);
                const CUdeviceptr buffer = gpu.allocate(1 << 20U);
                check(gpu->cuMemsetD32Async(buffer, 1, 1024, stream));
                check(gpu.launchFma(stream, 64, 64));
                check(gpu->cuStreamSynchronize(stream));
                check(gpu->cuMemFree(buffer));
                check(gpu->cuStreamDestroy(stream));
                check(gpu->cuGreenCtxDestroy(context));
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    QCOMPARE(failures.load(), 0);
}

void TestSimulatedThreads::waiterLearnsOfDestruction() {
    SimulatedGpu gpu(realTime());
    auto* const context = gpu.createContext(gpu.split(gpu.deviceResource(), 1, 8).groups);
    auto* const stream = gpu.createStream(context);
    // A minute's work that nobody will wait out.
    QCOMPARE(gpu.launchFma(stream, 64, 14'000'000), CUDA_SUCCESS);
    CUresult result = CUDA_SUCCESS;
    std::thread waiter([&] { result = gpu->cuStreamSynchronize(stream); });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    QCOMPARE(gpu->cuGreenCtxDestroy(context), CUDA_SUCCESS);
    waiter.join();
    QCOMPARE(result, CUDA_ERROR_CONTEXT_IS_DESTROYED);
}

QTEST_GUILESS_MAIN(TestSimulatedThreads)
#include "tst_simulated_threads.moc"
