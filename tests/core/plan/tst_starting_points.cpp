// SPDX-License-Identifier: Apache-2.0
// The library of starting points on every built-in GPU, against what its driver grants.
#include "core/engine/device_registry.h"
#include "core/model/starting_points.h"
#include "tests/core/plan/simulated_h200.h"

#include <QTest>

#include <algorithm>
#include <numeric>
#include <set>

using namespace parterre;

namespace {

const StartingPoint& pointOf(const std::vector<StartingPoint>& points, const std::string& id) {
    const auto found = std::find_if(
        points.begin(), points.end(), [&](const StartingPoint& one) { return one.id == id; });
    Q_ASSERT(found != points.end());
    return *found;
}

std::string codesOf(const Preview& preview) {
    std::string codes;
    for (const Diagnostic& one : preview.diagnostics)
        codes += one.code + ": " + one.message + '\n';
    return codes;
}

/// Where the simulation deals the SMs of a unit to two GPCs, as it may where there are no clusters.
bool hasUnitsAcrossGpcs(const QString& id) {
    return id.startsWith("sim:a100") || id.startsWith("sim:rtx-4090");
}

/// What a starting point may come with: more partitions than connections, and no clusters where the
/// smallest units are its very point.
bool mayBeSaid(const Diagnostic& diagnostic) {
    return diagnostic.severity == Severity::info || diagnostic.code == "too_many_partitions";
}

} // namespace

class TestStartingPoints : public QObject {
    Q_OBJECT
private slots:
    void areGrantedExactly_data();
    void areGrantedExactly();
    void areWhatTheySay_data() { areGrantedExactly_data(); }
    void areWhatTheySay();
    void onTheH200();
    void sayWhyNot_data();
    void sayWhyNot();

private:
    DeviceRegistry m_registry{32, "no-such-libcuda"};
};

void TestStartingPoints::areGrantedExactly_data() {
    QTest::addColumn<QString>("id");
    for (const std::string& id : DeviceRegistry::builtInIds())
        for (const char* driver : {"@12.4", "@13.0", ""}) {
            const QString device = QString::fromStdString(id) + QLatin1String(driver);
            QTest::newRow(qPrintable(device)) << device;
        }
}

void TestStartingPoints::areGrantedExactly() {
    QFETCH(const QString, id);
    const OpenDevice device = m_registry.open(id.toStdString());
    const std::vector<StartingPoint> points = startingPoints(device.describe());
    QCOMPARE(points.size(), std::size_t{7});
    std::set<std::string> ids;
    for (const StartingPoint& point : points) {
        QVERIFY(ids.insert(point.id).second);
        QVERIFY(!point.title.empty() && point.purpose.ends_with('.'));
        QCOMPARE(point.plan.device, device.id);
        if (point.id == "one_per_gpc" && hasUnitsAcrossGpcs(id)) {
            QVERIFY2(
                QString::fromStdString(point.whyNot).contains("within a single GPC"),
                point.whyNot.c_str());
            QVERIFY(point.plan.groups.empty());
            continue;
        }
        QVERIFY2(point.whyNot.empty(), point.whyNot.c_str()); // the built-in GPUs can do all
        validate(point.plan);
        const Preview preview = previewPlan(device.device, point.plan, device.surroundings);
        const std::string context = point.id + ": " + codesOf(preview);
        QVERIFY2(!preview.hasErrors(), context.c_str());
        QVERIFY2(
            std::all_of(preview.diagnostics.begin(), preview.diagnostics.end(), mayBeSaid),
            context.c_str());
        QVERIFY2(preview.groups.size() == point.plan.groups.size(), context.c_str());
        for (const PreviewGroup& group : preview.groups)
            QVERIFY2(group.smCount == group.requestedSmCount, context.c_str());
    }
}

void TestStartingPoints::areWhatTheySay() {
    QFETCH(const QString, id);
    const OpenDevice device = m_registry.open(id.toStdString());
    const DeviceDescription description = device.describe();
    const std::vector<StartingPoint> points = startingPoints(description);
    const auto previewOf = [&](const char* point) {
        return previewPlan(device.device, pointOf(points, point).plan, device.surroundings);
    };
    const int unit = description.smResource->coscheduledAlignment;
    for (const auto& [point, parts] : {std::pair("halves", 2), std::pair("quarters", 4)}) {
        const Preview preview = previewOf(point);
        QCOMPARE(preview.groups.size(), static_cast<std::size_t>(parts));
        // Nobody could have a unit more.
        QVERIFY(preview.remainder.smCount < parts * unit);
    }
    const Preview smallAndRest = previewOf("small_and_rest");
    QCOMPARE(smallAndRest.groups.size(), std::size_t{1});
    QCOMPARE(smallAndRest.groups[0].smCount + smallAndRest.remainder.smCount, description.smCount);
    QVERIFY(smallAndRest.groups[0].smCount * 4 <= description.smCount);

    const PartitionPlan& prefill = pointOf(points, "prefill_decode").plan;
    QVERIFY(prefill.groups[0].smCount > prefill.groups[1].smCount);

    const Preview smallest = previewOf("smallest_units");
    QCOMPARE(smallest.remainder.smCount, description.smCount % smallest.groups[0].smCount);

    std::set<std::size_t> taken;
    for (const PreviewGroup& group : previewOf("one_per_gpc").groups) {
        std::set<std::size_t> gpcs;
        for (std::size_t gpc = 0; gpc < description.gpcs.size(); ++gpc)
            for (const std::vector<int>& tpc : description.gpcs[gpc])
                for (const int sm : tpc)
                    if (std::count(group.smIds->begin(), group.smIds->end(), sm) > 0)
                        gpcs.insert(gpc);
        QCOMPARE(gpcs.size(), std::size_t{1});
        QVERIFY(taken.insert(*gpcs.begin()).second);
    }
    QVERIFY(taken.size() >= 2 || hasUnitsAcrossGpcs(id));
}

void TestStartingPoints::onTheH200() {
    const DeviceDescription device = m_registry.open("sim:h200@13.0").describe();
    const std::vector<StartingPoint> points = startingPoints(device);
    const auto countsOf = [&](const char* id) {
        std::vector<int> counts;
        for (const PlanGroup& group : pointOf(points, id).plan.groups)
            counts.push_back(group.smCount);
        return counts;
    };
    QCOMPARE(countsOf("compute_and_memory"), (std::vector<int>{64, 32}));
    QCOMPARE(countsOf("halves"), (std::vector<int>{64, 64}));
    QCOMPARE(countsOf("quarters"), (std::vector<int>{32, 32, 32, 32}));
    QCOMPARE(countsOf("small_and_rest"), (std::vector<int>{16}));
    QCOMPARE(countsOf("prefill_decode"), (std::vector<int>{88, 32}));
    QCOMPARE(countsOf("one_per_gpc"), (std::vector<int>{8, 16, 16, 16, 16, 16, 16, 16}));
    QCOMPARE(countsOf("smallest_units"), std::vector<int>(66, 2));
    QCOMPARE(firstPlan(device), pointOf(points, "compute_and_memory").plan);
}

void TestStartingPoints::sayWhyNot_data() {
    QTest::addColumn<int>("sms");
    QTest::addColumn<bool>("knowsWhere");
    QTest::addColumn<bool>("greenContexts");
    QTest::addColumn<QString>("point");
    QTest::addColumn<QString>("words");
    QTest::newRow("no green contexts") << 132 << true << false << "halves"
                                       << "Green contexts need driver 12.4.";
    QTest::newRow("one unit") << 8 << true << true << "halves"
                              << "8 SMs and a partition at least 8";
    QTest::newRow("two units") << 16 << true << true << "quarters"
                               << "too few for 4 partitions";
    QTest::newRow("no rest") << 8 << true << true << "small_and_rest"
                             << "too few for 2 partitions";
    QTest::newRow("no decode") << 8 << true << true << "prefill_decode"
                               << "too few for 2 partitions";
    QTest::newRow("not probed") << 132 << false << true << "one_per_gpc"
                                << "\"Find the SMs\"";
}

void TestStartingPoints::sayWhyNot() {
    QFETCH(const int, sms);
    QFETCH(const bool, knowsWhere);
    QFETCH(const bool, greenContexts);
    QFETCH(const QString, point);
    QFETCH(const QString, words);
    DeviceDescription device = m_registry.open("sim:h200").describe();
    device.smCount = sms;
    device.smResource->smCount = sms;
    if (sms < 132)
        for (SplitUnits& units : device.units) {
            units.smCounts.resize(static_cast<std::size_t>(sms / units.smCounts.front()));
            units.smIds->resize(units.smCounts.size());
        }
    if (!knowsWhere) {
        device.gpcs.clear();
        for (SplitUnits& units : device.units)
            units.smIds.reset();
    }
    if (!greenContexts)
        device.capabilities = {
            {"green_contexts", "green contexts", false, "Green contexts need driver 12.4"}};
    const std::vector<StartingPoint> points = startingPoints(device);
    const StartingPoint& found = pointOf(points, point.toStdString());
    QVERIFY2(QString::fromStdString(found.whyNot).contains(words), found.whyNot.c_str());
    QVERIFY(found.plan.groups.empty());
    QCOMPARE(found.plan.device, device.id);
    if (!greenContexts)
        QVERIFY(std::none_of(points.begin(), points.end(), [](const StartingPoint& one) {
            return one.whyNot.empty();
        }));
}

QTEST_GUILESS_MAIN(TestStartingPoints)
#include "tst_starting_points.moc"
