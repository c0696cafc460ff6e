// SPDX-License-Identifier: GPL-3.0-or-later
// Partitions within partitions, end to end: the window on the engine it ships with, and on its
// simulated H200.
#include "tests/ui/support/ui_test.h"
#include "ui/engine/engine_client.h"
#include "ui/engine/session.h"
#include "ui/map/sm_map.h"
#include "ui/map/sm_map_panel.h"
#include "ui/partition/diagnostic_row.h"
#include "ui/partition/partition_bar.h"
#include "ui/partition/partition_editor.h"
#include "ui/partition/plan_editor.h"
#include "ui/partition/plan_table_model.h"
#include "ui/partition/plan_tree.h"
#include "ui/partition/preview_panel.h"
#include "ui/shell/close_question.h"
#include "ui/shell/main_window.h"
#include "ui/shell/text.h"
#include "ui/throughput/throughput_panel.h"
#include "ui/throughput/throughput_table_model.h"

#include <QAction>
#include <QPushButton>
#include <QTableView>

#include <algorithm>

using namespace parterre;
using namespace parterre::ui;

namespace {

constexpr int patience = 60'000;

struct Bench {
    Bench() { editor.load(planOfCounts("sim:h200", {64, 64})); }

    bool start() {
        editor.setWorkload(0, QStringLiteral("fma"));
        editor.setWorkload(1, QStringLiteral("copy"));
        window.resize(1280, 800);
        window.show();
        client.start();
        return QTest::qWaitForWindowActive(&window) && settled();
    }
    bool settled() {
        return QTest::qWaitFor([this] { return session.isPreviewCurrent(); }, patience);
    }
    bool apply() {
        if (!QTest::qWaitFor([this] { return session.canApply(); }, patience))
            return false;
        window.previewPanel().applyButton().click();
        return QTest::qWaitFor(
            [this] { return session.applied() && session.pendingChanges().isEmpty(); }, patience);
    }
    PartitionEditor& partitions() { return window.partitionEditor(); }
    QString granted(const GroupPath& path) {
        return partitions().model().indexOf(path, PlanTableModel::grantedColumn).data().toString();
    }
    int runState(const GroupPath& path) {
        return partitions()
            .model()
            .indexOf(path, PlanTableModel::runColumn)
            .data(PlanTableModel::runStateRole)
            .toInt();
    }

    EngineClient client{{QStringLiteral(PARTERRE_CLI), QStringLiteral("serve")}};
    PlanEditor editor;
    Session session{client, editor};
    MainWindow window{session};
};

} // namespace

class TestNestedEngine : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnWarnings(); }
    void anAppliedPartitionIsSplitAgain();
    void aFixWorksOnASubPartition();
};

void TestNestedEngine::anAppliedPartitionIsSplitAgain() {
    Bench bench;
    QVERIFY(bench.start());
    QVERIFY(bench.apply());
    bench.session.run(0);
    QTRY_VERIFY_WITH_TIMEOUT(bench.session.isRunning(0), patience);

    // What A gives can be asked already, as it is applied; of B changed to another size it can't.
    bench.partitions().table().select(0);
    QTest::keyClick(&bench.window, Qt::Key_2, Qt::ControlModifier | Qt::AltModifier);
    QCOMPARE(bench.editor.groupCount(0), 2);
    QVERIFY(bench.settled());
    QTRY_COMPARE_WITH_TIMEOUT(bench.granted({0, 0}).toInt() > 0, true, patience);
    QVERIFY(bench.session.isRunning(0)); // until the next Apply it goes on
    bench.editor.setNeighbours(0, 72, 56);
    QVERIFY(bench.settled());
    QTRY_COMPARE_WITH_TIMEOUT(bench.granted({0, 0}), QStringLiteral("not yet"), patience);
    QVERIFY(bench.partitions()
                .model()
                .indexOf({0, 0}, PlanTableModel::grantedColumn)
                .data(Qt::ToolTipRole)
                .toString()
                .contains(QLatin1String("known once A is applied")));
    bench.editor.undoStack().undo();
    bench.editor.setSmCount({0, 0}, 40);
    bench.editor.setSmCount({0, 1}, 16);
    bench.editor.setWorkload({0, 1}, QStringLiteral("copy"));

    const QStringList changes = bench.session.pendingChanges();
    QCOMPARE(
        changes,
        (QStringList{
            QStringLiteral("A/1 is new, with 40 SMs"), QStringLiteral("A/2 is new, with 16 SMs")}));
    QVERIFY(bench.window.previewPanel().changesText().contains(changes[1]));
    const CloseQuestion question = CloseQuestion::aboutClosing(bench.session);
    QVERIFY(question.text.contains(QLatin1String("2 change(s) not applied")));
    QVERIFY(question.details.contains(changes[0]));

    QVERIFY(bench.apply());
    QTRY_COMPARE_WITH_TIMEOUT(bench.granted({0, 0}), QStringLiteral("40"), patience);
    QTRY_COMPARE_WITH_TIMEOUT(bench.granted({0, 1}), QStringLiteral("16"), patience);
    QCOMPARE(bench.granted({0, 2}), QStringLiteral("8"));
    const PlanTableModel::RunState none = PlanTableModel::RunState::unavailable;
    QCOMPARE(bench.runState(0), static_cast<int>(none)); // nothing runs in what is split

    // The map says whose SMs they are; hover tells the full name.
    const SmMapContent& map = bench.partitions().map().map().content();
    std::map<QString, int> owners;
    for (const SmMapContent::Sm& sm : map.sms)
        if (map.ownerOf(sm) != SmMapContent::none)
            ++owners[map.segments[static_cast<std::size_t>(map.ownerOf(sm))].fullName];
    QCOMPARE(owners[QStringLiteral("A/1")], 40);
    QCOMPARE(owners[QStringLiteral("A/2")], 16);
    QCOMPARE(owners[QStringLiteral("B")], 64);
    QCOMPARE(owners[QStringLiteral("A")], 8); // what A leaves over
    for (const SmMapContent::Sm& sm : map.sms)
        if (map.ownerOf(sm) == 0)
            QVERIFY(map.smDescription(sm).endsWith(QLatin1String("left over in A")));
    QVERIFY(map.differing().empty());

    bench.window.throughputPanel().runAction()->trigger();
    const auto isMeasured = [&](const GroupPath& path) {
        return !bench.partitions()
                    .model()
                    .indexOf(path, PlanTableModel::throughputColumn)
                    .data()
                    .toString()
                    .isEmpty();
    };
    QTRY_VERIFY_WITH_TIMEOUT(isMeasured({0, 0}) && isMeasured({0, 1}) && isMeasured(1), patience);
    QVERIFY(!isMeasured(0));
    QStringList listed;
    const QAbstractItemModel& numbers = *bench.window.throughputPanel().numbers().model();
    for (int row = 0; row < numbers.rowCount(); ++row)
        listed << numbers.index(row, ThroughputTableModel::nameColumn).data().toString();
    QCOMPARE(
        listed, (QStringList{QStringLiteral("B"), QStringLiteral("A/1"), QStringLiteral("A/2")}));

    // Space in the row stops one of them, and only that.
    bench.partitions().tableAction()->setChecked(true);
    bench.partitions().table().select({0, 0});
    bench.partitions().toggleRun({0, 0});
    QTRY_COMPARE_WITH_TIMEOUT(
        bench.runState({0, 0}), static_cast<int>(PlanTableModel::RunState::idle), patience);
    QCOMPARE(bench.runState({0, 1}), static_cast<int>(PlanTableModel::RunState::running));

    // Back by undo, forth by redo, and back to what is applied by Revert.
    bench.editor.joinGroup(0);
    QCOMPARE(bench.session.pendingChanges().size(), 2);
    bench.editor.undoStack().undo();
    QVERIFY(bench.session.pendingChanges().isEmpty());
    bench.editor.setNeighbours({0, 0}, 24, 32);
    QTRY_VERIFY_WITH_TIMEOUT(bench.window.previewPanel().revertButton().isEnabled(), patience);
    bench.window.previewPanel().revertButton().click();
    QVERIFY(bench.session.pendingChanges().isEmpty());
    QCOMPARE(bench.editor.plan().groups[0].split->groups[0].smCount, 40);

    // Released, nobody can know any more.
    QTRY_COMPARE_WITH_TIMEOUT(bench.granted({0, 0}), QStringLiteral("40"), patience);
    bench.window.previewPanel().releaseButton().click();
    QTRY_COMPARE_WITH_TIMEOUT(bench.granted({0, 0}), QStringLiteral("not yet"), patience);
}

void TestNestedEngine::aFixWorksOnASubPartition() {
    Bench bench;
    QVERIFY(bench.start());
    QVERIFY(bench.apply());
    bench.editor.splitWithin(0, {20, 16});
    QVERIFY(bench.settled());
    const auto rowAbout = [&](const QString& words) -> DiagnosticRow* {
        for (DiagnosticRow* row : bench.window.previewPanel().diagnostics())
            if (row->accessibleName().contains(words) && row->fixButton())
                return row;
        return nullptr;
    };
    QTRY_VERIFY_WITH_TIMEOUT(rowAbout(QStringLiteral("A/1 asked for 20 SMs")), patience);
    rowAbout(QStringLiteral("A/1 asked for 20 SMs"))->fixButton()->click();
    QCOMPARE(
        bench.editor.plan().groups[0].split->groups[0].smCount,
        bench.session.preview()->nested[0].part.smCount);
    QVERIFY(bench.editor.plan().groups[0].split->groups[0].smCount != 20);
    QVERIFY(bench.settled());
    QTRY_VERIFY_WITH_TIMEOUT(!rowAbout(QStringLiteral("A/1 asked for")), patience);
}

QTEST_MAIN(TestNestedEngine)
#include "tst_nested_engine.moc"
