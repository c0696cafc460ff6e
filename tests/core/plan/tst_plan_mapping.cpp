// SPDX-License-Identifier: Apache-2.0
// Plans made for one GPU on another, against what that one's driver grants.
#include "core/engine/device_registry.h"
#include "core/model/plan_mapping.h"
#include "tests/core/plan/simulated_h200.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace parterre;

namespace {

PartitionPlan madeOn(const DeviceDescription& device, const std::vector<int>& counts) {
    PartitionPlan plan = planOfCounts(device.id, counts);
    plan.madeFor = PlanOrigin{device.name, device.smCount};
    return plan;
}

std::vector<int> countsOf(const PartitionPlan& plan) {
    std::vector<int> counts;
    for (const PlanGroup& group : plan.groups)
        counts.push_back(group.smCount);
    return counts;
}

QString joined(const std::vector<std::string>& lines) {
    QStringList all;
    for (const std::string& line : lines)
        all << QString::fromStdString(line);
    return all.join(QLatin1Char('\n'));
}

} // namespace

class TestPlanMapping : public QObject {
    Q_OBJECT
private slots:
    void keepsShares_data();
    void keepsShares();
    void isGrantedOnEveryGpu_data();
    void isGrantedOnEveryGpu();
    void theSameGpuTakesItAsItIs();
    void withoutAnOriginWhatFitsStays();
    void dropsWhatTheDriverLacks();
    void whatIsSplitAgainKeepsItsShares();

private:
    DeviceDescription describe(const std::string& id) { return m_registry.open(id).describe(); }
    DeviceRegistry m_registry{32, "no-such-libcuda"};
};

void TestPlanMapping::whatIsSplitAgainKeepsItsShares() {
    const DeviceDescription h200 = describe("sim:h200");
    PartitionPlan plan = madeOn(h200, {64, 32});
    PlanSplit within = planOfCounts("", {32, 16});
    within.groups[0].units = {1};
    within.groups[1].split = planOfCounts("", {8});
    plan.groups[0].split = within;
    const PlanMapping mapped = mapPlan(plan, describe("sim:l4"));
    QCOMPARE(countsOf(mapped.plan), (std::vector<int>{28, 16}));
    const PlanSplit& split = mapped.plan.groups[0].split.value();
    QCOMPARE(split.groups.size(), std::size_t{2});
    QCOMPARE(split.groups[0].smCount, 12); // 14 of 28, in fours
    QVERIFY(split.groups[0].units.empty());
    QCOMPARE(split.groups[1].smCount, 4);
    QVERIFY(!split.groups[1].split); // 2 SMs are none of those
    QCOMPARE(
        joined(mapped.changes),
        QStringLiteral("A/A is painted no more: its units are other SMs on this GPU.\n"
                       "A: 64 → 28 SMs.\nA/A: 32 → 12 SMs.\nA/B: 16 → 4 SMs.\n"
                       "There is no room for A/B/A.\nB: 32 → 16 SMs."));
    validate(mapped.plan);
}

void TestPlanMapping::keepsShares_data() {
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QList<int>>("counts");
    QTest::addColumn<QList<int>>("mapped");
    QTest::addColumn<QString>("changes");
    QTest::newRow("to a smaller one") << "sim:h200"
                                      << "sim:l4" << QList<int>{64, 32} << QList<int>{28, 16}
                                      << "A: 64 → 28 SMs.\nB: 32 → 16 SMs.";
    QTest::newRow("to a larger one") << "sim:l4"
                                     << "sim:h200" << QList<int>{28, 16} << QList<int>{64, 40}
                                     << "A: 28 → 64 SMs.\nB: 16 → 40 SMs.";
    QTest::newRow("equal ones stay equal")
        << "sim:h200"
        << "sim:a100" << QList<int>{32, 32, 32, 32} << QList<int>{26, 26, 26, 26}
        << "A: 32 → 26 SMs.\nB: 32 → 26 SMs.\nC: 32 → 26 SMs.\nD: 32 → 26 SMs.";
    QTest::newRow("discovery stays")
        << "sim:h200"
        << "sim:l4" << QList<int>{64, 0} << QList<int>{28, 0} << "A: 64 → 28 SMs.";
    QTest::newRow("no room for all")
        << "sim:h200"
        << "sim:jetson-orin" << QList<int>{24, 24, 24, 24, 24} << QList<int>{4, 4, 4, 4}
        << "A: 24 → 4 SMs.\nB: 24 → 4 SMs.\nC: 24 → 4 SMs.\nD: 24 → 4 SMs.\nThere is no room for "
           "E.";
}

void TestPlanMapping::keepsShares() {
    QFETCH(const QString, from);
    QFETCH(const QString, to);
    QFETCH(const QList<int>, counts);
    QFETCH(const QList<int>, mapped);
    QFETCH(const QString, changes);
    const PartitionPlan plan = madeOn(describe(from.toStdString()), {counts.begin(), counts.end()});
    const PlanMapping result = mapPlan(plan, describe(to.toStdString()));
    QCOMPARE(countsOf(result.plan), std::vector<int>(mapped.begin(), mapped.end()));
    QCOMPARE(joined(result.changes), changes);
    QCOMPARE(result.plan.device, to.toStdString());
}

void TestPlanMapping::isGrantedOnEveryGpu_data() {
    QTest::addColumn<QString>("to");
    for (const std::string& id : DeviceRegistry::builtInIds())
        for (const char* driver : {"@13.0", ""})
            QTest::newRow(qPrintable(QString::fromStdString(id) + QLatin1String(driver)))
                << QString::fromStdString(id) + QLatin1String(driver);
}

/// Random plans of every other GPU: nothing is refused, rounded or left out without being told.
void TestPlanMapping::isGrantedOnEveryGpu() {
    QFETCH(const QString, to);
    const OpenDevice target = m_registry.open(to.toStdString());
    const DeviceDescription description = target.describe();
    std::mt19937 random(20261203); // NOLINT(cert-msc51-cpp): the same plans every time
    const auto upTo = [&](int most) {
        return static_cast<int>(random() % static_cast<unsigned>(most + 1));
    };
    for (const std::string& id : DeviceRegistry::builtInIds()) {
        const DeviceDescription source = describe(id);
        for (int round = 0; round < 12; ++round) {
            const bool equal = round % 2 == 0;
            const int parts = 1 + upTo(5);
            std::vector<int> counts;
            for (int part = 0; part < parts; ++part)
                counts.push_back(
                    equal && part > 0 ? counts[0] : 1 + upTo(source.smCount / parts - 1));
            PartitionPlan plan = madeOn(source, counts);
            plan.ignoreCoscheduling = round % 3 == 0;
            const PlanMapping mapped = mapPlan(plan, description);
            validate(mapped.plan);
            if (source.name == description.name)
                continue; // as it is
            const Preview preview = previewPlan(target.device, mapped.plan, target.surroundings);
            QString context = QString::fromStdString(id + Json(plan).dump() + Json(preview).dump());
            QVERIFY2(!preview.hasErrors(), qPrintable(context));
            QVERIFY2(preview.groups.size() == mapped.plan.groups.size(), qPrintable(context));
            for (const PreviewGroup& group : preview.groups)
                QVERIFY2(group.smCount == group.requestedSmCount, qPrintable(context));
            const auto left = static_cast<std::size_t>(std::count_if(
                mapped.changes.begin(), mapped.changes.end(),
                [](const std::string& change) { return change.starts_with("There is no room"); }));
            QCOMPARE(mapped.plan.groups.size() + left, plan.groups.size());
        }
    }
}

void TestPlanMapping::theSameGpuTakesItAsItIs() {
    PartitionPlan plan = madeOn(describe("sim:h200"), {60, 20});
    plan.device = "gpu:GPU-11111111-2222-3333-4444-555555555555";
    plan.strategy = Strategy::combined;
    plan.groups[0].units = {1, 2, 3};
    const PlanMapping mapped = mapPlan(plan, describe("sim:h200@13.0"));
    QVERIFY(mapped.changes.empty());
    plan.device = "sim:h200@13.0";
    QCOMPARE(mapped.plan, plan);
}

void TestPlanMapping::withoutAnOriginWhatFitsStays() {
    const DeviceDescription l4 = describe("sim:l4");
    QCOMPARE(countsOf(mapPlan(planOfCounts("gpu:7", {32, 16}), l4).plan), (std::vector{32, 16}));
    const PlanMapping scaled = mapPlan(planOfCounts("gpu:7", {64, 52}), l4);
    QCOMPARE(countsOf(scaled.plan), (std::vector{28, 28})); // a half each of 56 in units
    QCOMPARE(scaled.changes.size(), std::size_t{2});
}

void TestPlanMapping::dropsWhatTheDriverLacks() {
    PartitionPlan plan = madeOn(describe("sim:h200"), {64, 32});
    plan.strategy = Strategy::structured;
    plan.groups[0].coscheduledSmCount = 16;
    plan.groups[1].backfill = true;
    plan.groups[1].workqueue = WorkqueueDescription{8};
    plan.groups[1].workload = "copy";
    plan.partitionRemainder = true;
    const PlanMapping older = mapPlan(plan, describe("sim:b200@13.0"));
    QCOMPARE(older.plan.strategy, Strategy::automatic);
    QCOMPARE(older.plan.groups[0].coscheduledSmCount, 0);
    QVERIFY(!older.plan.groups[1].backfill && !older.plan.groups[1].workqueue);
    QCOMPARE(older.plan.groups[1].workload, std::string("copy"));
    QVERIFY(older.plan.partitionRemainder);
    const QString told = joined(older.changes);
    for (const char* words :
         {"strategy is automatic: ", "A loses its co-scheduled", "B loses its co-scheduled",
          "B loses its work-queue settings", "driver 13.1"})
        QVERIFY2(told.contains(QLatin1String(words)), qPrintable(told));

    const PlanMapping newer = mapPlan(plan, describe("sim:b200"));
    QCOMPARE(newer.plan.strategy, Strategy::structured);
    QVERIFY(newer.plan.groups[1].workqueue && newer.plan.groups[1].backfill);

    plan.strategy = Strategy::combined;
    plan.groups[0].units = {0, 1, 2, 3, 4, 5, 6, 7};
    const PlanMapping painted = mapPlan(plan, describe("sim:b200"));
    QVERIFY(painted.plan.groups[0].units.empty());
    QVERIFY(joined(painted.changes).contains(QLatin1String("A is painted no more")));
}

QTEST_GUILESS_MAIN(TestPlanMapping)
#include "tst_plan_mapping.moc"
