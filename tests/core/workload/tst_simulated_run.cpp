// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/context.h"
#include "core/cuda/stream.h"
#include "core/probe/placement_probe.h"
#include "core/simulator/simulated_driver.h"
#include "core/workload/run_set.h"

#include <QTest>

#include <semaphore>
#include <set>

using namespace parterre;

namespace {

std::shared_ptr<Driver> simulatedH200(int version = 0) {
    SimulationOptions options;
    options.driverVersion = version;
    options.clock = std::make_shared<VirtualClock>();
    return std::make_shared<SimulatedDriver>(DeviceProfile::load("h200"), options);
}

std::vector<std::shared_ptr<Context>>
combined(const Device& device, const std::vector<int>& counts) {
    std::vector<std::shared_ptr<Context>> contexts;
    for (const SmResource& group :
         device.resources()
             .sm()
             .split({.count = counts, .strategy = Strategy::combined, .ignoreCoscheduling = true})
             .groups)
        contexts.push_back(device.createContext({group}));
    return contexts;
}

} // namespace

/// The resource model, the probe and the runs on the simulated H200: the same code that runs on the
/// real one.
class TestSimulatedRun : public QObject {
    Q_OBJECT

private slots:
    void splitsAsTheRealOne() {
        const Device device(simulatedH200(), 0);
        const SmSplit split = device.resources().sm().split(
            {.count = std::vector<int>(16, 8), .strategy = Strategy::byCount});
        QCOMPARE(split.groups.size(), 15U);
        QCOMPARE(split.remainder->smCount(), 12U);
        QCOMPARE(device.describe().smCount, 132);
    }

    void runsWhereTheSmsAre_data() {
        QTest::addColumn<int>("version");
        QTest::newRow("12.4") << 12040;
        QTest::newRow("12.8") << 12080;
        QTest::newRow("13.0") << 13000;
        QTest::newRow("13.1") << 13010;
    }
    void runsWhereTheSmsAre() {
        QFETCH(int, version);
        const Device device(simulatedH200(version), 0);
        std::set<int> all;
        std::size_t sum = 0;
        for (const auto& context : combined(device, {64, 32, 16})) {
            const std::vector<int> ids = observeSmIds(*context, *context->createStream());
            QCOMPARE(ids.size(), std::size_t{context->resources().sm().smCount()});
            all.insert(ids.begin(), ids.end());
            sum += ids.size();
        }
        QCOMPARE(sum, 112U);
        QCOMPARE(all.size(), sum);
    }

    void computesAtTheRecordedRate() {
        const Device device(simulatedH200(), 0);
        const auto context = combined(device, {32})[0];
        std::counting_semaphore<> sampled(0);
        RunSet set(1, {[&](const Sample&) { sampled.release(); }, {}});
        set.start({{0, context, context->createStream(), "fma"}});
        for (int i = 0; i < 20; ++i)
            QVERIFY(sampled.try_acquire_for(std::chrono::seconds(60)));
        set.stopAll();
        const double rate = set.totals(0)->rate();
        // performance.jsonl: 15.489 TFLOP/s.
        QVERIFY2(qAbs(rate / 15.489 - 1) < 0.02, qPrintable(QString::number(rate)));
    }

    void everyWorkloadRuns() {
        const Device device(simulatedH200(), 0);
        const auto contexts = combined(device, {64, 32, 16});
        std::counting_semaphore<> sampled(0);
        std::atomic<int> failures = 0;
        RunSet set(
            3, {[&](const Sample&) { sampled.release(); },
                [&](int, const std::exception_ptr&) { ++failures; }});
        std::vector<RunTarget> targets;
        int partition = 0;
        for (const char* workload : {"fma", "copy", "fill"}) {
            const auto& context = contexts[static_cast<std::size_t>(partition)];
            targets.push_back({partition++, context, context->createStream(), workload});
        }
        set.start(targets);
        for (int i = 0; i < 20; ++i)
            QVERIFY(sampled.try_acquire_for(std::chrono::seconds(60)));
        set.stopAll();
        QCOMPARE(failures.load(), 0);
        for (int i = 0; i < 3; ++i)
            QVERIFY(set.totals(i).has_value());
    }
};

QTEST_GUILESS_MAIN(TestSimulatedRun)
#include "tst_simulated_run.moc"
