// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/context.h"
#include "core/cuda/errors.h"
#include "core/cuda/sm_units.h"
#include "core/cuda/stream.h"
#include "core/driver/driver_versions.h"
#include "core/model/input_error.h"
#include "core/probe/placement_probe.h"
#include "tests/gpu/real_gpu.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace parterre;

/// The resource model on the real GPU: what tst_resource_queries, tst_sm_split and
/// tst_workqueue_resource show on simulated ones, as far as this GPU's driver goes.
class TestGpuResources : public QObject {
    Q_OBJECT

    test::RealGpu m_gpu;

    SmResource sms() const { return m_gpu.device().resources().sm(); }
    bool hasWorkqueues() const { return m_gpu.driver()->version() >= versionWithWorkqueues; }

    /// The parts of a split with the remainder, as contexts, each with where its kernels ran.
    struct Part {
        std::shared_ptr<Context> context;
        std::vector<int> observed;
    };
    std::vector<Part> apply(const SmSplit& split) {
        std::vector<SmResource> resources = split.groups;
        if (split.remainder)
            resources.push_back(*split.remainder);
        std::vector<Part> parts;
        for (const SmResource& resource : resources)
            parts.push_back({m_gpu.device().createContext({resource}), {}});
        for (Part& part : parts)
            part.observed = observeSmIds(*part.context, *part.context->createStream());
        return parts;
    }

    /// Each part runs on as many SMs as it was granted, and no two parts share one.
    void checkDisjoint(const SmSplit& split) {
        std::set<int> all;
        std::size_t sum = 0;
        for (const Part& part : apply(split)) {
            QCOMPARE(
                part.observed.size(),
                static_cast<std::size_t>(part.context->resources().sm().smCount()));
            all.insert(part.observed.begin(), part.observed.end());
            sum += part.observed.size();
        }
        QCOMPARE(all.size(), sum);
    }

private slots:
    void initTestCase() { PARTERRE_NEEDS_GPU(m_gpu); }

    void theDevicesSmsAreTold() {
        const SmResource sm = sms();
        QCOMPARE(
            static_cast<int>(sm.smCount()),
            m_gpu.device().attribute(abi::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT));
        QVERIFY(sm.minPartitionSize() >= 2U && sm.coscheduledAlignment() >= 2U);
        const int major =
            m_gpu.device().attribute(abi::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
        // What is published for drivers that don't tell is what this one tells.
        QCOMPARE(sm.minPartitionSize(), publishedGranularity(major).minimum);
        QCOMPARE(sm.coscheduledAlignment(), publishedGranularity(major).alignment);
    }

    void discoveryGivesAMultipleOfTheAlignment() {
        const unsigned count = sms().split().groups.at(0).smCount();
        QVERIFY(count >= sms().minPartitionSize());
        QCOMPARE(count % sms().coscheduledAlignment(), 0U);
    }

    void aDryRunTellsWhatTheSplitGives() {
        const auto unit = static_cast<int>(sms().minPartitionSize());
        const std::vector<SmSplitOptions> several{
            {.count = 2 * unit},
            {.count = {unit, unit}, .strategy = Strategy::byCount},
            {.count = {2 * unit, unit}},
            {.count = {2 * unit, unit}, .strategy = Strategy::combined},
            {.count = {6, 2, 4}, .ignoreCoscheduling = true}};
        for (const SmSplitOptions& options : several) {
            const SmSplit dry = sms().split(options, DryRun::yes);
            const SmSplit real = sms().split(options);
            QCOMPARE(dry.groups.size(), real.groups.size());
            for (std::size_t i = 0; i < real.groups.size(); ++i) {
                QCOMPARE(dry.groups[i].smCount(), real.groups[i].smCount());
                QVERIFY_EXCEPTION_THROWN(m_gpu.device().createContext({dry.groups[i]}), InputError);
            }
            QCOMPARE(dry.remainder.has_value(), real.remainder.has_value());
            if (real.remainder)
                QCOMPARE(dry.remainder->smCount(), real.remainder->smCount());
        }
    }

    void groupsOfOneSplitRunOnSmsOfTheirOwn_data() {
        QTest::addColumn<bool>("smallest");
        QTest::addColumn<int>("strategy");
        QTest::newRow("by count") << false << static_cast<int>(Strategy::byCount);
        QTest::newRow("combined") << false << static_cast<int>(Strategy::combined);
        QTest::newRow("smallest units") << true << static_cast<int>(Strategy::combined);
        QTest::newRow("structured") << false << static_cast<int>(Strategy::structured);
    }
    void groupsOfOneSplitRunOnSmsOfTheirOwn() {
        QFETCH(bool, smallest);
        QFETCH(int, strategy);
        SmSplitOptions options;
        options.strategy = static_cast<Strategy>(strategy);
        options.ignoreCoscheduling = smallest;
        const auto unit = static_cast<int>(smallest ? 2 : sms().minPartitionSize());
        options.count = {2 * unit, unit, unit};
        if (options.strategy == Strategy::byCount)
            options.count = {unit, unit, unit};
        if (options.strategy == Strategy::structured &&
            !m_gpu.driver()->has(DriverFunction::cuDevSmResourceSplit))
            QSKIP("structured splits need driver 13.1");
        checkDisjoint(sms().split(options));
    }

    void chosenUnitsAreTheGroups() {
        const SmSplitOptions options{.units = {{0, 5, 9}, {1}}, .ignoreCoscheduling = true};
        if (SmUnits(sms(), options).count() < 10)
            QSKIP("needs ten of the smallest units");
        const SmSplit split = sms().split(options);
        const std::vector<Part> parts = apply(split);
        QCOMPARE(parts[0].observed.size(), 3U * static_cast<std::size_t>(parts[1].observed.size()));
        if (m_gpu.isTheRecordedOne())
            QCOMPARE(parts[0].observed, (std::vector<int>{0, 1, 10, 11, 126, 127}));
    }

    void aSplitsResultIsSplitOnlyThroughAContext() {
        const auto unit = static_cast<int>(sms().minPartitionSize());
        const SmSplit split = sms().split({.count = 2 * unit});
        if (!split.remainder)
            QSKIP("needs more SMs");
        for (const SmResource& part : {split.groups[0], *split.remainder}) {
            QVERIFY_EXCEPTION_THROWN(part.split({.count = 2}), InputError);
            const auto context = m_gpu.device().createContext({part});
            const SmSplit nested =
                context->resources().sm().split({.count = {4, 2}, .ignoreCoscheduling = true});
            const std::vector<int> outer = observeSmIds(*context, *context->createStream());
            for (const Part& inner : apply(nested)) {
                QVERIFY(inner.observed.size() < outer.size());
                for (const int id : inner.observed)
                    QVERIFY(std::binary_search(outer.begin(), outer.end(), id));
            }
            checkDisjoint(nested);
        }
    }

    void aStreamsResourcesAreItsContexts() {
        const auto context = m_gpu.device().createContext(
            sms().split({.count = static_cast<int>(sms().minPartitionSize())}).groups);
        const auto stream = context->createStream();
        if (!m_gpu.driver()->has(DriverFunction::cuStreamGetDevResource)) {
            QVERIFY_EXCEPTION_THROWN(stream->resources(), UnsupportedError);
            return;
        }
        QCOMPARE(stream->resources().sm().describe(), context->resources().sm().describe());
        QCOMPARE(
            stream->resources().workqueue().describe(),
            context->resources().workqueue().describe());
    }

    void workqueuesAreConfigured() {
        if (!hasWorkqueues()) {
            QVERIFY_EXCEPTION_THROWN(m_gpu.device().resources().workqueue(), UnsupportedError);
            return;
        }
        WorkqueueResource workqueue = m_gpu.device().resources().workqueue();
        QVERIFY(workqueue.concurrencyLimit() >= 1);
        QCOMPARE(workqueue.deviceHandle(), m_gpu.device().handle());
        workqueue.configure({WorkqueueScope::greenContextBalanced, 2});
        const auto context = m_gpu.device().createContext(
            sms().split({.count = static_cast<int>(sms().minPartitionSize())}).groups, workqueue);
        QVERIFY(!observeSmIds(*context, *context->createStream()).empty());
    }
};

QTEST_GUILESS_MAIN(TestGpuResources)
#include "tst_gpu_resources.moc"
