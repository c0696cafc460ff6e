// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/context.h"
#include "core/cuda/errors.h"
#include "core/cuda/stream.h"
#include "core/model/input_error.h"
#include "core/workload/run_set.h"
#include "core/workload/verification_error.h"
#include "tests/support/fake_driver.h"
#include "tests/support/faulty_driver.h"

#include <QTest>

#include <condition_variable>

using namespace parterre;
using parterre::test::FakeDriver;
using parterre::test::FaultyDriver;

namespace {

/// What runs told, and waiting for them to tell it.
class Listener {
public:
    RunCallbacks callbacks() {
        return {
            [this](const Sample& sample) {
                const std::scoped_lock lock(m_mutex);
                m_samples[sample.partition].push_back(sample);
                m_changed.notify_all();
            },
            [this](int partition, const std::exception_ptr& error) {
                const std::scoped_lock lock(m_mutex);
                m_failures[partition] = error;
                m_changed.notify_all();
            }};
    }

    std::vector<Sample> waitForSamples(int partition, std::size_t count) {
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, std::chrono::seconds(60), [&] {
            return m_samples[partition].size() >= count || !m_failures.empty();
        });
        return m_samples[partition];
    }

    std::exception_ptr waitForFailure(int partition) {
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(
            lock, std::chrono::seconds(60), [&] { return m_failures.contains(partition); });
        return m_failures[partition];
    }

    bool anyFailure() {
        const std::scoped_lock lock(m_mutex);
        return !m_failures.empty();
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::map<int, std::vector<Sample>> m_samples;
    std::map<int, std::exception_ptr> m_failures;
};

std::vector<RunTarget>
targetsOn(const std::shared_ptr<Driver>& driver, const std::vector<std::string>& workloads) {
    const Device device(driver, 0);
    const auto groups =
        device.resources().sm().split({.count = std::vector<int>(workloads.size(), 8)}).groups;
    std::vector<RunTarget> targets;
    for (std::size_t i = 0; i < workloads.size(); ++i) {
        const auto context = device.createContext({groups[i]});
        targets.push_back({static_cast<int>(i), context, context->createStream(), workloads[i]});
    }
    return targets;
}

} // namespace

class TestRunSet : public QObject {
    Q_OBJECT

private slots:
    void runsAndMeasures() {
        const auto fake = std::make_shared<FakeDriver>();
        Listener listener;
        {
            RunSet set(3, listener.callbacks());
            set.start(targetsOn(fake, {"fma", "copy", "fill"}));
            QCOMPARE(set.running(), (std::vector<int>{0, 1, 2}));
            for (int partition = 0; partition < 3; ++partition) {
                const auto samples = listener.waitForSamples(partition, 5);
                QVERIFY(!listener.anyFailure());
                double time = 0;
                for (const Sample& sample : samples) {
                    QVERIFY(sample.time > time);
                    time = sample.time;
                    QVERIFY(sample.duration > 0.02);
                    QVERIFY(sample.rate > 0);
                }
            }
            set.stop({1});
            QCOMPARE(set.running(), (std::vector<int>{0, 2}));
            set.stop({1, 17});
            set.stopAll();
            QVERIFY(set.running().empty());
            QVERIFY(set.totals(0)->samples() >= 5);
            QVERIFY(set.totals(0)->rate() > 0);
            QVERIFY(!set.totals(17));
        }
        QVERIFY(!listener.anyFailure());
        QCOMPARE(fake->liveObjects(), 0);
        QVERIFY(fake->misuses().empty());
    }

    void measuresAloneWhatALaunchTakes() {
        // By the fake's clock a launch takes 1 ms: 8 SMs x 2048 threads x 512 x 1024 operations.
        Listener listener;
        RunSet set(1, listener.callbacks());
        set.start(targetsOn(std::make_shared<FakeDriver>(), {"fma"}));
        const Sample sample = listener.waitForSamples(0, 3).back();
        const double expected = 8.0 * 2048 * 512 * 1024 * 1e-12 / 1e-3;
        QVERIFY(qAbs(sample.rate / expected - 1) < 1e-4);
        // Two batches of 17 launches.
        QVERIFY(qAbs(sample.duration - 0.034) < 1e-4);
    }

    void aRestartBeginsAnew() {
        const auto fake = std::make_shared<FakeDriver>();
        Listener listener;
        RunSet set(1, listener.callbacks());
        auto targets = targetsOn(fake, {"fma"});
        set.start(targets);
        listener.waitForSamples(0, 3);
        targets[0].workload = "copy";
        set.start(targets); // without a stop
        QCOMPARE(set.running(), std::vector<int>{0});
        listener.waitForSamples(0, 8);
        set.stopAll();
        QVERIFY(fake->launchesOf("parterre_copy") > 0);
    }

    void aWrongValueEndsTheRun() {
        const auto fake = std::make_shared<FakeDriver>();
        std::atomic<int> launches = 0;
        fake->afterLaunch([&](const std::string&, void** arguments) {
            if (++launches < 50)
                return;
            auto* words =
                reinterpret_cast<std::uint32_t*>(*static_cast<abi::CUdeviceptr*>(arguments[0]));
            const auto vectors = *static_cast<unsigned long long*>(arguments[1]);
            std::fill_n(words, vectors * 4, 0xbadU);
        });
        Listener listener;
        RunSet set(1, listener.callbacks());
        set.start(targetsOn(fake, {"fill"}));
        const std::exception_ptr error = listener.waitForFailure(0);
        QVERIFY(error);
        QVERIFY_EXCEPTION_THROWN(std::rethrow_exception(error), VerificationError);
        QVERIFY(set.running().empty());
    }

    void aWrongNameStartsNothing() {
        const auto fake = std::make_shared<FakeDriver>();
        Listener listener;
        RunSet set(2, listener.callbacks());
        QVERIFY_EXCEPTION_THROWN(set.start(targetsOn(fake, {"fma", "nothing"})), InputError);
        QVERIFY(set.running().empty());
        QCOMPARE(fake->launchesOf("parterre_fma"), 0);
    }

    /// Whatever call fails: someone is told, and nothing is left behind.
    void faultsAreToldAndCleanedUp() {
        for (int k = 1; k < 260; k += k < 150 ? 1 : 7) {
            const auto fake = std::make_shared<FakeDriver>();
            const auto faulty = std::make_shared<FaultyDriver>(fake);
            Listener listener;
            bool thrown = false;
            {
                const auto targets = targetsOn(faulty, {"fma", "fill"});
                RunSet set(2, listener.callbacks());
                faulty->failCall(k, abi::CUDA_ERROR_LAUNCH_FAILED, [](DriverFunction function) {
                    // The guards' own calls are tst_faults' business.
                    return !test::isRelease(function) &&
                           function != DriverFunction::cuCtxPopCurrent;
                });
                try {
                    set.start(targets);
                } catch (const CudaError& error) {
                    thrown = true;
                    QCOMPARE(error.result(), abi::CUDA_ERROR_LAUNCH_FAILED);
                    QVERIFY(set.running().empty());
                }
                if (!thrown) {
                    listener.waitForSamples(0, 2);
                    listener.waitForSamples(1, 2);
                }
            }
            const std::string where = "call " + std::to_string(k);
            QVERIFY2(fake->liveObjects() == 0, where.c_str());
            const auto misuses = fake->misuses();
            QVERIFY2(misuses.empty(), (where + ": " + (misuses.empty() ? "" : misuses[0])).c_str());
            if (faulty->calls() >= k)
                QVERIFY2(thrown || listener.anyFailure(), where.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(TestRunSet)
#include "tst_run_set.moc"
