// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/context.h"
#include "core/cuda/embedded_kernels.h"
#include "core/cuda/errors.h"
#include "core/cuda/stream.h"
#include "core/model/input_error.h"
#include "core/probe/placement_probe.h"
#include "core/workload/catalogue.h"
#include "core/workload/run_set.h"
#include "tests/gpu/real_gpu.h"

#include <QTest>

#include <algorithm>
#include <mutex>
#include <set>
#include <thread>

using namespace parterre;

/// The catalogue's kernels running in partitions of the real GPU. Rates are bench_gpu's business.
class TestGpuWorkloads : public QObject {
    Q_OBJECT

    test::RealGpu m_gpu;
    std::mutex m_mutex;
    QStringList m_failures;
    std::map<int, std::vector<Sample>> m_samples;

    RunCallbacks callbacks() {
        return {
            [this](const Sample& sample) {
                const std::scoped_lock lock(m_mutex);
                m_samples[sample.partition].push_back(sample);
            },
            [this](int partition, const std::exception_ptr& error) {
                const std::scoped_lock lock(m_mutex);
                try {
                    std::rethrow_exception(error);
                } catch (const std::exception& e) {
                    m_failures << QString("partition %1: %2").arg(partition).arg(e.what());
                }
            }};
    }

    /// Until each of the first so many partitions has two samples, or one failed. Gives up after a
    /// minute: under a sanitizer a sample takes seconds.
    void waitForSamples(int partitions) {
        const auto isEnough = [&] {
            const std::scoped_lock lock(m_mutex);
            if (!m_failures.isEmpty())
                return true;
            for (int partition = 0; partition < partitions; ++partition)
                if (m_samples[partition].size() < 2)
                    return false;
            return true;
        };
        (void)QTest::qWaitFor(isEnough, 60'000);
    }

    std::vector<RunTarget> targets(const std::vector<std::string>& workloads) {
        const Device device = m_gpu.device();
        const SmSplit split =
            device.resources().sm().split({.count = std::vector<int>(workloads.size(), 8)});
        std::vector<RunTarget> made;
        for (std::size_t i = 0; i < workloads.size(); ++i) {
            const auto context = device.createContext({split.groups.at(i)});
            made.push_back({static_cast<int>(i), context, context->createStream(), workloads[i]});
        }
        return made;
    }

private slots:
    void initTestCase() {
        PARTERRE_NEEDS_GPU(m_gpu);
        try {
            loadEmbeddedKernels(m_gpu.device().primaryContext());
        } catch (const UnsupportedError& error) {
            QSKIP(error.what());
        }
    }

    void init() {
        m_failures.clear();
        m_samples.clear();
    }

    void kernelsDoNotSpill() {
        const auto library = loadEmbeddedKernels(m_gpu.device().primaryContext());
        for (const char* name :
             {"parterre_fma", "parterre_tensor", "parterre_divergent", "parterre_copy",
              "parterre_read", "parterre_l2", "parterre_fill", "parterre_cluster",
              "parterre_cooperative", "parterre_idle", "parterre_smid"}) {
            const Kernel kernel = library->kernel(name);
            qInfo(
                "%s: %d registers, machine code %d", name,
                kernel.attribute(abi::CU_FUNC_ATTRIBUTE_NUM_REGS),
                kernel.attribute(abi::CU_FUNC_ATTRIBUTE_BINARY_VERSION));
            QCOMPARE(kernel.attribute(abi::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES), 0);
        }
    }

    void eachRunsAlone_data() {
        QTest::addColumn<QString>("workload");
        for (const WorkloadInfo& info : Catalogue::all())
            QTest::newRow(info.name.c_str()) << QString::fromStdString(info.name);
    }
    void eachRunsAlone() {
        QFETCH(QString, workload);
        RunSet set(1, callbacks());
        try {
            set.start(targets({workload.toStdString()}));
        } catch (const UnsupportedError& error) {
            QSKIP(error.what());
        }
        for (const auto& [partition, remark] : set.remarks())
            qInfo("%s", remark.c_str());
        waitForSamples(1);
        set.stopAll();
        QVERIFY2(m_failures.isEmpty(), qPrintable(m_failures.join("; ")));
        QVERIFY(m_samples[0].size() > 1);
        QVERIFY(set.totals(0)->rate() > 0);
        qInfo(
            "%s: %zu samples, %g", qPrintable(workload), m_samples[0].size(),
            set.totals(0)->rate());
    }

    void blocksLogThemselves_data() { eachRunsAlone_data(); }
    void blocksLogThemselves() {
        QFETCH(QString, workload);
        std::vector<TimelineBatch> batches;
        RunCallbacks told = callbacks();
        told.timeline = [&](const TimelineBatch& batch) {
            const std::scoped_lock lock(m_mutex);
            batches.push_back(batch);
        };
        RunSet set(1, std::move(told));
        const auto target = targets({workload.toStdString()});
        const std::vector<int> smIds = observeSmIds(*target[0].context, *target[0].stream);
        try {
            set.start(
                target,
                TimelineOptions{std::chrono::milliseconds(20), std::chrono::milliseconds(40)});
        } catch (const UnsupportedError& error) {
            QSKIP(error.what());
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        set.stopAll();
        QVERIFY2(m_failures.isEmpty(), qPrintable(m_failures.join("; ")));
        QVERIFY(!batches.empty());
        std::set<int> seen;
        std::int64_t blocks = 0;
        std::int64_t dropped = 0;
        for (const TimelineBatch& batch : batches) {
            for (const BlockInterval& block : batch.blocks) {
                seen.insert(block.sm);
                QVERIFY(block.endNs >= block.startNs); // the timer's steps may hide a short one
            }
            blocks += static_cast<std::int64_t>(batch.blocks.size());
            dropped += batch.dropped;
        }
        qInfo(
            "%s: %zu batches, %lld blocks, %lld dropped", qPrintable(workload), batches.size(),
            static_cast<long long>(blocks), static_cast<long long>(dropped));
        for (const int sm : seen)
            QVERIFY(std::find(smIds.begin(), smIds.end(), sm) != smIds.end());
    }

    /// Each size either runs or is refused with the largest that would.
    void clustersOfEachSize_data() {
        QTest::addColumn<int>("size");
        for (const int size : {1, 2, 3, 4, 8, 16})
            QTest::addRow("%d", size) << size;
    }
    void clustersOfEachSize() {
        QFETCH(int, size);
        if (m_gpu.device().attribute(abi::CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH) == 0)
            QSKIP("no clusters");
        RunSet set(1, callbacks());
        auto target = targets({"cluster"});
        target[0].parameters["cluster_size"] = size;
        try {
            set.start(target);
        } catch (const InputError& error) {
            qInfo("%s", error.what());
            QCOMPARE(error.value(), std::to_string(size));
            QVERIFY(size > 8); // a partition of 8 co-scheduled SMs has room for 8
            return;
        }
        qInfo("%s", set.remarks().at(0).c_str());
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        set.stopAll();
        QVERIFY2(m_failures.isEmpty(), qPrintable(m_failures.join("; ")));
    }

    void allRunTogether() {
        RunSet set(3, callbacks());
        set.start(targets({"fma", "copy", "fill"}));
        waitForSamples(3);
        set.stop({1});
        QCOMPARE(set.running(), (std::vector<int>{0, 2}));
        set.stopAll();
        QVERIFY2(m_failures.isEmpty(), qPrintable(m_failures.join("; ")));
        for (int partition = 0; partition < 3; ++partition)
            QVERIFY(m_samples[partition].size() > 1);
    }

    void startsAndStopsAgainAndAgain() {
        RunSet set(2, callbacks());
        const auto both = targets({"fma", "fill"});
        for (int i = 0; i < 10; ++i) {
            set.start(both);
            if (i % 2 == 0)
                std::this_thread::sleep_for(std::chrono::milliseconds(50));
            set.stopAll();
        }
        QVERIFY2(m_failures.isEmpty(), qPrintable(m_failures.join("; ")));
    }
};

QTEST_GUILESS_MAIN(TestGpuWorkloads)
#include "tst_gpu_workloads.moc"
