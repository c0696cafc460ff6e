// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/plan_changes.h"
#include "ui/partition/plan_editor.h"

#include <QSignalSpy>
#include <QTest>

using namespace parterre;
using parterre::ui::PlanEditor;

namespace {

PartitionPlan threeGroups() {
    return planOfCounts("sim:test", {64, 32, 16});
}

} // namespace

class TestPlanEditor : public QObject {
    Q_OBJECT
private slots:
    void everyEditCanBeUndoneAndRedone_data();
    void everyEditCanBeUndoneAndRedone();
    void aGestureIsOneEntry();
    void aCancelledGestureLeavesNothing();
    void undoEndsAGesture();
    void anEditThatChangesNothingIsNoEntry();
    void namesStayDifferent();
    void aPartitionOfTheRemainderTakesItsWorkload();
    void partsAreNamedAndTakeWhatTheWholeHad();
    void theTwoSplitFlagsExcludeEachOther();
    void fixesAreEdits();
    void changesAreToldInPhrases();
};

void TestPlanEditor::everyEditCanBeUndoneAndRedone_data() {
    using Edit = std::function<void(PlanEditor&)>;
    QTest::addColumn<Edit>("edit");
    QTest::newRow("size") << Edit([](PlanEditor& e) { e.setSmCount(0, 40); });
    QTest::newRow("border") << Edit([](PlanEditor& e) { e.setNeighbours(0, 72, 24); });
    QTest::newRow("add") << Edit([](PlanEditor& e) { e.addGroup(8, QStringLiteral("fma")); });
    QTest::newRow("remove") << Edit([](PlanEditor& e) { e.removeGroup(1); });
    QTest::newRow("partition of the remainder")
        << Edit([](PlanEditor& e) { e.addGroupOfRemainder(16); });
    QTest::newRow("split") << Edit([](PlanEditor& e) { e.splitGroup(1, {16, 8, 8}); });
    QTest::newRow("move") << Edit([](PlanEditor& e) { e.moveGroup(0, 2); });
    QTest::newRow("rename") << Edit([](PlanEditor& e) { e.rename(2, QStringLiteral("batch")); });
    QTest::newRow("colour") << Edit(
        [](PlanEditor& e) { e.setColour(1, QStringLiteral("#cb5d6e")); });
    QTest::newRow("workload") << Edit(
        [](PlanEditor& e) { e.setWorkload(1, QStringLiteral("copy")); });
    QTest::newRow("remainder's workload")
        << Edit([](PlanEditor& e) { e.setWorkload(3, QStringLiteral("copy")); });
    QTest::newRow("strategy") << Edit([](PlanEditor& e) { e.setStrategy(Strategy::combined); });
    QTest::newRow("units") << Edit([](PlanEditor& e) { e.setIgnoreCoscheduling(true); });
    QTest::newRow("clusters") << Edit([](PlanEditor& e) { e.setMaxCluster(true); });
    QTest::newRow("remainder") << Edit([](PlanEditor& e) { e.setPartitionRemainder(true); });
    QTest::newRow("revert") << Edit([](PlanEditor& e) {
        e.revertTo(planOfCounts("sim:test", {8, 8}));
    });
    QTest::newRow("device") << Edit([](PlanEditor& e) { e.setDevice(QStringLiteral("gpu:0")); });
}

void TestPlanEditor::everyEditCanBeUndoneAndRedone() {
    QFETCH(std::function<void(PlanEditor&)>, edit);
    PlanEditor editor;
    editor.load(threeGroups());
    const QSignalSpy changed(&editor, &PlanEditor::planChanged);
    edit(editor);
    const PartitionPlan after = editor.plan();
    QVERIFY(after != threeGroups());
    QCOMPARE(changed.count(), 1);
    QCOMPARE(editor.undoStack().count(), 1);
    QVERIFY(!editor.undoStack().undoText().isEmpty());
    editor.undoStack().undo();
    QCOMPARE(editor.plan(), threeGroups());
    editor.undoStack().redo();
    QCOMPARE(editor.plan(), after);
    QCOMPARE(changed.count(), 3);
    validate(editor.plan());
}

void TestPlanEditor::aGestureIsOneEntry() {
    PlanEditor editor;
    editor.load(threeGroups());
    editor.beginGesture();
    for (int count = 63; count > 20; --count)
        editor.setNeighbours(0, count, 96 - count);
    editor.endResize(0);
    QCOMPARE(editor.undoStack().count(), 1);
    QCOMPARE(editor.undoStack().undoText(), QStringLiteral("Resize A"));
    editor.undoStack().undo();
    QCOMPARE(editor.plan(), threeGroups());
}

void TestPlanEditor::aCancelledGestureLeavesNothing() {
    PlanEditor editor;
    editor.load(threeGroups());
    editor.beginGesture();
    editor.setSmCount(0, 8);
    editor.cancelGesture();
    QCOMPARE(editor.plan(), threeGroups());
    QCOMPARE(editor.undoStack().count(), 0);
    editor.beginGesture(); // one that comes back to where it began
    editor.setSmCount(0, 8);
    editor.setSmCount(0, 64);
    editor.endResize(0);
    QCOMPARE(editor.undoStack().count(), 0);
}

void TestPlanEditor::undoEndsAGesture() {
    PlanEditor editor;
    editor.load(threeGroups());
    editor.setSmCount(1, 24);
    const PartitionPlan edited = editor.plan();
    editor.beginGesture();
    editor.setSmCount(0, 8);
    editor.undoStack().undo(); // before the mouse is released
    QCOMPARE(editor.plan(), threeGroups());
    editor.endResize(0);
    QCOMPARE(editor.undoStack().count(), 1);
    editor.undoStack().redo();
    QCOMPARE(editor.plan(), edited);
}

void TestPlanEditor::anEditThatChangesNothingIsNoEntry() {
    PlanEditor editor;
    editor.load(threeGroups());
    const QSignalSpy changed(&editor, &PlanEditor::planChanged);
    editor.setSmCount(0, 64);
    editor.setSmCount(17, 8);
    editor.moveGroup(0, -1);
    editor.removeGroup(3);
    QVERIFY(editor.rename(0, QStringLiteral("A")));
    QCOMPARE(changed.count(), 0);
    QCOMPARE(editor.undoStack().count(), 0);
}

void TestPlanEditor::namesStayDifferent() {
    PlanEditor editor;
    editor.load(threeGroups());
    QVERIFY(!editor.rename(0, QStringLiteral("B")));
    QVERIFY(!editor.rename(0, QStringLiteral("  ")));
    editor.removeGroup(0);
    editor.addGroup(8, {});
    QCOMPARE(editor.plan().groups.back().name, std::string("A")); // the name that is free
    validate(editor.plan());
}

void TestPlanEditor::aPartitionOfTheRemainderTakesItsWorkload() {
    PlanEditor editor;
    PartitionPlan plan = planOfCounts("sim:test", {64, 32});
    plan.partitionRemainder = true;
    plan.remainderWorkload = "copy";
    editor.load(plan);
    editor.addGroupOfRemainder(32);
    QCOMPARE(editor.groupCount(), 3);
    QCOMPARE(editor.plan().groups[2].name, "C");
    QCOMPARE(editor.plan().groups[2].workload, "copy");
    QVERIFY(!editor.plan().partitionRemainder && editor.plan().remainderWorkload.empty());
    QCOMPARE(editor.undoStack().count(), 1);
    editor.undoStack().undo();
    QCOMPARE(editor.plan(), plan);
    // A workload of a remainder that was not used waits for one that is.
    editor.setPartitionRemainder(false);
    editor.addGroupOfRemainder(32);
    QCOMPARE(editor.plan().groups[2].workload, "");
    QCOMPARE(editor.plan().remainderWorkload, "copy");
}

void TestPlanEditor::partsAreNamedAndTakeWhatTheWholeHad() {
    PlanEditor editor;
    PartitionPlan plan = planOfCounts("sim:test", {64, 32});
    plan.groups[0].workload = "fma";
    plan.groups[0].colour = "#12abcd";
    plan.groups[0].backfill = true;
    plan.groups[1].name = "D";
    editor.load(plan);
    editor.splitGroup(0, {24, 24, 16});
    const auto& groups = editor.plan().groups;
    QCOMPARE(groups.size(), std::size_t{4});
    validate(editor.plan());
    QCOMPARE(groups[0].name + groups[1].name + groups[2].name + groups[3].name, "ABCD");
    for (int i = 0; i < 3; ++i) {
        const PlanGroup& part = groups[static_cast<std::size_t>(i)];
        QCOMPARE(part.smCount, i < 2 ? 24 : 16);
        QCOMPARE(part.workload, "fma");
        QVERIFY(part.backfill);
        QCOMPARE(part.colour, i == 0 ? "#12abcd" : ""); // else one could not tell them apart
    }
    QCOMPARE(editor.undoStack().count(), 1);
    // As many as a plan can have, and no more.
    editor.load(planOfCounts("sim:test", std::vector(PartitionPlan::mostGroups - 1, 2)));
    editor.splitGroup(0, {1, 1, 1});
    QCOMPARE(editor.groupCount(), PartitionPlan::mostGroups - 1);
    editor.splitGroup(0, {1, 1});
    QCOMPARE(editor.groupCount(), PartitionPlan::mostGroups);
}

void TestPlanEditor::theTwoSplitFlagsExcludeEachOther() {
    PlanEditor editor;
    editor.load(threeGroups());
    editor.setMaxCluster(true);
    editor.setIgnoreCoscheduling(true);
    QVERIFY(!editor.plan().maxCluster);
    editor.setMaxCluster(true);
    QVERIFY(!editor.plan().ignoreCoscheduling);
}

void TestPlanEditor::fixesAreEdits() {
    PlanEditor editor;
    editor.load(threeGroups());
    QVERIFY(editor.applyFix({"Use 24", Fix::Kind::setSmCount, 24}, QStringLiteral("C")));
    QCOMPARE(editor.plan().groups[2].smCount, 24);
    QVERIFY(editor.applyFix({"Keep 2", Fix::Kind::setGroupCount, 2}, {}));
    QCOMPARE(editor.groupCount(), 2);
    QVERIFY(editor.applyFix({"Use the rest", Fix::Kind::useRemainder, 0}, {}));
    QVERIFY(editor.plan().partitionRemainder);
    QVERIFY(editor.applyFix({"2-SM units", Fix::Kind::useSmallestUnits, 0}, {}));
    QVERIFY(editor.plan().ignoreCoscheduling);
    QCOMPARE(editor.undoStack().count(), 4);
    QVERIFY(!editor.applyFix({"32", Fix::Kind::setHardwareConnections, 32}, {}));
    QVERIFY(!editor.applyFix({"Use 24", Fix::Kind::setSmCount, 24}, QStringLiteral("gone")));
    QCOMPARE(editor.undoStack().count(), 4);
}

void TestPlanEditor::changesAreToldInPhrases() {
    PlanEditor editor;
    editor.load(threeGroups());
    QVERIFY(ui::planChanges(threeGroups(), editor.plan()).isEmpty());
    editor.setWorkload(0, QStringLiteral("fma")); // takes effect at the next run
    QVERIFY(ui::planChanges(threeGroups(), editor.plan()).isEmpty());
    editor.setSmCount(0, 40);
    editor.removeGroup(1);
    editor.addGroup(8, {});
    editor.setPartitionRemainder(true);
    QCOMPARE(
        ui::planChanges(threeGroups(), editor.plan()),
        (QStringList{
            QStringLiteral("A: 64 → 40 SMs"), QStringLiteral("B: 32 → 8 SMs"),
            QStringLiteral("The partitions stand in another order"),
            QStringLiteral("The remainder becomes a partition")}));
}

QTEST_GUILESS_MAIN(TestPlanEditor)
#include "tst_plan_editor.moc"
