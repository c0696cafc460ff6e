// SPDX-License-Identifier: Apache-2.0
#include "tests/core/simulator/simulated_gpu.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <string>

using namespace parterre;
using namespace parterre::abi;
using parterre::test::recording;
using parterre::test::SimulatedGpu;

namespace {

constexpr std::size_t copyBytes = std::size_t{256} << 20U;
constexpr unsigned fmaIterations = 128;
constexpr unsigned blocksPerSm = 8;

/// What keeps a partition busy: launches of one kernel on a stream of its own.
struct Worker {
    bool copies = false;
    unsigned sms = 0;
    CUstream stream = nullptr;
    CUdeviceptr source = 0;
    CUdeviceptr destination = 0;
    double rate = 0; ///< TFLOP/s or GB/s, once measured
};

Worker makeWorker(SimulatedGpu& gpu, CUgreenCtx context, bool copies) {
    Worker worker;
    worker.copies = copies;
    worker.stream = gpu.createStream(context);
    worker.sms = gpu.resourceOf(context).sm.smCount;
    if (copies) {
        worker.source = gpu.allocate(copyBytes);
        worker.destination = gpu.allocate(copyBytes);
    }
    return worker;
}

double workOfLaunch(const Worker& worker) {
    if (worker.copies)
        return 2.0 * copyBytes / 1e9;
    return 1024.0 * fmaIterations * 256 * blocksPerSm * worker.sms / 1e12;
}

void launchOne(SimulatedGpu& gpu, const Worker& worker) {
    const unsigned blocks = blocksPerSm * worker.sms;
    SimulatedGpu::require(
        worker.copies
            ? gpu.launchCopy(worker.stream, blocks, worker.destination, worker.source, copyBytes)
            : gpu.launchFma(worker.stream, blocks, fmaIterations),
        "launch");
}

/// Keeps all the workers busy and measures each over the same stretch, in which none of them ran
/// dry: every one gets so much work that the first to finish has been beside all others throughout.
void measure(SimulatedGpu& gpu, std::vector<Worker>& workers) {
    constexpr int launches = 40;
    struct Marks {
        std::vector<CUevent> events;
    };
    std::vector<Marks> marks(workers.size());
    for (int round = 0; round <= launches; ++round) {
        for (std::size_t i = 0; i < workers.size(); ++i) {
            marks[i].events.push_back(gpu.createEvent());
            SimulatedGpu::require(
                gpu->cuEventRecord(marks[i].events.back(), workers[i].stream), "cuEventRecord");
            if (round < launches)
                launchOne(gpu, workers[i]);
        }
    }
    SimulatedGpu::require(gpu->cuCtxSynchronize(), "cuCtxSynchronize");
    for (const Marks& mark : marks)
        SimulatedGpu::require(gpu->cuEventSynchronize(mark.events.back()), "cuEventSynchronize");

    const auto elapsed = [&](CUevent from, CUevent to) {
        float milliseconds = 0;
        SimulatedGpu::require(
            gpu->cuEventElapsedTime(&milliseconds, from, to), "cuEventElapsedTime");
        return static_cast<double>(milliseconds) / 1e3;
    };
    auto* const origin = marks.front().events.front();
    double end = elapsed(origin, marks.front().events.back());
    for (const Marks& mark : marks)
        end = std::min(end, elapsed(origin, mark.events.back()));
    for (std::size_t i = 0; i < workers.size(); ++i) {
        int done = 0;
        while (done < launches &&
               elapsed(origin, marks[i].events[static_cast<std::size_t>(done) + 1]) <= end)
            ++done;
        workers[i].rate =
            done * workOfLaunch(workers[i]) /
            elapsed(marks[i].events.front(), marks[i].events[static_cast<std::size_t>(done)]);
    }
}

double rateAlone(unsigned minCount, bool copies) {
    SimulatedGpu gpu;
    const auto split = gpu.split(gpu.deviceResource(), 1, minCount);
    std::vector<Worker> workers{makeWorker(gpu, gpu.createContext(split.groups), copies)};
    measure(gpu, workers);
    return workers.front().rate;
}

struct Together {
    double sum = 0;
    double min = 0;
    double max = 0;
};

Together
rateTogether(unsigned parts, unsigned sms, bool copies, int connections, unsigned flags = 0) {
    SimulationOptions options;
    options.hardwareConnections = connections;
    SimulatedGpu gpu(options);
    const auto split = gpu.split(gpu.deviceResource(), parts, sms, flags);
    std::vector<Worker> workers;
    for (const CUdevResource& group : split.groups)
        workers.push_back(makeWorker(gpu, gpu.createContext({group}), copies));
    measure(gpu, workers);
    Together together;
    together.min = together.max = workers.front().rate;
    for (const Worker& worker : workers) {
        together.sum += worker.rate;
        together.min = std::min(together.min, worker.rate);
        together.max = std::max(together.max, worker.rate);
    }
    return together;
}

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
    void ratesBySize();
    void ratesTogether();
    void hardwareConnections();
    void interference();
    void launchesOnSharedSmsTakeTurns();
    void highPriorityGoesFirst();
    void eventsOrderStreams();
    void isDeterministic();
};

void TestTimingModel::ratesBySize() {
    int compared = 0;
    for (const Json& line : recording("performance.jsonl")) {
        if (line["k"] != "scale")
            continue;
        const auto sms = line["sm"].get<unsigned>();
        const std::string name = std::to_string(sms) + " SMs ";
        QVERIFY(near(name + "fma TFLOP/s", rateAlone(sms, false), line["tflops"], 0.05));
        QVERIFY(near(name + "copy GB/s", rateAlone(sms, true), line["gbs"], 0.05));
        ++compared;
    }
    QCOMPARE(compared, 17);
}

void TestTimingModel::ratesTogether() {
    int compared = 0;
    for (const Json& line : recording("performance.jsonl")) {
        if (line["k"] != "together")
            continue;
        const auto parts = line["parts"].get<unsigned>();
        const auto sms = line["sm"].get<unsigned>();
        const bool copies = line["mode"] == "copy_gbs";
        const Together together = rateTogether(parts, sms, copies, 8);
        const std::string name = std::to_string(parts) + " x " + std::to_string(sms) +
                                 (copies ? " SMs copy GB/s " : " SMs fma TFLOP/s ");
        QVERIFY(near(name + "sum", together.sum, line["sum"], 0.05));
        QVERIFY(near(name + "slowest", together.min, line["min"], 0.12));
        QVERIFY(near(name + "fastest", together.max, line["max"], 0.12));
        // For copies of 16 and 32 SMs alone this recording and `scale` differ by 16 and 8 %; the
        // model follows `scale`.
        QVERIFY(near(name + "alone", rateAlone(sms, copies), line["alone"], copies ? 0.20 : 0.05));
        ++compared;
    }
    QCOMPARE(compared, 8);
}

void TestTimingModel::hardwareConnections() {
    int compared = 0;
    for (const Json& line : recording("hardware-connections.jsonl")) {
        const std::string connections = line["max_connections"];
        const int count = connections == "default" ? 8 : std::stoi(connections);
        const auto parts = line["parts"].get<unsigned>();
        const auto sms = line["sm"].get<unsigned>();
        const Together together = rateTogether(parts, sms, false, count, sms == 2 ? 1 : 0);
        // One connection carries more of very many streams than the model says.
        const double tolerance = parts == 66 && count == 1 ? 0.40 : 0.10;
        const std::string name = connections + " connections, " + std::to_string(parts) + " x " +
                                 std::to_string(sms) + " SMs, sum";
        QVERIFY(near(name, together.sum, line["sum"], tolerance));
        ++compared;
    }
    QCOMPARE(compared, 15);
}

void TestTimingModel::interference() {
    Json recorded;
    for (const Json& line : recording("performance.jsonl"))
        if (line["k"] == "interfere")
            recorded = line;
    const auto victim = [&](bool copies, bool neighbourCopies) {
        SimulatedGpu gpu;
        const auto split = gpu.split(gpu.deviceResource(), 1, 32);
        std::vector<Worker> workers{
            makeWorker(gpu, gpu.createContext(split.groups), copies),
            makeWorker(gpu, gpu.createContext({split.remainder}), neighbourCopies)};
        measure(gpu, workers);
        return workers.front().rate;
    };
    QVERIFY(near("copy alone", rateAlone(32, true), recorded["copy_alone"], 0.05));
    QVERIFY(near("copy beside copy", victim(true, true), recorded["copy_vs_memhog"], 0.10));
    QVERIFY(near("copy beside fma", victim(true, false), recorded["copy_vs_fmahog"], 0.05));
    QVERIFY(near("fma alone", rateAlone(32, false), recorded["fma_alone"], 0.02));
    QVERIFY(near("fma beside copy", victim(false, true), recorded["fma_vs_memhog"], 0.02));
    QVERIFY(near("fma beside fma", victim(false, false), recorded["fma_vs_fmahog"], 0.02));
}

void TestTimingModel::launchesOnSharedSmsTakeTurns() {
    SimulatedGpu gpu;
    const auto split = gpu.split(gpu.deviceResource(), 1, 32);
    auto* const context = gpu.createContext(split.groups);
    std::vector<Worker> workers{makeWorker(gpu, context, false), makeWorker(gpu, context, false)};
    measure(gpu, workers);
    const double alone = rateAlone(32, false);
    QVERIFY(near("first of two on 32 SMs", workers[0].rate, alone / 2, 0.05));
    QVERIFY(near("second of two on 32 SMs", workers[1].rate, alone / 2, 0.05));
}

void TestTimingModel::highPriorityGoesFirst() {
    SimulatedGpu gpu;
    const auto split = gpu.split(gpu.deviceResource(), 1, 32);
    auto* const context = gpu.createContext(split.groups);
    auto* const busy = gpu.createStream(context);
    auto* const ordinary = gpu.createStream(context);
    auto* const urgent = gpu.createStream(context, -5);
    const auto latency = [&](CUstream stream) {
        auto* const start = gpu.createEvent();
        auto* const end = gpu.createEvent();
        SimulatedGpu::require(gpu.launchFma(busy, 32 * blocksPerSm, 65536), "busy");
        SimulatedGpu::require(gpu->cuEventRecord(start, stream), "cuEventRecord");
        SimulatedGpu::require(gpu.launchFma(stream, 32, 16), "small");
        SimulatedGpu::require(gpu->cuEventRecord(end, stream), "cuEventRecord");
        SimulatedGpu::require(gpu->cuStreamSynchronize(stream), "cuStreamSynchronize");
        SimulatedGpu::require(gpu->cuStreamSynchronize(busy), "cuStreamSynchronize");
        float milliseconds = 0;
        SimulatedGpu::require(
            gpu->cuEventElapsedTime(&milliseconds, start, end), "cuEventElapsedTime");
        return milliseconds;
    };
    const float behind = latency(ordinary);
    const float before = latency(urgent);
    qInfo("small kernel: ordinary stream %.3f ms, high priority %.3f ms", behind, before);
    QVERIFY(behind > 100.0F);
    QVERIFY(before < 0.1F);
}

void TestTimingModel::eventsOrderStreams() {
    SimulatedGpu gpu;
    const auto split = gpu.split(gpu.deviceResource(), 2, 32);
    auto* const first = gpu.createStream(gpu.createContext({split.groups[0]}));
    auto* const second = gpu.createStream(gpu.createContext({split.groups[1]}));
    auto* const start = gpu.createEvent();
    auto* const middle = gpu.createEvent();
    auto* const end = gpu.createEvent();
    SimulatedGpu::require(gpu->cuEventRecord(start, first), "cuEventRecord");
    SimulatedGpu::require(gpu.launchFma(first, 256, fmaIterations), "launch");
    SimulatedGpu::require(gpu->cuEventRecord(middle, first), "cuEventRecord");
    SimulatedGpu::require(gpu->cuStreamWaitEvent(second, middle, 0), "cuStreamWaitEvent");
    SimulatedGpu::require(gpu.launchFma(second, 256, fmaIterations), "launch");
    SimulatedGpu::require(gpu->cuEventRecord(end, second), "cuEventRecord");
    QCOMPARE(gpu->cuEventQuery(end), CUDA_ERROR_NOT_READY);
    SimulatedGpu::require(gpu->cuEventSynchronize(end), "cuEventSynchronize");
    float half = 0;
    float whole = 0;
    SimulatedGpu::require(gpu->cuEventElapsedTime(&half, start, middle), "cuEventElapsedTime");
    SimulatedGpu::require(gpu->cuEventElapsedTime(&whole, start, end), "cuEventElapsedTime");
    QVERIFY(near("one after the other / one", whole, 2 * half, 0.02));
}

void TestTimingModel::isDeterministic() {
    const auto rates = [](std::uint64_t seed) {
        SimulationOptions options;
        options.seed = seed;
        SimulatedGpu gpu(options);
        const auto split = gpu.split(gpu.deviceResource(), 4, 32);
        std::vector<Worker> workers;
        for (std::size_t i = 0; i < 4; ++i)
            workers.push_back(makeWorker(gpu, gpu.createContext({split.groups[i]}), i % 2 == 0));
        measure(gpu, workers);
        std::vector<double> result;
        for (const Worker& worker : workers)
            result.push_back(worker.rate);
        return result;
    };
    const std::vector<double> first = rates(7);
    QVERIFY(first == rates(7));
    QVERIFY(first != rates(8));
}

QTEST_GUILESS_MAIN(TestTimingModel)
#include "tst_timing_model.moc"
