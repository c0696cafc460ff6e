// SPDX-License-Identifier: GPL-3.0-or-later
// Every field of a partition's options, by mouse and by keyboard.
#include "tests/ui/support/ui_test.h"
#include "ui/partition/count_box.h"
#include "ui/partition/group_details.h"
#include "ui/partition/plan_editor.h"
#include "ui/partition/plan_table_model.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QSignalSpy>
#include <QStyleOptionSpinBox>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

using namespace parterre;
using namespace parterre::ui;

namespace {

/// The options of A=64 and B=32 of 132 SMs, put together as in the window.
struct Bench {
    Bench() {
        QObject::connect(&editor, &PlanEditor::planChanged, &model, [this] { show(); });
        table.setModel(&model);
        table.setSelectionBehavior(QAbstractItemView::SelectRows);
        details = new GroupDetails(model, table);
        auto* column = new QVBoxLayout(&window);
        column->addWidget(&table);
        column->addWidget(details);
        editor.load(planOfCounts("sim:test", {64, 32}));
        table.selectRow(0);
        window.resize(900, 300);
    }
    ~Bench() { table.setParent(nullptr); }

    void show() {
        BarContent content = BarContent::make(editor.plan(), nullptr, 132);
        for (int count = 8; count <= 132; count += 8)
            content.grantable.push_back(count);
        model.setContent(std::move(content));
    }

    bool expose() {
        window.show();
        window.activateWindow();
        return QTest::qWaitForWindowActive(&window);
    }

    template <typename Editor>
    Editor& field(int column) const {
        return *qobject_cast<Editor*>(details->field(column));
    }
    CountBox& count() const { return field<CountBox>(PlanTableModel::requestedColumn); }
    int smCount() const { return editor.plan().groups[0].smCount; }

    PlanEditor editor;
    PlanTableModel model{editor};
    QTableView table;
    QWidget window;
    GroupDetails* details = nullptr;
};

/// Presses one of the arrows of a count's field.
void clickArrow(CountBox& box, bool up) {
    QStyleOptionSpinBox option;
    option.initFrom(&box);
    option.subControls = QStyle::SC_All;
    option.frame = box.hasFrame();
    const QRect arrow = box.style()->subControlRect(
        QStyle::CC_SpinBox, &option, up ? QStyle::SC_SpinBoxUp : QStyle::SC_SpinBoxDown, &box);
    QTest::mouseClick(&box, Qt::LeftButton, {}, arrow.center());
}

void type(CountBox& box, const QString& words) {
    box.setFocus();
    box.selectAll();
    QTest::keyClicks(&box, words);
}

} // namespace

class TestGroupDetails : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnWarnings(); }
    void arrowsStepByWhatIsGrantable_data();
    void arrowsStepByWhatIsGrantable();
    void arrowsStopAtTheEnds();
    void aTypedCountIsEntered_data();
    void aTypedCountIsEntered();
    void aWrongCountIsRefusedAndTakenBack();
    void whatIsBeingTypedIsKept();
    void checkAndChoice_data();
    void checkAndChoice();
    void resetForgetsAllButTheCount_data();
    void resetForgetsAllButTheCount();
    void showsTheCurrentGroup();
    void whatTheDriverCannotDoSaysWhy();
};

void TestGroupDetails::arrowsStepByWhatIsGrantable_data() {
    test::addMouseAndKeyboard();
}

void TestGroupDetails::arrowsStepByWhatIsGrantable() {
    QFETCH(bool, byKey);
    Bench bench;
    QVERIFY(bench.expose());
    CountBox& box = bench.count();
    const auto step = [&](bool up) {
        if (byKey)
            QTest::keyClick(&box, up ? Qt::Key_Up : Qt::Key_Down);
        else
            clickArrow(box, up);
    };
    step(true);
    QCOMPARE(bench.smCount(), 72);
    QCOMPARE(box.words(), QStringLiteral("72"));
    step(false);
    step(false);
    QCOMPARE(bench.smCount(), 56);
    QCOMPARE(bench.editor.undoStack().count(), 3);
    bench.editor.setSmCount(0, 60); // between two: to the next in each direction
    step(false);
    QCOMPARE(bench.smCount(), 56);
    bench.editor.setSmCount(0, 60);
    step(true);
    QCOMPARE(bench.smCount(), 64);
}

void TestGroupDetails::arrowsStopAtTheEnds() {
    Bench bench;
    QVERIFY(bench.expose());
    bench.editor.setSmCount(0, 8);
    QTest::keyClick(&bench.count(), Qt::Key_Down);
    QCOMPARE(bench.smCount(), 0);
    QCOMPARE(bench.count().words(), QStringLiteral("all that fit"));
    QTest::keyClick(&bench.count(), Qt::Key_Down);
    QCOMPARE(bench.smCount(), 0);
    QTest::keyClick(&bench.count(), Qt::Key_Up);
    QCOMPARE(bench.smCount(), 8);
    bench.editor.setSmCount(0, 128);
    clickArrow(bench.count(), true);
    clickArrow(bench.count(), true);
    QCOMPARE(bench.smCount(), 132); // the whole GPU, no more
}

void TestGroupDetails::aTypedCountIsEntered_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<bool>("byReturn");
    QTest::addColumn<int>("expected");
    QTest::newRow("Return") << QStringLiteral("40") << true << 40;
    QTest::newRow("another field") << QStringLiteral("40") << false << 40;
    QTest::newRow("the word for 0") << QStringLiteral("all that fit") << true << 0;
    QTest::newRow("spaces around") << QStringLiteral(" 24 ") << true << 24;
}

void TestGroupDetails::aTypedCountIsEntered() {
    QFETCH(QString, words);
    QFETCH(bool, byReturn);
    QFETCH(int, expected);
    Bench bench;
    QVERIFY(bench.expose());
    type(bench.count(), words);
    QCOMPARE(bench.smCount(), 64); // not yet
    if (byReturn)
        QTest::keyClick(&bench.count(), Qt::Key_Return);
    else
        bench.field<QComboBox>(PlanTableModel::queueScopeColumn).setFocus();
    QCOMPARE(bench.smCount(), expected);
    bench.table.setFocus(); // once is enough
    QCOMPARE(bench.editor.undoStack().count(), 1);
}

void TestGroupDetails::aWrongCountIsRefusedAndTakenBack() {
    Bench bench;
    QVERIFY(bench.expose());
    const QSignalSpy refused(&bench.model, &PlanTableModel::refused);
    for (const QString& wrong :
         {QStringLiteral("133"), QStringLiteral("-1"), QStringLiteral("many"), QString(" ")}) {
        type(bench.count(), wrong);
        QTest::keyClick(&bench.count(), Qt::Key_Return);
        QCOMPARE(bench.count().words(), QStringLiteral("64"));
    }
    QCOMPARE(refused.count(), 4);
    QVERIFY(refused[0][0].toString().contains(QLatin1String("133")));
    QVERIFY(refused[0][0].toString().contains(QLatin1String("0 (all that fit) to 132")));
    QCOMPARE(bench.editor.undoStack().count(), 0);
}

void TestGroupDetails::whatIsBeingTypedIsKept() {
    Bench bench;
    QVERIFY(bench.expose());
    type(bench.count(), QStringLiteral("4"));
    bench.show(); // an answer of the driver comes
    bench.editor.setWorkload(1, QStringLiteral("fma"));
    QTest::keyClicks(&bench.count(), QStringLiteral("8"));
    QTest::keyClick(&bench.count(), Qt::Key_Return);
    QCOMPARE(bench.smCount(), 48);
}

void TestGroupDetails::checkAndChoice_data() {
    test::addMouseAndKeyboard();
}

void TestGroupDetails::checkAndChoice() {
    QFETCH(bool, byKey);
    Bench bench;
    QVERIFY(bench.expose());
    auto& backfill = bench.field<QCheckBox>(PlanTableModel::backfillColumn);
    auto& scope = bench.field<QComboBox>(PlanTableModel::queueScopeColumn);
    const PlanGroup& group = bench.editor.plan().groups[0];
    if (byKey) {
        backfill.setFocus();
        QTest::keyClick(&backfill, Qt::Key_Space);
        scope.setFocus();
        QTest::keyClick(&scope, Qt::Key_End);
    } else {
        QTest::mouseClick(&backfill, Qt::LeftButton, {}, QPoint(8, backfill.height() / 2));
        QTest::mouseClick(&scope, Qt::LeftButton);
        QAbstractItemView* list = scope.view();
        QVERIFY(QTest::qWaitForWindowExposed(list->window()));
        const QModelIndex last = list->model()->index(scope.count() - 1, 0);
        QTest::qWait(QApplication::doubleClickInterval() + 50); // else it takes it for a slip
        QTest::mouseMove(list->viewport(), list->visualRect(last).center());
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(last).center());
    }
    QVERIFY(group.backfill);
    QVERIFY(group.workqueue);
    QVERIFY(group.workqueue->sharingScope == WorkqueueScope::greenContextBalanced);
    QCOMPARE(bench.editor.undoStack().count(), 2);
    bench.editor.undoStack().undo();
    bench.editor.undoStack().undo();
    QVERIFY(!backfill.isChecked());
    QCOMPARE(scope.currentIndex(), 0);
}

void TestGroupDetails::resetForgetsAllButTheCount_data() {
    checkAndChoice_data();
}

void TestGroupDetails::resetForgetsAllButTheCount() {
    QFETCH(bool, byKey);
    Bench bench;
    QVERIFY(bench.expose());
    QToolButton& reset = bench.details->resetButton();
    QVERIFY(!reset.isEnabled());
    bench.editor.editGroup(0, QStringLiteral("Options"), [](PlanGroup& group) {
        group.smCount = 48;
        group.backfill = true;
        group.coscheduledSmCount = 16;
    });
    QVERIFY(reset.isEnabled());
    if (byKey) {
        reset.setFocus();
        QTest::keyClick(&reset, Qt::Key_Space);
    } else {
        QTest::mouseClick(&reset, Qt::LeftButton);
    }
    QVERIFY(!bench.editor.plan().groups[0].backfill);
    QCOMPARE(bench.editor.plan().groups[0].coscheduledSmCount, 0);
    QCOMPARE(bench.smCount(), 48);
    QVERIFY(!reset.isEnabled());
    QCOMPARE(bench.editor.undoStack().count(), 2);
}

void TestGroupDetails::showsTheCurrentGroup() {
    Bench bench;
    QVERIFY(bench.expose());
    QCOMPARE(bench.count().words(), QStringLiteral("64"));
    bench.table.setFocus();
    QTest::keyClick(&bench.table, Qt::Key_Down);
    QCOMPARE(bench.count().words(), QStringLiteral("32"));
    QTest::mouseClick(
        bench.table.viewport(), Qt::LeftButton, {},
        bench.table.visualRect(bench.model.index(2, 0)).center()); // the remainder
    QVERIFY(!bench.count().isEnabled());
    QVERIFY(!bench.details->resetButton().isEnabled());
    bench.table.selectRow(1);
    QVERIFY(bench.count().isEnabled());
}

void TestGroupDetails::whatTheDriverCannotDoSaysWhy() {
    Bench bench;
    bench.model.setWhyNot([](std::string_view capability) {
        return capability == "workqueues" ? QStringLiteral("needs driver 13.1, this is 13.0")
                                          : QString();
    });
    bench.show();
    QVERIFY(bench.expose());
    auto& scope = bench.field<QComboBox>(PlanTableModel::queueScopeColumn);
    QVERIFY(!scope.isEnabled());
    QVERIFY(scope.toolTip().contains(QLatin1String("needs driver 13.1")));
    QVERIFY(bench.field<QCheckBox>(PlanTableModel::backfillColumn).isEnabled());
}

QTEST_MAIN(TestGroupDetails)
#include "tst_group_details.moc"
