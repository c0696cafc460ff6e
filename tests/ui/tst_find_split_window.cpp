// SPDX-License-Identifier: GPL-3.0-or-later
// An experiment that takes goals and comes to a plan, in the experiments' window on a fake engine.
#include "tests/ui/support/choosing.h"
#include "tests/ui/support/experiment_bench.h"
#include "tests/ui/support/ui_test.h"
#include "ui/experiments/experiment_view.h"
#include "ui/experiments/goal_form.h"
#include "ui/experiments/goal_forms.h"
#include "ui/experiments/plan_offer.h"
#include "ui/experiments/sm_counts_field.h"
#include "ui/experiments/workload_fields.h"
#include "ui/shell/theme.h"

#include <QDoubleSpinBox>
#include <QListView>
#include <QTableView>
#include <QToolButton>

using namespace parterre;
using namespace parterre::ui;
using test::patience;
using test::press;
using Kind = WorkloadGoal::Kind;

namespace {

const std::vector<WorkloadGoal>& usualGoals() {
    static const std::vector<WorkloadGoal> goals{
        {"latency", {{"blocks", 528}}, Kind::p99, 400, "µs"}, {"fma", {}, Kind::most}};
    return goals;
}

struct Bench : test::ExperimentBench {
    bool showFindSplit(const QSize& size = {1120, 720}) {
        if (!show(size))
            return false;
        choose("find-split");
        return true;
    }
    GoalForm& goal(int index) { return window.form().goals().form(index); }
    PlanOffer& offer() { return window.planOffer(); }
    const PartitionPlan& plan() { return editor.plan(); }
    bool isInSight(const QWidget& field) {
        return !field.visibleRegion().isEmpty() &&
               field.visibleRegion().boundingRect() == field.rect();
    }
};

} // namespace

class TestFindSplitWindow : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnWarnings(); }
    void showsGoalsWhereTheyAreTaken();
    void measuresWhatIsWritten_data() { test::addMouseAndKeyboard(); }
    void measuresWhatIsWritten();
    void isWalkedThroughByTab();
    void startsWithNothingWrong();
    void goesToTheFieldThatIsRefused_data();
    void goesToTheFieldThatIsRefused();
    void putsThePlanOnScreen_data() { test::addMouseAndKeyboard(); }
    void putsThePlanOnScreen();
    void offersEachResultsPlan();
    void takesThePlansGpuAlong();
    void fitsSmallWindows_data() { test::addWindowSizes(); }
    void fitsSmallWindows();
};

void TestFindSplitWindow::showsGoalsWhereTheyAreTaken() {
    Bench bench;
    QVERIFY(bench.show());
    QVERIFY(!bench.window.form().goals().isVisible());
    QVERIFY(bench.window.form().parameters().goals.empty());
    bench.choose("find-split");
    QVERIFY(bench.window.form().goals().isVisible());
    QVERIFY(bench.window.form().parameters().goals == usualGoals());
    QVERIFY(!bench.window.form().workload().isVisible());
    QVERIFY(bench.window.startButton().isEnabled());
    bench.choose("creation-cost");
    QVERIFY(!bench.window.form().goals().isVisible());
}

void TestFindSplitWindow::measuresWhatIsWritten() {
    QFETCH(bool, byKey);
    Bench bench;
    QVERIFY(bench.showFindSplit());
    test::type(bench.goal(0).value(), QStringLiteral("60"));
    bench.goal(1).kind().setFocus();
    QVERIFY(test::choose(bench.goal(1).workload().choice(), QStringLiteral("copy"), byKey));
    QVERIFY(test::choose(bench.goal(1).kind(), static_cast<int>(Kind::rate), byKey));
    test::type(bench.goal(1).value(), QStringLiteral("80"));
    bench.window.form().runs().setGiven(2);
    press(bench.window.startButton(), byKey);
    QVERIFY(bench.window.runs().isRunning());
    QVERIFY(bench.isDone());
    const ExperimentResult* result = bench.window.view().result();
    QVERIFY2(result, qPrintable(bench.window.error()));
    QVERIFY(
        result->parameters.goals == (std::vector<WorkloadGoal>{
                                        {"latency", {{"blocks", 528}}, Kind::p99, 60, "µs"},
                                        {"copy", {}, Kind::rate, 80, "%"}}));
    // They are told with the result, and in the list of all results.
    const QString facts = bench.window.view().facts();
    for (const WorkloadGoal& goal : result->parameters.goals)
        QVERIFY2(facts.contains(QString::fromStdString(textOf(goal))), qPrintable(facts));
    const QModelIndex row = bench.window.results().model()->index(0, 0);
    for (const int role : {int(Qt::DisplayRole), int(Qt::ToolTipRole)}) {
        const QString text = row.data(role).toString();
        QVERIFY2(
            text.contains(QStringLiteral("latency p99 below 60 µs")) &&
                text.contains(QStringLiteral("copy at least 80 % of alone")),
            qPrintable(text));
    }
    // All of it can be read there.
    const QListView& list = bench.window.results();
    QVERIFY(list.visualRect(row).height() >= 3 * list.fontMetrics().height());
}

void TestFindSplitWindow::isWalkedThroughByTab() {
    Bench bench;
    QVERIFY(bench.showFindSplit());
    bench.goal(1).kind().setCurrentIndex(0);
    QVERIFY(bench.findsSomething());
    bench.window.choice().setFocus();
    QList<QWidget*> reached;
    for (int i = 0; i < 60; ++i) {
        QWidget* now = bench.window.focusWidget();
        QVERIFY(now);
        QVERIFY2(
            !now->accessibleName().isEmpty() || qobject_cast<QAbstractButton*>(now),
            now->metaObject()->className());
        if (!reached.contains(now))
            reached << now;
        QTest::keyClick(now, Qt::Key_Tab);
    }
    // From top to bottom.
    qsizetype last = -1;
    for (QWidget* wanted : std::initializer_list<QWidget*>{
             &bench.goal(0).workload().choice(), bench.goal(0).workload().box("blocks"),
             &bench.goal(0).kind(), &bench.goal(0).value(), &bench.goal(0).unit(),
             &bench.goal(1).workload().choice(), &bench.goal(1).kind(), &bench.goal(1).value(),
             &bench.goal(1).unit(), &bench.window.form().smCounts(), &bench.window.startButton(),
             &bench.offer().button()}) {
        const qsizetype at = reached.indexOf(wanted);
        QVERIFY2(at > last, qPrintable(wanted->accessibleName()));
        last = at;
    }
    QSet<QString> names; // of fields, so that one hears which one it is
    for (const QWidget* widget : reached)
        if (bench.window.form().goals().isAncestorOf(widget)) {
            QVERIFY2(
                !names.contains(widget->accessibleName()), qPrintable(widget->accessibleName()));
            names.insert(widget->accessibleName());
        }
}

void TestFindSplitWindow::startsWithNothingWrong() {
    Bench bench;
    QVERIFY(bench.showFindSplit());
    const QPushButton& start = bench.window.startButton();
    test::type(bench.goal(0).value(), QStringLiteral("0"));
    QVERIFY(!start.isEnabled());
    QVERIFY(bench.goal(0).note().contains(QLatin1String("more than 0")));
    QCOMPARE(start.toolTip(), bench.goal(0).note());
    QCOMPARE(bench.window.step(), bench.goal(0).note()); // to be read without a mouse, too
    test::type(bench.goal(0).value(), QStringLiteral("60"));
    QVERIFY(start.isEnabled() && bench.goal(0).note().isEmpty());
    QVERIFY(test::choose(bench.goal(0).workload().choice(), QStringLiteral("copy"), true));
    QVERIFY(!start.isEnabled());
    QVERIFY2(start.toolTip().contains(QLatin1String("Only one")), qPrintable(start.toolTip()));
    // What another experiment does not take is no problem of it.
    bench.choose("creation-cost");
    QVERIFY(start.isEnabled());
    bench.choose("find-split");
    QVERIFY(start.isEnabled()); // with what is usual again
    QVERIFY(bench.window.form().parameters().goals == usualGoals());
}

void TestFindSplitWindow::goesToTheFieldThatIsRefused_data() {
    QTest::addColumn<bool>("isParameter");
    QTest::newRow("value") << false;
    QTest::newRow("parameter") << true;
}

/// Which may be far down, out of sight.
void TestFindSplitWindow::goesToTheFieldThatIsRefused() {
    QFETCH(bool, isParameter);
    Bench bench;
    QVERIFY(bench.showFindSplit({800, 600}));
    bench.goal(1).setGoal({"latency", {}, Kind::p50, 60, "µs"});
    QWidget& field = isParameter ? static_cast<QWidget&>(*bench.goal(1).workload().box("blocks"))
                                 : bench.goal(1).value();
    if (isParameter)
        bench.goal(1).workload().box("blocks")->setGiven(5000);
    else
        bench.goal(1).value().setValue(13);
    QTest::mouseClick(&bench.window.startButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!bench.window.error().isEmpty(), patience);
    QTRY_VERIFY2_WITH_TIMEOUT(field.hasFocus(), qPrintable(bench.window.error()), patience);
    QTRY_VERIFY_WITH_TIMEOUT(bench.isInSight(field), patience);
    QVERIFY(!bench.window.view().result());
}

void TestFindSplitWindow::putsThePlanOnScreen() {
    QFETCH(bool, byKey);
    Bench bench;
    bench.main.show();
    QVERIFY(bench.showFindSplit());
    QVERIFY(!bench.offer().isVisible());
    QVERIFY(bench.findsSomething());
    bench.editor.setSmCount(0, 56); // an edit of one's own
    const PartitionPlan before = bench.plan();
    const int edits = bench.editor.undoStack().index();
    QVERIFY(bench.offer().isVisible() && bench.offer().button().isEnabled());
    QVERIFY2(
        bench.offer().text().contains(QLatin1String("latency 24 SMs, fma the rest")),
        qPrintable(bench.offer().text()));
    press(bench.offer().button(), byKey);
    const ExperimentResult& result = *bench.window.view().result();
    QVERIFY(bench.plan() == *result.plan);
    QCOMPARE(bench.plan().groups.at(0).smCount, 24);
    QCOMPARE(bench.editor.undoStack().index(), edits + 1);
    QVERIFY(!bench.offer().button().isEnabled());
    QVERIFY(bench.offer().text().contains(QLatin1String("On screen now")));
    QTRY_VERIFY_WITH_TIMEOUT(bench.main.isActiveWindow(), patience);
    QTRY_VERIFY_WITH_TIMEOUT(bench.session.isPreviewCurrent(), patience);
    QCOMPARE(bench.session.preview()->groups.at(0).smCount, 24);
    // Nothing is lost: neither the plan nor what was done before.
    QTest::keyClick(&bench.main, Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(bench.plan() == before);
    QVERIFY(bench.offer().button().isEnabled());
    QTest::keyClick(&bench.main, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(bench.plan().groups.at(0).smCount, 64);
    QVERIFY(bench.window.view().result());
}

void TestFindSplitWindow::offersEachResultsPlan() {
    Bench bench;
    QVERIFY(bench.showFindSplit());
    QVERIFY(bench.findsSomething());
    bench.choose("scaling");
    QVERIFY(bench.findsSomething());
    QVERIFY(!bench.offer().isVisible()); // it comes to none
    QListView& list = bench.window.results();
    list.setFocus();
    QTest::keyClick(&list, Qt::Key_Down);
    QVERIFY(bench.offer().isVisible());
    QTest::keyClick(&list, Qt::Key_Up);
    QVERIFY(!bench.offer().isVisible());
}

void TestFindSplitWindow::takesThePlansGpuAlong() {
    Bench bench;
    QVERIFY(bench.showFindSplit());
    QVERIFY(bench.findsSomething());
    bench.editor.setDevice(QStringLiteral("gpu:0"));
    QVERIFY2(
        bench.offer().text().contains(QLatin1String("for sim:test")),
        qPrintable(bench.offer().text()));
    press(bench.offer().button(), false);
    QCOMPARE(bench.plan().device, std::string("sim:test"));
    bench.editor.undoStack().undo();
    QCOMPARE(bench.plan().device, std::string("gpu:0"));
}

void TestFindSplitWindow::fitsSmallWindows() {
    QFETCH(QSize, size);
    Bench bench;
    QVERIFY(bench.showFindSplit(size));
    bench.goal(1).kind().setCurrentIndex(0);
    QVERIFY(bench.findsSomething());
    QVERIFY2(
        bench.isWithin(size),
        qPrintable(QStringLiteral("%1x%2").arg(bench.window.width()).arg(bench.window.height())));
    for (const QWidget* widget : std::initializer_list<const QWidget*>{
             &bench.window.choice(), &bench.window.startButton(), &bench.window.cancelButton(),
             &bench.window.results(), &bench.window.view().exportButton(),
             &bench.window.view().table(), &bench.offer().button()})
        QVERIFY2(bench.isInSight(*widget), widget->metaObject()->className());
    // The fields scroll up and down, not sideways, and no further than they reach.
    const QWidget* fields = bench.window.form().parentWidget();
    const QWidget* pane = fields->parentWidget();
    for (const QWidget* widget : std::initializer_list<const QWidget*>{
             &bench.goal(0).unit(), &bench.goal(1).unit(), bench.goal(0).workload().box("blocks")})
        QVERIFY(widget->mapTo(pane, widget->rect().topRight()).x() < pane->width());
    const QWidget& last = bench.window.form().runs();
    QVERIFY(fields->height() > pane->height());
    QTRY_VERIFY(fields->height() - last.mapTo(fields, last.rect().bottomLeft()).y() <= theme::grid);
}

QTEST_MAIN(TestFindSplitWindow)
#include "tst_find_split_window.moc"
