// SPDX-License-Identifier: GPL-3.0-or-later
// The table as a tree: sub-partitions below the partition that is split.
#include "tests/ui/support/ui_test.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/partition/partition_editor.h"
#include "ui/partition/plan_editor.h"
#include "ui/partition/plan_table_model.h"
#include "ui/partition/plan_tree.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QLineEdit>
#include <QSignalSpy>

using namespace parterre;
using namespace parterre::ui;

namespace {

/// A of 64 SMs split in 32 and 16, B of 32, as in the window.
struct Bench {
    Bench() {
        QObject::connect(&editor, &PlanEditor::planChanged, &model, [this] { show(); });
        PartitionPlan plan = planOfCounts("sim:test", {64, 32});
        editor.load(plan);
        editor.splitWithin(0, {32, 16});
        editor.undoStack().clear();
        tree.resize(900, 320);
    }
    void show() {
        model.setContent(BarContent::make(editor.plan(), preview ? &*preview : nullptr, 132));
    }
    /// The driver's answer while nothing is applied.
    void answer() {
        preview.emplace();
        preview->device = "sim:test";
        preview->groups = {{"A", 64, 64, 8, 8, std::nullopt}, {"B", 32, 32, 8, 8, std::nullopt}};
        preview->remainder.smCount = 36;
        for (const auto& [name, count] : {std::pair("A/1", 32), std::pair("A/2", 16)}) {
            NestedPreview nested;
            nested.parent = "A";
            nested.part.name = name;
            nested.part.requestedSmCount = count;
            preview->nested.push_back(nested);
        }
        show();
    }
    /// The same once A is applied.
    void answerOnceApplied() {
        answer();
        for (NestedPreview& nested : preview->nested) {
            nested.isKnown = true;
            nested.part.smCount = nested.part.requestedSmCount;
            nested.part.smIds = std::vector<int>{0, 1};
        }
        NestedPreview rest;
        rest.parent = "A";
        rest.isRemainder = rest.isKnown = true;
        rest.part.name = "A/remainder";
        rest.part.smCount = 16;
        preview->nested.push_back(rest);
        show();
    }
    QModelIndex at(const GroupPath& path, int column = PlanTableModel::nameColumn) const {
        return model.indexOf(path, column);
    }
    QString text(const GroupPath& path, int column) const {
        return at(path, column).data().toString();
    }
    bool expose() {
        tree.show();
        tree.setFocus();
        tree.activateWindow();
        return QTest::qWaitForWindowActive(&tree);
    }

    PlanEditor editor;
    std::optional<Preview> preview;
    PlanTableModel model{editor};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
    PlanTree tree{model};
};

} // namespace

class TestNestedTable : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnWarnings(); }
    void rowsFollowEveryEdit();
    void subPartitionsAreBelowTheirParent();
    void whatIsNotKnownSaysSo();
    void cellsOfSubPartitionsAreEdited();
    void nothingRunsInWhatIsSplit();
    void foldsByMouseAndByKeyboard_data();
    void foldsByMouseAndByKeyboard();
    void whatIsFoldedStaysSo();
    void arrowKeysReachEveryCell();
    void keysEditASubPartition();
    void aFlatPlanHasNoRoomForBranches();
    void namesCanBeReadHoweverDeep();
};

void TestNestedTable::rowsFollowEveryEdit() {
    Bench bench; // with a model tester that fails on its own
    bench.editor.splitWithin({0, 1}, {8, 8});
    bench.editor.splitWithin(1, {16, 16});
    bench.editor.moveGroup(0, 1);
    bench.editor.addGroup(8, {}, 1);
    bench.editor.removeGroup({1, 0});
    bench.editor.splitGroup({0, 0}, {8, 8});
    bench.editor.mergeWithNext({0, 0});
    bench.editor.rename({0, 0}, QStringLiteral("first"));
    bench.editor.replace(QStringLiteral("Another"), planOfCounts("sim:test", {8, 16, 24}));
    while (bench.editor.undoStack().canUndo())
        bench.editor.undoStack().undo();
    while (bench.editor.undoStack().canRedo())
        bench.editor.undoStack().redo();
    QCOMPARE(bench.model.rowCount(), 4);
    bench.editor.undoStack().undo();
    // What the rows say is what the content says.
    int rows = 0;
    bench.model.content().forEach([&](const GroupPath& path, const BarSegment& segment) {
        ++rows;
        QCOMPARE(bench.text(path, PlanTableModel::nameColumn), segment.name);
        QCOMPARE(bench.model.pathOf(bench.at(path)), path);
        QCOMPARE(bench.at(path).parent(), bench.at(path.parent()));
    });
    QCOMPARE(bench.tree.visibleRowCount(), rows);
}

void TestNestedTable::subPartitionsAreBelowTheirParent() {
    Bench bench;
    QCOMPARE(bench.model.rowCount(), 3); // A, B, the remainder
    const QModelIndex a = bench.at(0);
    QCOMPARE(bench.model.rowCount(a), 3); // 1, 2, and what A leaves over
    QCOMPARE(bench.model.rowCount(bench.at(1)), 0);
    QCOMPARE(bench.text({0, 0}, PlanTableModel::nameColumn), QStringLiteral("1"));
    QCOMPARE(bench.at({0, 0}).data(Qt::ToolTipRole).toString(), QStringLiteral("A/1"));
    QCOMPARE(bench.at({0, 0}).data(Qt::AccessibleTextRole).toString(), QStringLiteral("A/1"));
    QCOMPARE(bench.text({0, 0}, PlanTableModel::requestedColumn), QStringLiteral("32"));
    QCOMPARE(bench.text({0, 2}, PlanTableModel::nameColumn), QStringLiteral("Remainder"));
    QStringList names;
    for (const QString& line : bench.model.asText().split(QLatin1Char('\n')))
        names << line.section(QLatin1Char('\t'), 0, 0);
    QCOMPARE(
        names, (QStringList{
                   QStringLiteral("Partition"), QStringLiteral("A"), QStringLiteral("A/1"),
                   QStringLiteral("A/2"), QStringLiteral("A/remainder"), QStringLiteral("B"),
                   QStringLiteral("Remainder"), QString()}));
    const Json rows = Json::parse(bench.model.asJson().toStdString());
    QCOMPARE(rows[1]["name"].get<std::string>(), std::string("A/1"));
    QVERIFY(rows[1]["sm_count"].is_null());
}

void TestNestedTable::whatIsNotKnownSaysSo() {
    Bench bench;
    QCOMPARE(bench.text({0, 0}, PlanTableModel::grantedColumn), QStringLiteral("…"));
    bench.model.setRemarks({{QStringLiteral("A"), QStringLiteral("The driver's reason.")}});
    bench.answer();
    const QModelIndex granted = bench.at({0, 0}, PlanTableModel::grantedColumn);
    QCOMPARE(granted.data().toString(), QStringLiteral("not yet"));
    QCOMPARE(
        granted.data(Qt::ToolTipRole).toString(),
        QStringLiteral("Known once applied. The driver's reason."));
    const QModelIndex ids = bench.at({0, 0}, PlanTableModel::smIdsColumn);
    QCOMPARE(ids.data().toString(), QStringLiteral("known once applied"));
    QCOMPARE(ids.data(Qt::ToolTipRole).toString(), QStringLiteral("The driver's reason."));
    QCOMPARE(bench.text(0, PlanTableModel::grantedColumn), QStringLiteral("64"));
    QCOMPARE(bench.text({0, 2}, PlanTableModel::grantedColumn), QStringLiteral("not yet"));
    bench.answerOnceApplied();
    QCOMPARE(bench.text({0, 0}, PlanTableModel::grantedColumn), QStringLiteral("32"));
    QCOMPARE(bench.text({0, 0}, PlanTableModel::smIdsColumn), QStringLiteral("0–1"));
    QCOMPARE(bench.text({0, 2}, PlanTableModel::grantedColumn), QStringLiteral("16"));
    // An answer to another request is none.
    bench.editor.setSmCount({0, 0}, 24);
    QCOMPARE(bench.text({0, 0}, PlanTableModel::grantedColumn), QStringLiteral("…"));
    QCOMPARE(bench.text(0, PlanTableModel::grantedColumn), QStringLiteral("64"));
}

void TestNestedTable::cellsOfSubPartitionsAreEdited() {
    Bench bench;
    const auto set = [&](int column, const QVariant& value) {
        return bench.model.setData(bench.at({0, 1}, column), value);
    };
    QVERIFY(set(PlanTableModel::requestedColumn, 24));
    QVERIFY(set(PlanTableModel::workloadColumn, QStringLiteral("copy")));
    QVERIFY(set(PlanTableModel::coscheduledColumn, 16));
    QVERIFY(set(PlanTableModel::queueLimitColumn, 4));
    QVERIFY(set(PlanTableModel::nameColumn, QStringLiteral("decode")));
    const PlanGroup& part = bench.editor.plan().groups[0].split->groups[1];
    QCOMPARE(part.smCount, 24);
    QCOMPARE(part.workload, std::string("copy"));
    QCOMPARE(part.coscheduledSmCount, 16);
    QCOMPARE(part.workqueue->concurrencyLimit, 4);
    QCOMPARE(part.name, std::string("decode"));
    QCOMPARE(bench.editor.undoStack().count(), 5);
    QVERIFY(bench.model.hasAnyOptions());
    bench.model.clearOptions({0, 1});
    QVERIFY(!bench.model.hasAnyOptions());
    const QSignalSpy refused(&bench.model, &PlanTableModel::refused);
    QVERIFY(!set(PlanTableModel::nameColumn, QStringLiteral("1")));
    QVERIFY(!set(PlanTableModel::requestedColumn, 133));
    QCOMPARE(refused.count(), 2);
    QVERIFY(refused[1][0].toString().contains(QLatin1String("A/decode")));
}

void TestNestedTable::nothingRunsInWhatIsSplit() {
    Bench bench;
    const QModelIndex workload = bench.at(0, PlanTableModel::workloadColumn);
    QCOMPARE(workload.data().toString(), QStringLiteral("–"));
    QVERIFY(!(workload.flags() & Qt::ItemIsEditable));
    QVERIFY(workload.data(Qt::ToolTipRole).toString().contains(QLatin1String("sub-partitions")));
    const QModelIndex queue = bench.at(0, PlanTableModel::queueLimitColumn);
    QVERIFY(!(queue.flags() & Qt::ItemIsEditable));
    QVERIFY(!bench.model.setData(queue, 4));
    QVERIFY(bench.at(0, PlanTableModel::runColumn)
                .data(Qt::ToolTipRole)
                .toString()
                .contains(QLatin1String("Nothing runs in A itself")));
    QVERIFY(bench.at({0, 0}, PlanTableModel::workloadColumn).flags() & Qt::ItemIsEditable);
}

void TestNestedTable::foldsByMouseAndByKeyboard_data() {
    test::addMouseAndKeyboard();
}

void TestNestedTable::foldsByMouseAndByKeyboard() {
    QFETCH(const bool, byKey);
    Bench bench;
    QVERIFY(bench.expose());
    bench.tree.select(0);
    QCOMPARE(bench.tree.visibleRowCount(), 6);
    const QSignalSpy changed(&bench.tree, &PlanTree::visibleRowsChanged);
    const auto toggle = [&](Qt::Key key) {
        const QRect name = bench.tree.visualRect(bench.at(0));
        if (byKey)
            QTest::keyClick(&bench.tree, key);
        else // the arrow is in front of it
            QTest::mouseClick(
                bench.tree.viewport(), Qt::LeftButton, {},
                {name.left() - bench.tree.indentation() / 2, name.center().y()});
    };
    toggle(Qt::Key_Left);
    QVERIFY(!bench.tree.isExpanded(bench.at(0)));
    QCOMPARE(bench.tree.visibleRowCount(), 3);
    QCOMPARE(bench.tree.current(), GroupPath(0));
    toggle(Qt::Key_Right);
    QVERIFY(bench.tree.isExpanded(bench.at(0)));
    QCOMPARE(changed.count(), 2);
    QCOMPARE(bench.editor.undoStack().count(), 0);
}

void TestNestedTable::whatIsFoldedStaysSo() {
    Bench bench;
    QVERIFY(bench.expose());
    bench.editor.splitWithin(1, {16, 16});
    bench.tree.collapse(bench.at(0));
    bench.editor.setSmCount({1, 0}, 8);
    bench.editor.addGroup(8, {});
    QVERIFY(!bench.tree.isExpanded(bench.at(0)) && bench.tree.isExpanded(bench.at(1)));
    bench.editor.moveGroup(0, 1); // goes with the name, not with the place
    QVERIFY(bench.tree.isExpanded(bench.at(0)) && !bench.tree.isExpanded(bench.at(1)));
    bench.editor.undoStack().undo();
    QVERIFY(!bench.tree.isExpanded(bench.at(0)) && bench.tree.isExpanded(bench.at(1)));
    bench.tree.expand(bench.at(0));
    bench.editor.setSmCount({1, 0}, 16);
    QVERIFY(bench.tree.isExpanded(bench.at(0)));
    bench.tree.select({0, 1}); // a selection survives an edit elsewhere
    bench.editor.addGroup(8, {}, 1);
    QCOMPARE(bench.tree.current(), (GroupPath{0, 1}));
}

void TestNestedTable::arrowKeysReachEveryCell() {
    Bench bench;
    QVERIFY(bench.expose());
    bench.tree.select(0);
    QTest::keyClick(&bench.tree, Qt::Key_Down);
    QCOMPARE(bench.tree.current(), (GroupPath{0, 0}));
    for (int column = 1; column < PlanTableModel::columnCount_; ++column)
        if (!bench.tree.isColumnHidden(column)) {
            QTest::keyClick(&bench.tree, Qt::Key_Right);
            QCOMPARE(bench.tree.currentIndex().column(), column);
        }
    QTest::keyClick(&bench.tree, Qt::Key_Right); // there is no more
    QCOMPARE(bench.tree.currentIndex().column(), int{PlanTableModel::runColumn});
    while (bench.tree.currentIndex().column() > 0)
        QTest::keyClick(&bench.tree, Qt::Key_Left);
    QCOMPARE(bench.tree.current(), (GroupPath{0, 0}));
    QTest::keyClick(&bench.tree, Qt::Key_Left); // to the one that is split
    QCOMPARE(bench.tree.current(), GroupPath(0));
}

void TestNestedTable::keysEditASubPartition() {
    Bench bench;
    QVERIFY(bench.expose());
    bench.tree.select({0, 1});
    QTest::keyClick(&bench.tree, Qt::Key_F2);
    auto* name = bench.tree.findChild<QLineEdit*>();
    QVERIFY(name);
    QTest::keyClicks(name, QStringLiteral("decode"));
    QTest::keyClick(name, Qt::Key_Return);
    QTRY_COMPARE(bench.editor.plan().groups[0].split->groups[1].name, std::string("decode"));
    QSignalSpy run(&bench.tree, &PlanTree::runToggled);
    QTest::keyClick(&bench.tree, Qt::Key_Space);
    QCOMPARE(run.count(), 1);
    QCOMPARE(run[0][0].value<GroupPath>(), (GroupPath{0, 1}));
}

void TestNestedTable::aFlatPlanHasNoRoomForBranches() {
    Bench bench;
    QVERIFY(bench.expose());
    QVERIFY(bench.tree.visualRect(bench.at(0)).left() > 0);
    QVERIFY(
        bench.tree.visualRect(bench.at({0, 0})).left() > bench.tree.visualRect(bench.at(0)).left());
    bench.editor.joinGroup(0);
    QCOMPARE(bench.tree.visualRect(bench.at(0)).left(), 0);
    QCOMPARE(bench.tree.visibleRowCount(), 3);
}

void TestNestedTable::namesCanBeReadHoweverDeep() {
    test::WindowFixture f({64, 32});
    QVERIFY(f.show({960, 600}));
    f.editor.splitWithin(0, {32, 16});
    f.editor.splitWithin({0, 0}, {16, 16});
    PlanTree& tree = f.window.partitionEditor().table();
    const auto& model = f.window.partitionEditor().model();
    for (const QSize& size : {QSize(960, 600), QSize(1280, 800)}) {
        f.window.resize(size);
        QTRY_VERIFY(tree.isVisible() && tree.header()->length() <= tree.viewport()->width());
        const QModelIndex deepest = model.indexOf({0, 0, 0});
        QVERIFY(tree.sizeHintForIndex(deepest).width() <= tree.visualRect(deepest).width());
    }
}

QTEST_MAIN(TestNestedTable)
#include "tst_nested_table.moc"
