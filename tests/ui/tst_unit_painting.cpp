// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/grid_device.h"
#include "ui/map/unit_painting.h"
#include "ui/partition/plan_editor.h"

#include <QTest>

#include <numeric>

using namespace parterre;
using namespace parterre::ui;

using Counts = QList<int>;
using Lists = std::vector<std::vector<int>>;

namespace {

const DeviceDescription gpu = test::gridDevice(4, 8); // 64 SMs, 8 units of 8 and 32 of 2

const SplitUnits& unitsOf(int smCount) {
    return gpu.units[smCount == 8 ? 0 : 1];
}

Counts countsOf(const PartitionPlan& plan) {
    Counts counts;
    for (const PlanGroup& group : plan.groups)
        counts << group.smCount;
    return counts;
}

std::optional<PartitionPlan> preparedFrom(const Counts& counts, int unit, Lists ids = {}) {
    const std::vector<int> list(counts.begin(), counts.end());
    ids.resize(list.size());
    return unit_painting::prepared(planOfCounts("sim:test", list), unitsOf(unit), ids, list);
}

} // namespace

class TestUnitPainting : public QObject {
    Q_OBJECT
private slots:
    void groupsGetWholeUnits_data();
    void groupsGetWholeUnits();
    void groupsStayWhereTheyAre();
    void otherUnitsKeepTheSms();
    void moreGroupsThanUnitsIsRefused();
    void aUnitMoves();
    void theLastUnitStays();
    void otherEditsDoNotLeaveUnitsBehind_data();
    void otherEditsDoNotLeaveUnitsBehind();
};

void TestUnitPainting::groupsGetWholeUnits_data() {
    QTest::addColumn<Counts>("asked");
    QTest::addColumn<int>("unit");
    QTest::addColumn<Counts>("expected");
    QTest::newRow("as they are") << Counts{32, 16} << 8 << Counts{32, 16};
    QTest::newRow("rounded up") << Counts{20, 3} << 8 << Counts{24, 8};
    QTest::newRow("smallest") << Counts{20, 3} << 2 << Counts{20, 4};
    QTest::newRow("too large together") << Counts{34, 30} << 8 << Counts{40, 24};
    QTest::newRow("one stays for each") << Counts{64, 8, 8} << 8 << Counts{48, 8, 8};
    QTest::newRow("discovery") << Counts{0} << 8 << Counts{8};
}

void TestUnitPainting::groupsGetWholeUnits() {
    QFETCH(Counts, asked);
    QFETCH(int, unit);
    QFETCH(Counts, expected);
    const auto plan = preparedFrom(asked, unit);
    QVERIFY(plan);
    QCOMPARE(countsOf(*plan), expected);
    QCOMPARE(plan->strategy, Strategy::combined);
    QCOMPARE(plan->ignoreCoscheduling, unit == 2);
    validate(*plan); // no unit twice
    QVERIFY(unit_painting::isPainted(*plan, unitsOf(unit)));
    QVERIFY(!unit_painting::isPainted(*plan, unitsOf(10 - unit)));
}

void TestUnitPainting::groupsStayWhereTheyAre() {
    // B on the SMs of units 1 and 6, A on nothing known.
    std::vector<int> ids = (*unitsOf(8).smIds)[1];
    ids.insert(ids.end(), (*unitsOf(8).smIds)[6].begin(), (*unitsOf(8).smIds)[6].end());
    const auto plan = preparedFrom({16, 16}, 8, {(*unitsOf(8).smIds)[3], ids});
    QCOMPARE(plan->groups[0].units, (std::vector<int>{0, 3}));
    QCOMPARE(plan->groups[1].units, (std::vector<int>{1, 6}));
}

void TestUnitPainting::otherUnitsKeepTheSms() {
    const auto large = preparedFrom({16, 24}, 8);
    Lists ids;
    for (const PlanGroup& group : large->groups) {
        ids.emplace_back();
        for (const int unit : group.units)
            for (const int id : (*unitsOf(8).smIds)[static_cast<std::size_t>(unit)])
                ids.back().push_back(id);
        std::sort(ids.back().begin(), ids.back().end());
    }
    const auto small = preparedFrom({16, 24}, 2, ids);
    for (std::size_t i = 0; i < ids.size(); ++i) {
        std::vector<int> now;
        for (const int unit : small->groups[i].units)
            for (const int id : (*unitsOf(2).smIds)[static_cast<std::size_t>(unit)])
                now.push_back(id);
        std::sort(now.begin(), now.end());
        QCOMPARE(now, ids[i]);
    }
}

void TestUnitPainting::moreGroupsThanUnitsIsRefused() {
    QVERIFY(preparedFrom(Counts(8, 2), 8));
    QVERIFY(!preparedFrom(Counts(9, 2), 8));
    QVERIFY(preparedFrom(Counts(9, 2), 2));
    QVERIFY(!preparedFrom({}, 2));
}

void TestUnitPainting::aUnitMoves() {
    const PartitionPlan plan = *preparedFrom({16, 16}, 8); // 0, 1 and 2, 3
    auto outcome = unit_painting::given(plan, unitsOf(8), 2, 0);
    QVERIFY(outcome.refusal.isEmpty());
    QCOMPARE(outcome.plan.groups[0].units, (std::vector<int>{0, 1, 2}));
    QCOMPARE(outcome.plan.groups[1].units, (std::vector<int>{3}));
    QCOMPARE(countsOf(outcome.plan), (Counts{24, 8}));
    outcome = unit_painting::given(outcome.plan, unitsOf(8), 1, -1);
    QCOMPARE(outcome.plan.groups[0].units, (std::vector<int>{0, 2}));
    outcome = unit_painting::given(outcome.plan, unitsOf(8), 7, 1);
    QCOMPARE(countsOf(outcome.plan), (Counts{16, 16}));
    QCOMPARE(unit_painting::ownerOf(outcome.plan, 7), 1);
    QCOMPARE(unit_painting::ownerOf(outcome.plan, 1), -1);
    // What it has already changes nothing.
    QCOMPARE(unit_painting::given(outcome.plan, unitsOf(8), 7, 1).plan, outcome.plan);
    QCOMPARE(unit_painting::given(outcome.plan, unitsOf(8), 1, -1).plan, outcome.plan);
}

void TestUnitPainting::theLastUnitStays() {
    const PartitionPlan plan = *preparedFrom({8, 8}, 8);
    for (const int group : {1, -1}) {
        const auto outcome = unit_painting::given(plan, unitsOf(8), 0, group);
        QCOMPARE(outcome.plan, plan);
        QVERIFY(outcome.refusal.contains(QLatin1String("A keeps unit 0")));
    }
}

void TestUnitPainting::otherEditsDoNotLeaveUnitsBehind_data() {
    QTest::addColumn<QString>("edit");
    QTest::addColumn<QList<QList<int>>>("expected");
    const auto row = [](const char* edit, const QList<QList<int>>& expected) {
        QTest::newRow(edit) << QString::fromLatin1(edit) << expected;
    };
    row("resize", {{}, {}, {4, 5, 6, 7}}); // A and its neighbour
    row("same size", {{0, 1}, {2, 3}, {4, 5, 6, 7}});
    row("split in units", {{0, 1}, {2, 3}, {4}, {5, 6, 7}});
    row("split across units", {{0, 1}, {2, 3}, {}, {}});
    row("merge", {{0, 1, 2, 3}, {4, 5, 6, 7}});
    row("smallest units", {{}, {}, {}});
    row("largest clusters", {{}, {}, {}});
    row("by count", {{}, {}, {}});
    row("automatic", {{0, 1}, {2, 3}, {4, 5, 6, 7}});
}

void TestUnitPainting::otherEditsDoNotLeaveUnitsBehind() {
    QFETCH(QString, edit);
    QFETCH(QList<QList<int>>, expected);
    PlanEditor editor;
    editor.load(*preparedFrom({16, 16, 32}, 8));
    const PartitionPlan before = editor.plan();
    if (edit == QLatin1String("resize"))
        editor.setNeighbours(0, 24, 8);
    else if (edit == QLatin1String("same size"))
        editor.setNeighbours(0, 16, 16);
    else if (edit == QLatin1String("split in units"))
        editor.splitGroup(2, {8, 24});
    else if (edit == QLatin1String("split across units"))
        editor.splitGroup(2, {12, 20});
    else if (edit == QLatin1String("merge"))
        editor.mergeWithNext(0);
    else if (edit == QLatin1String("smallest units"))
        editor.setIgnoreCoscheduling(true);
    else if (edit == QLatin1String("largest clusters"))
        editor.setMaxCluster(true);
    else if (edit == QLatin1String("by count"))
        editor.setStrategy(Strategy::byCount);
    else
        editor.setStrategy(Strategy::automatic);
    QList<QList<int>> units;
    for (const PlanGroup& group : editor.plan().groups)
        units << QList<int>(group.units.begin(), group.units.end());
    QCOMPARE(units, expected);
    validate(editor.plan());
    editor.undoStack().undo();
    QCOMPARE(editor.plan(), before);
}

QTEST_GUILESS_MAIN(TestUnitPainting)
#include "tst_unit_painting.moc"
