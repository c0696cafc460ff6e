// SPDX-License-Identifier: Apache-2.0
// Every latency and cost that was recorded on the H200, put to the simulated one. docs/simulator.md
// says how each is measured.
#include "tests/core/simulator/recorded_figures.h"
#include "tests/core/simulator/simulated_gpu.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>

using namespace parterre;
using namespace parterre::abi;
using namespace parterre::test;

namespace {

constexpr double micro = 1e-6;

struct Durations {
    std::vector<double> sorted; ///< in microseconds

    double quantile(double part) const {
        return sorted[static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1))];
    }
};

/// How long a step takes the host, so many times over.
Durations timed(SimulatedGpu& gpu, int count, const std::function<void()>& step) {
    Durations durations;
    for (int i = 0; i < count; ++i) {
        const double start = gpu.now();
        step();
        durations.sorted.push_back((gpu.now() - start) / micro);
    }
    std::sort(durations.sorted.begin(), durations.sorted.end());
    return durations;
}

/// A small kernel: 16 blocks that compute for 4 microseconds.
void launchSmall(SimulatedGpu& gpu, CUstream stream) {
    SimulatedGpu::require(gpu.launchFma(stream, 16, 8), "small kernel");
}

/// A kernel of 1.8 ms on the SMs it has: nine waves of blocks.
void launchNoisy(SimulatedGpu& gpu, CUstream stream, unsigned sms) {
    SimulatedGpu::require(gpu.launchFma(stream, sms * 8 * 9, 46), "noisy kernel");
}

/// From launching the small kernel until the host knows that it is done, beside a neighbour that
/// always has more to do (none if null).
Durations latencies(SimulatedGpu& gpu, CUstream small, CUstream neighbour, unsigned neighbourSms) {
    constexpr int count = 500;
    constexpr int queuedAhead = 3;
    for (int i = 0; neighbour != nullptr && i < queuedAhead; ++i)
        launchNoisy(gpu, neighbour, neighbourSms);
    Durations durations;
    for (int i = 0; i < count; ++i) {
        if (neighbour != nullptr)
            launchNoisy(gpu, neighbour, neighbourSms);
        const double start = gpu.now();
        launchSmall(gpu, small);
        SimulatedGpu::require(gpu->cuStreamSynchronize(small), "cuStreamSynchronize");
        durations.sorted.push_back((gpu.now() - start) / micro);
    }
    std::sort(durations.sorted.begin(), durations.sorted.end());
    return durations;
}

Durations latenciesIn(const std::string& mode) {
    SimulatedGpu gpu;
    const auto wholeGpu = gpu.deviceResource().sm.smCount;
    const auto stream = [&](int priority) {
        CUstream made = nullptr;
        SimulatedGpu::require(
            gpu->cuStreamCreateWithPriority(&made, CU_STREAM_NON_BLOCKING, priority),
            "cuStreamCreateWithPriority");
        return made;
    };
    if (mode == "alone")
        return latencies(gpu, stream(0), nullptr, 0);
    if (mode == "shared_streams")
        return latencies(gpu, stream(0), stream(0), wholeGpu);
    if (mode == "priority_stream")
        return latencies(gpu, stream(-5), stream(0), wholeGpu);
    const auto split = gpu.split(gpu.deviceResource(), 1, 16);
    auto* const small = gpu.createStream(gpu.createContext(split.groups));
    if (mode == "green_alone")
        return latencies(gpu, small, nullptr, 0);
    if (mode == "green_16_vs_rest")
        return latencies(
            gpu, small, gpu.createStream(gpu.createContext({split.remainder})),
            split.remainder.sm.smCount);
    throw std::runtime_error("unknown mode " + mode);
}

bool compareLatencies(RecordedFigures& figures, const Json& line) {
    constexpr double largestOfUnknownMany = 0.36;
    const std::string mode = line["mode"];
    const Durations durations = latenciesIn(mode);
    bool good = figures.compare(mode + " p50 us", line["p50"], durations.quantile(0.5));
    good &= figures.compare(
        mode + " p99 us", line["p99"], durations.quantile(0.99), RecordedFigures::latencies);
    good &= figures.compare(
        mode + " max us", line["max"], durations.quantile(1), largestOfUnknownMany,
        "(the largest of a number of samples that is not recorded)");
    return good;
}

bool compareCosts(RecordedFigures& figures, const Json& line) {
    SimulatedGpu gpu;
    const auto descriptor = gpu.describe(gpu.split(gpu.deviceResource(), 1, 16).groups);
    constexpr int rounds = 50;
    CUgreenCtx context = nullptr;
    CUstream stream = nullptr;
    std::vector<double> creating;
    std::vector<double> streams;
    std::vector<double> streamsEnding;
    std::vector<double> ending;
    for (int i = 0; i < rounds; ++i) {
        const auto time = [&](std::vector<double>& all, const auto& step) {
            all.push_back(timed(gpu, 1, step).sorted.front());
        };
        time(creating, [&] {
            SimulatedGpu::require(
                gpu->cuGreenCtxCreate(&context, descriptor, 0, CU_GREEN_CTX_DEFAULT_STREAM),
                "cuGreenCtxCreate");
        });
        time(streams, [&] {
            SimulatedGpu::require(
                gpu->cuGreenCtxStreamCreate(&stream, context, CU_STREAM_NON_BLOCKING, 0),
                "cuGreenCtxStreamCreate");
        });
        time(streamsEnding, [&] {
            SimulatedGpu::require(gpu->cuStreamDestroy(stream), "cuStreamDestroy");
        });
        time(ending, [&] {
            SimulatedGpu::require(gpu->cuGreenCtxDestroy(context), "cuGreenCtxDestroy");
        });
    }
    const auto median = [](std::vector<double> all) {
        std::sort(all.begin(), all.end());
        return all[all.size() / 2];
    };
    bool good = figures.compare("cuGreenCtxCreate us", line["create"], median(creating));
    good &= figures.compare("cuGreenCtxStreamCreate us", line["stream"], median(streams));
    good &= figures.compare("cuStreamDestroy us", line["stream_destroy"], median(streamsEnding));
    good &= figures.compare("cuGreenCtxDestroy us", line["destroy"], median(ending));
    return good;
}

bool compareSplitCost(RecordedFigures& figures, const Json& line) {
    SimulatedGpu gpu;
    const auto device = gpu.deviceResource();
    const Durations durations = timed(gpu, 50, [&] { gpu.split(device, 8, 16); });
    return figures.compare(
        "cuDevSmResourceSplitByCount us", line["median"], durations.quantile(0.5));
}

bool compareLaunches(RecordedFigures& figures, const Json& line) {
    SimulatedGpu gpu;
    auto* const stream = gpu.createStream(gpu.createContext({gpu.deviceResource()}));
    gpu.function("parterre_fma"); // looked up once
    const Durations durations = timed(gpu, 500, [&] { launchSmall(gpu, stream); });
    bool good = figures.compare("cuLaunchKernelEx p50 us", line["p50"], durations.quantile(0.5));
    good &= figures.compare(
        "cuLaunchKernelEx p99 us", line["p99"], durations.quantile(0.99),
        RecordedFigures::latencies);
    return good;
}

bool compareMany(RecordedFigures& figures, const Json& line) {
    SimulatedGpu gpu;
    const auto descriptor = gpu.describe(gpu.split(gpu.deviceResource(), 1, 8).groups);
    const auto freeBytes = [&] {
        std::size_t free = 0;
        std::size_t total = 0;
        SimulatedGpu::require(gpu->cuMemGetInfo(&free, &total), "cuMemGetInfo");
        return static_cast<double>(free);
    };
    const double before = freeBytes();
    const int wanted = line["created"];
    int created = 0;
    for (CUgreenCtx context = nullptr; created < wanted; ++created)
        if (gpu->cuGreenCtxCreate(&context, descriptor, 0, CU_GREEN_CTX_DEFAULT_STREAM) !=
            CUDA_SUCCESS)
            break;
    bool good = figures.compare("contexts created", wanted, created, 0);
    good &= figures.compare(
        "memory of a context KiB", line["mem_per_ctx_kib"],
        (before - freeBytes()) / created / 1024);
    return good;
}

} // namespace

class TestRecordedLatencies : public QObject {
    Q_OBJECT

private slots:
    void latenciesAndCosts();
};

void TestRecordedLatencies::latenciesAndCosts() {
    RecordedFigures figures;
    int lines = 0;
    int good = 0;
    for (const Json& line : recording("performance.jsonl")) {
        const std::string kind = line["k"];
        ++lines;
        if (kind == "iso")
            good += compareLatencies(figures, line) ? 1 : 0;
        else if (kind == "launch_us")
            good += compareLaunches(figures, line) ? 1 : 0;
        else if (kind == "cost_us")
            good += compareCosts(figures, line) ? 1 : 0;
        else if (kind == "split_cost_us")
            good += compareSplitCost(figures, line) ? 1 : 0;
        else if (kind == "many")
            good += compareMany(figures, line) ? 1 : 0;
        else
            --lines; // a rate
    }
    qInfo(
        "performance.jsonl, latencies and costs: %d lines, %d figures, %d within tolerance; "
        "largest "
        "deviation of those held to 5 %%: %.1f %%",
        lines, figures.compared(), figures.within(), 100 * figures.largest());
    QCOMPARE(lines, 9);
    QCOMPARE(good, lines);
}

QTEST_GUILESS_MAIN(TestRecordedLatencies)
#include "tst_recorded_latencies.moc"
