// SPDX-License-Identifier: Apache-2.0
// The SM timeline and latencies, from the runs on a simulated H200 in virtual time.
#include "core/cuda/context.h"
#include "core/cuda/errors.h"
#include "core/simulator/simulated_driver.h"
#include "core/workload/run_set.h"
#include "tests/support/faulty_driver.h"

#include <QTest>

#include <condition_variable>
#include <set>

using namespace parterre;

namespace {

std::shared_ptr<Driver> simulatedH200() {
    SimulationOptions options;
    options.clock = std::make_shared<VirtualClock>();
    return std::make_shared<SimulatedDriver>(DeviceProfile::load("h200"), options);
}

std::vector<RunTarget>
targetsOn(const std::shared_ptr<Driver>& driver, const std::vector<std::string>& workloads) {
    const Device device(driver, 0);
    const auto groups =
        device.resources().sm().split({.count = std::vector<int>(workloads.size(), 16)}).groups;
    std::vector<RunTarget> targets;
    for (std::size_t i = 0; i < workloads.size(); ++i) {
        const auto context = device.createContext({groups[i]});
        targets.push_back({static_cast<int>(i), context, context->createStream(), workloads[i]});
    }
    return targets;
}

/// What the runs told.
class Listener {
public:
    RunCallbacks callbacks() {
        RunCallbacks callbacks;
        callbacks.sample = [this](const Sample& sample) {
            change([&] { m_samples[sample.partition].push_back(sample); });
        };
        callbacks.failed = [this](int partition, const std::exception_ptr&) {
            change([&] { m_failed.insert(partition); });
        };
        callbacks.timeline = [this](const TimelineBatch& batch) {
            change([&] { m_batches[batch.partition].push_back(batch); });
        };
        return callbacks;
    }

    std::vector<TimelineBatch> waitForBatches(int partition, std::size_t count) {
        return waitFor(m_batches[partition], count);
    }
    std::vector<Sample> waitForSamples(int partition, std::size_t count) {
        return waitFor(m_samples[partition], count);
    }
    bool hasFailed() {
        const std::scoped_lock lock(m_mutex);
        return !m_failed.empty();
    }
    std::size_t batches() {
        const std::scoped_lock lock(m_mutex);
        std::size_t count = 0;
        for (const auto& [partition, batches] : m_batches)
            count += batches.size();
        return count;
    }

private:
    template <typename Change>
    void change(const Change& change) {
        const std::scoped_lock lock(m_mutex);
        change();
        m_changed.notify_all();
    }
    template <typename Item>
    std::vector<Item> waitFor(const std::vector<Item>& items, std::size_t count) {
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, std::chrono::seconds(60), [&] {
            return items.size() >= count || !m_failed.empty();
        });
        return items;
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::map<int, std::vector<TimelineBatch>> m_batches;
    std::map<int, std::vector<Sample>> m_samples;
    std::set<int> m_failed;
};

/// Everything, not only windows.
TimelineOptions always() {
    return {std::chrono::milliseconds(100), std::chrono::milliseconds(100)};
}

std::set<int> smIdsOf(Driver& driver, const Context& context) {
    abi::CUdevResource resource{};
    driver.cuGreenCtxGetDevResource(context.greenHandle(), &resource, abi::CU_DEV_RESOURCE_TYPE_SM);
    const auto ids = dynamic_cast<SimulatedDriver&>(driver).smIdsOf(resource).value();
    return {ids.begin(), ids.end()};
}

} // namespace

class TestTimeline : public QObject {
    Q_OBJECT

private slots:
    void tellsWhereAndWhenBlocksRan_data() {
        QTest::addColumn<QString>("workload");
        for (const char* name :
             {"fma", "tensor", "divergent", "copy", "read", "l2", "fill", "cluster", "cooperative",
              "custom", "idle", "latency"})
            QTest::newRow(name) << name;
    }
    void tellsWhereAndWhenBlocksRan() {
        QFETCH(QString, workload);
        const auto driver = simulatedH200();
        Listener listener;
        RunSet set(2, listener.callbacks());
        const auto targets = targetsOn(driver, {workload.toStdString(), "fma"});
        set.start(targets, always());
        std::vector<std::vector<TimelineBatch>> batches;
        for (const int partition : {0, 1})
            batches.push_back(listener.waitForBatches(partition, 5));
        set.stopAll();
        QVERIFY(!listener.hasFailed());
        for (const std::size_t partition : {std::size_t{0}, std::size_t{1}}) {
            const std::set<int> sms = smIdsOf(*driver, *targets[partition].context);
            QCOMPARE(sms.size(), 16U);
            std::set<int> seen;
            std::int64_t latest = 0;
            for (const TimelineBatch& batch : batches[partition]) {
                QCOMPARE(batch.partition, static_cast<int>(partition));
                QVERIFY(!batch.blocks.empty());
                const std::int64_t first = batch.blocks.front().startNs;
                QVERIFY(first >= latest); // batches of a stream do not overlap
                for (const BlockInterval& block : batch.blocks) {
                    QVERIFY(sms.contains(block.sm));
                    QVERIFY(block.startNs >= first && block.endNs > block.startNs);
                    seen.insert(block.sm);
                    latest = std::max(latest, block.endNs);
                }
            }
            QCOMPARE(seen, sms);
        }
    }

    /// A launch of `fma` has 8 blocks on each SM, all of them for its whole time.
    void blocksTakeAsLongAsTheirLaunch() {
        Listener listener;
        RunSet set(1, listener.callbacks());
        set.start(targetsOn(simulatedH200(), {"fma"}), always());
        const TimelineBatch batch = listener.waitForBatches(0, 3)[2];
        set.stopAll();
        QCOMPARE(batch.dropped, 0);
        QCOMPARE(batch.blocks.size() % 128, 0U);
        // 2048 threads, 512 iterations of 1024 operations at 0.4842 TFLOP/s.
        const double expected = 2048.0 * 512 * 1024 / 0.4842e12 * 1e9;
        for (const BlockInterval& block : batch.blocks) {
            const auto took = static_cast<double>(block.endNs - block.startNs);
            QVERIFY2(qAbs(took / expected - 1) < 0.01, qPrintable(QString::number(took)));
        }
    }

    /// `copy` has 62 blocks for each SM in each of many launches.
    void whatHasNoRoomIsCounted() {
        Listener listener;
        RunSet set(1, listener.callbacks());
        set.start(targetsOn(simulatedH200(), {"copy"}), always());
        const TimelineBatch batch = listener.waitForBatches(0, 3)[2];
        set.stopAll();
        QCOMPARE(batch.blocks.size(), 16U * 128);
        QVERIFY(batch.dropped > 0);
        QCOMPARE((batch.dropped + static_cast<std::int64_t>(batch.blocks.size())) % (16 * 62), 0);
    }

    void withoutItNothingIsRecorded() {
        Listener listener;
        RunSet set(1, listener.callbacks());
        auto targets = targetsOn(simulatedH200(), {"fma"});
        set.start(targets);
        listener.waitForSamples(0, 3);
        QCOMPARE(listener.batches(), 0U);
        // Nor does a run inherit it from the one before.
        set.start(targets, always());
        listener.waitForBatches(0, 1);
        set.stopAll();
        const std::size_t until = listener.batches();
        set.start(targets);
        listener.waitForSamples(0, 8);
        set.stopAll();
        QCOMPARE(listener.batches(), until);
    }

    /// By the model both are the same: the blocks' second form costs nothing there. On a real GPU
    /// bench_gpu tells.
    void doesNotChangeWhatIsMeasured() {
        const auto rate = [](const std::optional<TimelineOptions>& timeline) {
            Listener listener;
            RunSet set(1, listener.callbacks());
            set.start(targetsOn(simulatedH200(), {"fma"}), timeline);
            listener.waitForSamples(0, 10);
            set.stopAll();
            return set.totals(0)->rate();
        };
        QVERIFY(qAbs(rate(always()) / rate({}) - 1) < 0.02);
    }

    /// performance.jsonl, `iso`: alone in 16 SMs a small kernel takes 25.3 µs, one in 100 66.7.
    void latenciesAreTheRecordedOnes() {
        Listener listener;
        RunSet set(1, listener.callbacks());
        set.start(targetsOn(simulatedH200(), {"latency"}));
        listener.waitForSamples(0, 20);
        set.stopAll();
        const RunTotals totals = *set.totals(0);
        const LatencyHistogram& latencies = totals.latencies();
        QVERIFY(latencies.count() > 1000);
        QCOMPARE(totals.rate(), latencies.quantile(0.5));
        QVERIFY2(
            qAbs(latencies.quantile(0.5) / 25.3 - 1) < 0.05,
            qPrintable(QString::number(latencies.quantile(0.5))));
        QVERIFY2(
            qAbs(latencies.quantile(0.99) / 66.7 - 1) < 0.25,
            qPrintable(QString::number(latencies.quantile(0.99))));
        QVERIFY(latencies.largest() > latencies.quantile(0.99));
        for (const Sample& sample : listener.waitForSamples(0, 1)) {
            // One launch in 300 µs for a thirtieth of a second.
            QVERIFY(sample.latencies.size() > 90 && sample.latencies.size() < 120);
            QVERIFY(qAbs(sample.rate / 25.3 - 1) < 0.2);
        }
    }

    /// Whatever call fails: someone is told, and nothing is left behind.
    void faultsAreToldAndCleanedUp() {
        int k = 1;
        for (bool all = false; !all; k += k < 120 ? 1 : 5) {
            const auto faulty = std::make_shared<test::FaultyDriver>(simulatedH200());
            Listener listener;
            bool thrown = false;
            {
                const auto targets = targetsOn(faulty, {"fma", "latency", "read"});
                RunSet set(3, listener.callbacks());
                faulty->failCall(k, abi::CUDA_ERROR_OUT_OF_MEMORY, [](DriverFunction function) {
                    return !test::isRelease(function) &&
                           function != DriverFunction::cuCtxPopCurrent;
                });
                try {
                    set.start(targets, always());
                } catch (const CudaError& error) {
                    thrown = true;
                    QCOMPARE(error.result(), abi::CUDA_ERROR_OUT_OF_MEMORY);
                    QVERIFY(set.running().empty());
                }
                if (!thrown)
                    for (const int partition : {0, 1, 2})
                        listener.waitForBatches(partition, 2);
            }
            const std::string where = "call " + std::to_string(k);
            if (faulty->calls() >= k)
                QVERIFY2(thrown || listener.hasFailed(), where.c_str());
            all = !thrown && k > 300;
            faulty->failCall(0);
            std::size_t free = 0;
            std::size_t total = 0;
            const auto context = Device(faulty, 0).primaryContext();
            free = context->memory().free;
            total = context->memory().total;
            QVERIFY2(free == total, where.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(TestTimeline)
#include "tst_timeline.moc"
