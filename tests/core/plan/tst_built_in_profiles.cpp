// SPDX-License-Identifier: Apache-2.0
// Every built-in simulated GPU: counts, preview, apply, and a moment's run in virtual time.
#include "core/cuda/context.h"
#include "core/cuda/embedded_kernels.h"
#include "core/plan/applied_plan.h"
#include "core/simulator/simulated_driver.h"
#include "core/workload/catalogue.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace parterre;

namespace {

std::shared_ptr<SimulatedDriver> simulated(const std::string& id, int driverVersion = 0) {
    SimulationOptions options;
    options.driverVersion = driverVersion;
    options.hardwareConnections = 32;
    options.clock = std::make_shared<VirtualClock>();
    return std::make_shared<SimulatedDriver>(DeviceProfile::load(id), options);
}

/// The rate of one launch, in the workload's unit, by the GPU's clock.
double rateOf(const AppliedPlan::Partition& partition, const char* name) {
    const WorkloadPlace place{
        partition.context, partition.stream, loadEmbeddedKernels(partition.context)};
    const auto workload = Catalogue::make(name, place);
    Event start = partition.context->createEvent();
    Event end = partition.context->createEvent();
    partition.stream->synchronize();
    start.record(*partition.stream);
    workload->launch();
    end.record(*partition.stream);
    end.synchronize();
    return workload->workPerLaunch() / end.secondsSince(start);
}

bool isNear(double value, double expected, double tolerance) {
    return std::abs(value - expected) <= tolerance * expected;
}

} // namespace

class TestBuiltInProfiles : public QObject {
    Q_OBJECT

private slots:
    /// As published; what the figures are called in CUDA's table of split sizes is minimum and
    /// multiple.
    void counts_data() {
        QTest::addColumn<int>("major");
        QTest::addColumn<int>("minor");
        QTest::addColumn<int>("sms");
        QTest::addColumn<int>("minimum");
        QTest::addColumn<int>("multiple");
        QTest::addColumn<double>("teraflops"); // the published peak
        QTest::addColumn<double>("gigabytes"); // the published bandwidth
        QTest::newRow("h200") << 9 << 0 << 132 << 8 << 8 << 66.9 << 4800.0;
        QTest::newRow("h100-sxm") << 9 << 0 << 132 << 8 << 8 << 66.9 << 3350.0;
        QTest::newRow("h100-pcie") << 9 << 0 << 114 << 8 << 8 << 51.2 << 2000.0;
        QTest::newRow("a100") << 8 << 0 << 108 << 4 << 2 << 19.5 << 2039.0;
        QTest::newRow("b200") << 10 << 0 << 148 << 8 << 8 << 80.0 << 8000.0;
        QTest::newRow("l40s") << 8 << 9 << 142 << 4 << 2 << 91.6 << 864.0;
        QTest::newRow("l4") << 8 << 9 << 58 << 4 << 2 << 30.3 << 300.0;
        QTest::newRow("rtx-4090") << 8 << 9 << 128 << 4 << 2 << 82.6 << 1008.0;
        QTest::newRow("rtx-5090") << 12 << 0 << 170 << 8 << 8 << 104.8 << 1792.0;
        QTest::newRow("jetson-orin") << 8 << 7 << 16 << 4 << 2 << 5.3 << 204.8;
        QTest::newRow("v100") << 7 << 0 << 80 << 2 << 2 << 15.7 << 900.0;
    }
    void counts() {
        QFETCH(const int, sms);
        const DeviceProfile profile = DeviceProfile::load(QTest::currentDataTag());
        const Device device(simulated(profile.id, 13000), 0);
        const DeviceDescription description = device.describe();
        QTEST(description.computeMajor, "major");
        QTEST(description.computeMinor, "minor");
        QCOMPARE(description.smCount, sms);
        QCOMPARE(description.smResource->smCount, sms);
        QTEST(description.smResource->minPartitionSize, "minimum");
        QTEST(description.smResource->coscheduledAlignment, "multiple");

        QFETCH(const double, teraflops);
        QFETCH(const double, gigabytes);
        const double part = profile.rates.fp32FlopsPerSm * sms / 1e12 / teraflops;
        QVERIFY2(part > 0.9 && part <= 1, qPrintable(QString::number(part)));
        const double memory = profile.rates.memcpyBytesPerSecond / 1e9 / gigabytes;
        QVERIFY2(memory > 0.8 && memory <= 1, qPrintable(QString::number(memory)));
    }

    void noneIsLeftOut() {
        std::set<std::string> tested{"h200", "h100-sxm", "h100-pcie", "a100",        "b200", "l40s",
                                     "l4",   "rtx-4090", "rtx-5090",  "jetson-orin", "v100"};
        for (const std::string& id : DeviceProfile::builtIn())
            QVERIFY2(tested.erase(id) == 1, id.c_str());
        QVERIFY(tested.empty());
        QCOMPARE(DeviceProfile::builtIn().front(), std::string("h200"));
    }

    void splitsAppliesAndRuns_data() { counts_data(); }
    void splitsAppliesAndRuns() {
        QFETCH(const int, sms);
        QFETCH(const int, minimum);
        const DeviceProfile profile = DeviceProfile::load(QTest::currentDataTag());
        const auto driver = simulated(profile.id);
        const Device device(driver, 0);
        const PlanSurroundings surroundings{driver.get(), 32};
        const int half = sms / 2 / minimum * minimum;
        const PartitionPlan plan = planOfCounts("sim:" + profile.id, {half, minimum - 1});

        const Preview preview = previewPlan(device, plan, surroundings);
        QVERIFY2(
            std::none_of(
                preview.diagnostics.begin(), preview.diagnostics.end(),
                [](const Diagnostic& d) { return d.severity == Severity::error; }),
            preview.diagnostics.empty() ? "" : preview.diagnostics.front().message.c_str());
        QCOMPARE(preview.groups.size(), std::size_t{2});
        QCOMPARE(preview.groups[0].smCount, half);
        QVERIFY(preview.groups[1].smCount >= minimum - 1);

        const std::size_t before = device.primaryContext()->memory().free;
        {
            const auto applied = applyPlan(device, plan, surroundings);
            std::set<int> seen;
            std::size_t sum = 0;
            for (std::size_t i = 0; i < 2; ++i) {
                const PartitionReport& report = applied->partitions()[i].report;
                QCOMPARE(report.observedSmIds, preview.groups[i].smIds.value());
                seen.insert(report.observedSmIds.begin(), report.observedSmIds.end());
                sum += report.observedSmIds.size();
            }
            QCOMPARE(seen.size(), sum); // disjoint
            const auto& partition = applied->partitions()[0];
            QVERIFY(
                isNear(rateOf(partition, "fma"), half * profile.rates.fp32FlopsPerSm / 1e12, 0.01));
            const double copies = rateOf(partition, "copy");
            QVERIFY(copies > 0.5 * profile.rates.memoryBytesPerSecond / 1e9);
            QVERIFY(copies <= profile.rates.memoryBytesPerSecond / 1e9);
            QVERIFY(rateOf(partition, "fill") > 0);
        }
        QCOMPARE(device.primaryContext()->memory().free, before);
    }
};

QTEST_GUILESS_MAIN(TestBuiltInProfiles)
#include "tst_built_in_profiles.moc"
