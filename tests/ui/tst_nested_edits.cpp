// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of partitions within partitions: one undo entry a gesture, and a plan that is always valid.
#include "ui/partition/group_looks.h"
#include "ui/partition/plan_changes.h"
#include "ui/partition/plan_editor.h"

#include <QTest>

#include <functional>

using namespace parterre;
using namespace parterre::ui;

namespace {

/// A of 64 SMs, split in 32 and 16; B of 32.
PartitionPlan nestedPlan() {
    PartitionPlan plan = planOfCounts("sim:test", {64, 32});
    PlanSplit split;
    split.groups.resize(2);
    split.groups[0].name = "1";
    split.groups[0].smCount = 32;
    split.groups[0].workload = "fma";
    split.groups[1].name = "2";
    split.groups[1].smCount = 16;
    plan.groups[0].split = split;
    return plan;
}

PlanGroup& at(PartitionPlan& plan, const GroupPath& path) {
    return *groupAt(plan, path);
}

using Edit = std::function<void(PlanEditor&)>;
using Change = std::function<void(PartitionPlan&)>;

} // namespace

class TestNestedEdits : public QObject {
    Q_OBJECT
private slots:
    void anEditIsOneEntryAndDoesWhatItSays_data();
    void anEditIsOneEntryAndDoesWhatItSays();
    void aDragIsOneEntry();
    void whatASplitTakesOverComesBack();
    void refusesWhatAPlanCannotBe_data();
    void refusesWhatAPlanCannotBe();
    void fullNamesStayDifferent();
    void fixesChangeTheSplitTheyAreAbout();
    void changesAreToldByFullName_data();
    void changesAreToldByFullName();
    void coloursGoByFullName();
    void pathsAndNamesLeadToEachOther();
};

void TestNestedEdits::anEditIsOneEntryAndDoesWhatItSays_data() {
    QTest::addColumn<Edit>("edit");
    QTest::addColumn<Change>("expected");
    const auto row = [](const char* name, Edit edit, Change expected) {
        QTest::newRow(name) << std::move(edit) << std::move(expected);
    };
    row(
        "size",
        [](PlanEditor& e) {
            e.setSmCount({0, 1}, 24);
        },
        [](PartitionPlan& p) {
            at(p, {0, 1}).smCount = 24;
        });
    row(
        "border",
        [](PlanEditor& e) {
            e.setNeighbours({0, 0}, 24, 24);
        },
        [](PartitionPlan& p) {
            at(p, {0, 0}).smCount = at(p, {0, 1}).smCount = 24;
        });
    row(
        "add", [](PlanEditor& e) { e.addGroup(8, QStringLiteral("copy"), 0); },
        [](PartitionPlan& p) {
            PlanGroup group;
            group.name = "3";
            group.smCount = 8;
            group.workload = "copy";
            p.groups[0].split->groups.push_back(group);
        });
    row(
        "partition of the remainder", [](PlanEditor& e) { e.addGroupOfRemainder(16, 0); },
        [](PartitionPlan& p) {
            PlanGroup group;
            group.name = "3";
            group.smCount = 16;
            p.groups[0].split->groups.push_back(group);
        });
    row(
        "remove",
        [](PlanEditor& e) {
            e.removeGroup({0, 0});
        },
        [](PartitionPlan& p) {
            p.groups[0].split->groups.erase(p.groups[0].split->groups.begin());
        });
    row(
        "rename",
        [](PlanEditor& e) {
            QVERIFY(e.rename({0, 1}, QStringLiteral("decode")));
        },
        [](PartitionPlan& p) {
            at(p, {0, 1}).name = "decode";
        });
    row(
        "move",
        [](PlanEditor& e) {
            e.moveGroup({0, 0}, 1);
        },
        [](PartitionPlan& p) {
            std::swap(p.groups[0].split->groups[0], p.groups[0].split->groups[1]);
        });
    row(
        "merge",
        [](PlanEditor& e) {
            e.mergeWithNext({0, 0});
        },
        [](PartitionPlan& p) {
            at(p, {0, 0}).smCount = 48;
            p.groups[0].split->groups.pop_back();
        });
    row(
        "split beside",
        [](PlanEditor& e) {
            e.splitGroup({0, 0}, {16, 16});
        },
        [](PartitionPlan& p) {
            auto& groups = p.groups[0].split->groups;
            groups[0].smCount = 16;
            PlanGroup part = groups[0];
            part.name = "3"; // 1 and 2 are taken
            groups.insert(groups.begin() + 1, part);
        });
    row(
        "split within, a level deeper",
        [](PlanEditor& e) {
            e.splitWithin({0, 0}, {16, 16});
        },
        [](PartitionPlan& p) {
            PlanSplit split;
            for (const char* name : {"1", "2"}) {
                PlanGroup part;
                part.name = name;
                part.smCount = 16;
                part.workload = "fma";
                split.groups.push_back(part);
            }
            at(p, {0, 0}).workload.clear();
            at(p, {0, 0}).split = split;
        });
    row(
        "one piece", [](PlanEditor& e) { e.joinGroup(0); },
        [](PartitionPlan& p) {
            p.groups[0].split.reset();
            p.groups[0].workload = "fma"; // as its first sub-partition's
        });
    row(
        "workload",
        [](PlanEditor& e) {
            e.setWorkload({0, 1}, QStringLiteral("copy"));
        },
        [](PartitionPlan& p) {
            at(p, {0, 1}).workload = "copy";
        });
    row(
        "remainder's workload",
        [](PlanEditor& e) {
            e.setWorkload({0, 2}, QStringLiteral("l2"));
        },
        [](PartitionPlan& p) { p.groups[0].split->remainderWorkload = "l2"; });
    row(
        "colour",
        [](PlanEditor& e) {
            e.setColour({0, 1}, QStringLiteral("#cb5d6e"));
        },
        [](PartitionPlan& p) {
            at(p, {0, 1}).colour = "#cb5d6e";
        });
    row(
        "options",
        [](PlanEditor& e) {
            e.editGroup(
                {0, 1}, QStringLiteral("Backfill"), [](PlanGroup& g) { g.backfill = true; });
        },
        [](PartitionPlan& p) {
            at(p, {0, 1}).backfill = true;
        });
    row(
        "strategy", [](PlanEditor& e) { e.setStrategy(Strategy::combined, 0); },
        [](PartitionPlan& p) { p.groups[0].split->strategy = Strategy::combined; });
    row(
        "units", [](PlanEditor& e) { e.setIgnoreCoscheduling(true, 0); },
        [](PartitionPlan& p) { p.groups[0].split->ignoreCoscheduling = true; });
    row(
        "clusters", [](PlanEditor& e) { e.setMaxCluster(true, 0); },
        [](PartitionPlan& p) { p.groups[0].split->maxCluster = true; });
    row(
        "remainder", [](PlanEditor& e) { e.setPartitionRemainder(true, 0); },
        [](PartitionPlan& p) { p.groups[0].split->partitionRemainder = true; });
}

void TestNestedEdits::anEditIsOneEntryAndDoesWhatItSays() {
    QFETCH(const Edit, edit);
    QFETCH(const Change, expected);
    PlanEditor editor;
    editor.load(nestedPlan());
    PartitionPlan after = nestedPlan();
    expected(after);
    edit(editor);
    QCOMPARE(Json(editor.plan()).dump(1), Json(after).dump(1));
    QCOMPARE(editor.undoStack().count(), 1);
    validate(editor.plan()); // throws otherwise
    editor.undoStack().undo();
    QCOMPARE(editor.plan(), nestedPlan());
    editor.undoStack().redo();
    QCOMPARE(editor.plan(), after);
}

void TestNestedEdits::aDragIsOneEntry() {
    PlanEditor editor;
    editor.load(nestedPlan());
    editor.beginGesture();
    for (int count = 30; count >= 8; count -= 2)
        editor.setNeighbours({0, 0}, count, 48 - count);
    editor.endResize({0, 0});
    QCOMPARE(editor.undoStack().count(), 1);
    QCOMPARE(editor.undoStack().text(0), QStringLiteral("Resize A/1"));
    editor.beginGesture();
    editor.setSmCount({0, 1}, 8);
    editor.cancelGesture();
    QCOMPARE(editor.plan().groups[0].split->groups[1].smCount, 40);
    editor.undoStack().undo();
    QCOMPARE(editor.plan(), nestedPlan());
}

void TestNestedEdits::whatASplitTakesOverComesBack() {
    PartitionPlan plan = planOfCounts("sim:test", {64, 32});
    plan.groups[0].workload = "copy";
    plan.groups[0].workloadParameters = {{"working_set_mib", 64}};
    plan.groups[0].workqueue = WorkqueueDescription();
    PlanEditor editor;
    editor.load(plan);
    editor.splitWithin(0, {32, 32});
    const PlanGroup& whole = editor.plan().groups[0];
    QVERIFY(whole.workload.empty() && whole.workloadParameters.empty() && !whole.workqueue);
    for (const PlanGroup& part : whole.split->groups) {
        QCOMPARE(part.workload, std::string("copy"));
        QCOMPARE(part.workloadParameters, plan.groups[0].workloadParameters);
        QVERIFY(part.workqueue);
    }
    editor.joinGroup(0);
    QCOMPARE(editor.plan(), plan);
    editor.splitWithin(0, {64});
    editor.removeGroup({0, 0}); // the last one takes the split with it
    QCOMPARE(editor.plan(), plan);
}

void TestNestedEdits::refusesWhatAPlanCannotBe_data() {
    QTest::addColumn<Edit>("edit");
    QTest::newRow("split within twice") << Edit([](PlanEditor& e) { e.splitWithin(0, {32, 32}); });
    QTest::newRow("split beside what is split within") << Edit([](PlanEditor& e) {
        e.splitGroup(0, {32, 32});
    });
    QTest::newRow("workload of what is split")
        << Edit([](PlanEditor& e) { e.setWorkload(0, QStringLiteral("fma")); });
    QTest::newRow("a group that is not there") << Edit([](PlanEditor& e) {
        e.setSmCount({0, 7}, 8);
    });
    QTest::newRow("below what is not split")
        << Edit([](PlanEditor& e) { e.addGroup(8, QString(), 1); });
    QTest::newRow("one piece of what is not split") << Edit([](PlanEditor& e) { e.joinGroup(1); });
    QTest::newRow("a name beside it") << Edit([](PlanEditor& e) {
        QVERIFY(!e.rename({0, 1}, QStringLiteral("1")));
    });
    QTest::newRow("no name") << Edit([](PlanEditor& e) { QVERIFY(!e.rename({0, 1}, {})); });
}

void TestNestedEdits::refusesWhatAPlanCannotBe() {
    QFETCH(const Edit, edit);
    PlanEditor editor;
    editor.load(nestedPlan());
    edit(editor);
    QCOMPARE(editor.plan(), nestedPlan());
    QCOMPARE(editor.undoStack().count(), 0);
}

void TestNestedEdits::fullNamesStayDifferent() {
    PlanEditor editor;
    editor.load(nestedPlan());
    QVERIFY(!editor.rename(1, QStringLiteral("A/1"))); // as A's 1 is called
    QVERIFY(editor.rename(1, QStringLiteral("A/3")));
    QVERIFY(!editor.rename({0, 1}, QStringLiteral("3")));
    QVERIFY(editor.rename(0, QStringLiteral("C")));
    QVERIFY(editor.rename({0, 1}, QStringLiteral("3"))); // C/3 now
    PlanEditor deep;
    deep.load(nestedPlan());
    deep.splitWithin({0, 0}, {16, 16});
    deep.splitWithin({0, 0, 0}, {8, 8}); // a fourth level
    QCOMPARE(deep.undoStack().count(), 1);
}

void TestNestedEdits::fixesChangeTheSplitTheyAreAbout() {
    PlanEditor editor;
    editor.load(nestedPlan());
    const QString a = QStringLiteral("A");
    QVERIFY(editor.applyFix({"", Fix::Kind::setSmCount, 24}, QStringLiteral("A/2"), a));
    QCOMPARE(editor.plan().groups[0].split->groups[1].smCount, 24);
    QVERIFY(editor.applyFix({"", Fix::Kind::setGroupCount, 1}, a, a));
    QCOMPARE(editor.plan().groups[0].split->groups.size(), std::size_t{1});
    QCOMPARE(editor.plan().groups.size(), std::size_t{2});
    QVERIFY(editor.applyFix({"", Fix::Kind::useSmallestUnits, 0}, a, a));
    QVERIFY(editor.plan().groups[0].split->ignoreCoscheduling);
    QVERIFY(!editor.plan().ignoreCoscheduling);
    QVERIFY(editor.applyFix({"", Fix::Kind::useRemainder, 0}, a, a));
    QVERIFY(editor.plan().groups[0].split->partitionRemainder);
    QVERIFY(!editor.plan().partitionRemainder);
    const PartitionPlan before = editor.plan();
    const QString gone = QStringLiteral("gone");
    QVERIFY(!editor.applyFix({"", Fix::Kind::useRemainder, 0}, {}, gone));
    QVERIFY(!editor.applyFix({"", Fix::Kind::setSmCount, 8}, gone, a));
    QCOMPARE(editor.plan(), before);
}

void TestNestedEdits::changesAreToldByFullName_data() {
    QTest::addColumn<Edit>("edit");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char* name, Edit edit, const QStringList& expected) {
        QTest::newRow(name) << std::move(edit) << expected;
    };
    row("nothing", [](PlanEditor& e) { e.setWorkload({0, 0}, QStringLiteral("copy")); }, {});
    row("size",
        [](PlanEditor& e) {
            e.setSmCount({0, 1}, 24);
        },
        {QStringLiteral("A/2: 16 → 24 SMs")});
    row("one more split",
        [](PlanEditor& e) {
            e.splitWithin(1, {16, 16});
        },
        {QStringLiteral("B/1 is new, with 16 SMs"), QStringLiteral("B/2 is new, with 16 SMs")});
    row("one piece", [](PlanEditor& e) { e.joinGroup(0); },
        {QStringLiteral("A/1 is removed"), QStringLiteral("A/2 is removed")});
    row("order",
        [](PlanEditor& e) {
            e.moveGroup({0, 0}, 1);
        },
        {QStringLiteral("The sub-partitions of A stand in another order")});
    row("settings", [](PlanEditor& e) { e.setIgnoreCoscheduling(true, 0); },
        {QStringLiteral("A is split in other units")});
    row("remainder", [](PlanEditor& e) { e.setPartitionRemainder(true, 0); },
        {QStringLiteral("The remainder of A becomes a partition")});
}

void TestNestedEdits::changesAreToldByFullName() {
    QFETCH(const Edit, edit);
    QFETCH(const QStringList, expected);
    PlanEditor editor;
    editor.load(nestedPlan());
    edit(editor);
    QCOMPARE(planChanges(nestedPlan(), editor.plan()), expected);
}

void TestNestedEdits::coloursGoByFullName() {
    PartitionPlan plan = nestedPlan();
    const auto look = [&plan](const GroupPath& path) { return lookAt(plan, path); };
    QVERIFY(look({0, 0}).colour != look({0, 1}).colour);
    QVERIFY(look({0, 0}).colour != look(0).colour);
    QVERIFY(look({0, 0}).pattern != look({0, 1}).pattern);
    QVERIFY(look({0, 0}).dash != look({0, 1}).dash);
    // A shade can be read on both grounds, as the colours of the palette can.
    for (int whole = 0; whole < partition_palette::size; ++whole)
        for (int part = 0; part < 6; ++part)
            for (const QColor& ground : {QColor(0xff, 0xff, 0xff), QColor(0x24, 0x2a, 0x31)}) {
                const auto shade =
                    partition_palette::partLook(partition_palette::look(whole), part).colour;
                QVERIFY(partition_palette::contrast(shade, ground) >= 3);
            }
    PartitionPlan edited = nestedPlan();
    edited.groups[0].split->groups[1].colour = "#cb5d6e";
    edited.groups[0].split->groups[0].name = "other";
    edited.groups[0].split->groups[0].colour = "#000000";
    takeColours(plan, edited);
    QCOMPARE(look({0, 1}).colour, QColor(0xcb, 0x5d, 0x6e));
    QVERIFY(plan.groups[0].split->groups[0].colour.empty());
}

void TestNestedEdits::pathsAndNamesLeadToEachOther() {
    PartitionPlan plan = nestedPlan();
    for (const GroupPath& path : {GroupPath(0), GroupPath(1), GroupPath{0, 0}, GroupPath{0, 1}})
        QCOMPARE(pathOf(plan, fullNameAt(plan, path)), path);
    QCOMPARE(fullNameAt(plan, {0, 1}), std::string("A/2"));
    QVERIFY(pathOf(plan, "A/7").isNone());
    QVERIFY(isRemainderAt(plan, 2) && isRemainderAt(plan, {0, 2}));
    QVERIFY(!isRemainderAt(plan, {0, 1}) && !isRemainderAt(plan, {1, 0}));
    QVERIFY(!isRemainderAt(plan, GroupPath()));
}

QTEST_APPLESS_MAIN(TestNestedEdits)
#include "tst_nested_edits.moc"
