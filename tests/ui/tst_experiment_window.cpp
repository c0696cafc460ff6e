// SPDX-License-Identifier: GPL-3.0-or-later
// The experiments' window on a fake engine, by mouse and by keyboard.
#include "tests/ui/support/experiment_bench.h"
#include "tests/ui/support/ui_test.h"
#include "ui/experiments/experiment_chart.h"
#include "ui/experiments/experiment_export.h"
#include "ui/experiments/experiment_form.h"
#include "ui/experiments/experiment_runs.h"
#include "ui/experiments/experiment_view.h"
#include "ui/experiments/experiment_window.h"
#include "ui/experiments/sm_counts_field.h"
#include "ui/experiments/usual_box.h"
#include "ui/experiments/workload_fields.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QListView>
#include <QMenuBar>
#include <QProgressBar>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>

using namespace parterre;
using namespace parterre::ui;
using test::ExperimentBench;
using test::patience;
using test::press;

class TestExperimentWindow : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnWarnings(); }
    void isReachedFromTheMenu();
    void showsTheQuestionAndWhatItTakes();
    void findsSomething_data() { test::addMouseAndKeyboard(); }
    void findsSomething();
    void isWalkedThroughByTab();
    void isCancelled_data() { test::addMouseAndKeyboard(); }
    void isCancelled();
    void keepsWhatItFound();
    void saysWhatIsWrongBeforehand();
    void goesToTheFieldThatIsRefused();
    void releasesFirst_data();
    void releasesFirst();
    void nothingIsAppliedMeanwhile();
    void outlivesTheEngine();
    void tellsAnAnswerThatIsNone();
    void tellsWhatTheDriverRefused();
    void copiesAndOffersFiles();
    void fitsSmallWindows_data() { test::addWindowSizes(); }
    void fitsSmallWindows();
};

void TestExperimentWindow::isReachedFromTheMenu() {
    ExperimentBench bench;
    bench.main.show();
    QAction* entry = nullptr;
    for (QAction* menu : bench.main.menuBar()->actions())
        for (QAction* action : menu->menu()->actions())
            if (action->text().contains(QLatin1String("xperiments")))
                entry = action;
    QVERIFY(entry);
    QVERIFY(!entry->shortcut().isEmpty());
    QVERIFY(bench.window.isHidden());
    bench.main.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&bench.main));
    QTest::keyClick(&bench.main, Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(bench.window.isVisible());
    QVERIFY(bench.window.isWindow() && !bench.window.isModal());
    QTRY_VERIFY(bench.window.isActiveWindow());
    QTest::keyClick(&bench.window, Qt::Key_W, Qt::ControlModifier);
    QTRY_VERIFY(bench.window.isHidden());
    QVERIFY(bench.main.isVisible());
}

void TestExperimentWindow::showsTheQuestionAndWhatItTakes() {
    ExperimentBench bench;
    QVERIFY(!bench.window.startButton().isEnabled()); // nothing is known yet
    QVERIFY(bench.show());
    QCOMPARE(bench.window.choice().count(), 3);
    QCOMPARE(bench.window.question(), QStringLiteral("How does the rate grow?"));
    QVERIFY(bench.window.simulated().contains(QLatin1String("made up for tests")));
    QVERIFY(bench.window.form().workload().isVisible());
    bench.choose("creation-cost");
    QCOMPARE(bench.window.question(), QStringLiteral("What do contexts cost?"));
    QVERIFY(!bench.window.form().workload().isVisible());
    QVERIFY(bench.window.form().runs().isVisible());
    // A real GPU is none that could be taken for one.
    bench.editor.setDevice(QStringLiteral("gpu:0"));
    QTRY_VERIFY_WITH_TIMEOUT(bench.window.simulated().isEmpty(), patience);
}

void TestExperimentWindow::findsSomething() {
    QFETCH(bool, byKey);
    ExperimentBench bench;
    QVERIFY(bench.show());
    QVERIFY(!bench.window.view().result());
    bench.window.form().smCounts().setText(QStringLiteral("8, 16"));
    bench.window.form().runs().setGiven(4);
    press(bench.window.startButton(), byKey);
    QVERIFY(bench.window.runs().isRunning());
    QVERIFY(!bench.window.startButton().isEnabled());
    QVERIFY(bench.window.cancelButton().isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(bench.window.progress().value() > 0, patience);
    QVERIFY2(bench.window.step().contains(QLatin1String("run ")), qPrintable(bench.window.step()));
    QTRY_VERIFY_WITH_TIMEOUT(bench.window.view().result(), patience);
    const ExperimentView& view = bench.window.view();
    QCOMPARE(view.sentence(), QStringLiteral("scaling has its knee at 16 SMs."));
    QCOMPARE(view.provenance(), QStringLiteral("Simulated: made up for tests."));
    QCOMPARE(view.result()->parameters.smCounts, (std::vector<int>{8, 16}));
    QCOMPARE(view.result()->parameters.workload, std::string("copy"));
    QCOMPARE(view.result()->parameters.runs, 4);
    QCOMPARE(view.chart().pointCount(0), 2);
    QCOMPARE(view.table().model()->rowCount(), 2);
    QVERIFY(bench.window.startButton().isEnabled() && !bench.window.cancelButton().isEnabled());
    QCOMPARE(bench.window.progress().value(), 0);
    QVERIFY(bench.window.error().isEmpty());
}

/// Everything is reached without a mouse.
void TestExperimentWindow::isWalkedThroughByTab() {
    ExperimentBench bench;
    QVERIFY(bench.show());
    QVERIFY(bench.findsSomething());
    bench.window.choice().setFocus();
    QSet<QWidget*> reached;
    for (int i = 0; i < 60; ++i) {
        QWidget* now = bench.window.focusWidget();
        QVERIFY(now);
        reached.insert(now);
        QTest::keyClick(now, Qt::Key_Tab);
    }
    const ExperimentWindow& window = bench.window;
    for (QWidget* wanted : std::initializer_list<QWidget*>{
             &window.choice(), &window.form().workload().choice(), &window.form().smCounts(),
             &window.form().runs(), &window.startButton(), &window.results(),
             &window.view().exportButton(), &window.view().table(),
             window.view().chart().focusProxy()})
        QVERIFY2(reached.contains(wanted), qPrintable(wanted->accessibleName()));
    for (QWidget* widget : reached)
        QVERIFY2(
            !widget->accessibleName().isEmpty() || qobject_cast<QAbstractButton*>(widget),
            widget->metaObject()->className());
}

void TestExperimentWindow::isCancelled() {
    QFETCH(bool, byKey);
    ExperimentBench bench;
    QVERIFY(bench.show());
    QVERIFY(bench.isStarted(1000));
    press(bench.window.cancelButton(), byKey);
    QVERIFY(bench.window.runs().isCancelling());
    QVERIFY(!bench.window.cancelButton().isEnabled());
    QVERIFY(bench.isDone());
    QVERIFY(!bench.window.view().result());
    QVERIFY(bench.window.error().isEmpty());
    // And again, this time to the end.
    QVERIFY(bench.findsSomething());
    QVERIFY(bench.window.view().result());
}

void TestExperimentWindow::keepsWhatItFound() {
    ExperimentBench bench;
    QVERIFY(bench.show());
    QVERIFY(bench.findsSomething());
    bench.choose("creation-cost");
    QVERIFY(bench.findsSomething());
    QListView& list = bench.window.results();
    QCOMPARE(list.model()->rowCount(), 2);
    QCOMPARE(bench.window.view().result()->experiment.name, std::string("creation-cost"));
    list.setFocus();
    QTest::keyClick(&list, Qt::Key_Down);
    QCOMPARE(bench.window.view().result()->experiment.name, std::string("scaling"));
    QTest::mouseClick(
        list.viewport(), Qt::LeftButton, {}, list.visualRect(list.model()->index(0, 0)).center());
    QCOMPARE(bench.window.view().result()->experiment.name, std::string("creation-cost"));
    // What is looked at is not taken away by one that finds nothing.
    QVERIFY(bench.isStarted(1000));
    QTest::mouseClick(&bench.window.cancelButton(), Qt::LeftButton);
    QVERIFY(bench.isDone());
    QCOMPARE(list.model()->rowCount(), 2);
    QVERIFY(bench.window.view().result());
}

void TestExperimentWindow::saysWhatIsWrongBeforehand() {
    ExperimentBench bench;
    QVERIFY(bench.show());
    bench.window.form().smCounts().setFocus();
    QTest::keyClicks(&bench.window.form().smCounts(), QStringLiteral("8, 500"));
    QVERIFY(!bench.window.startButton().isEnabled());
    QVERIFY(bench.window.startButton().toolTip().contains(QLatin1String("500")));
    QTest::keyClick(&bench.window.form().smCounts(), Qt::Key_Backspace);
    QVERIFY(bench.window.startButton().isEnabled());
}

void TestExperimentWindow::goesToTheFieldThatIsRefused() {
    ExperimentBench bench;
    QVERIFY(bench.show());
    bench.window.form().setSmCount(0); // as if it were not known here
    bench.window.form().smCounts().setText(QStringLiteral("500"));
    QTest::mouseClick(&bench.window.startButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(bench.window.error().contains(QLatin1String("at most 132")), patience);
    QTRY_VERIFY(bench.window.form().smCounts().hasFocus());
    QVERIFY(!bench.window.runs().isRunning());
    bench.window.form().smCounts().clear();
    QVERIFY(bench.findsSomething());
    QVERIFY(bench.window.error().isEmpty());
}

void TestExperimentWindow::releasesFirst_data() {
    QTest::addColumn<bool>("byKey");
    QTest::addColumn<bool>("runs");  // a workload goes on
    QTest::addColumn<bool>("edits"); // the plan is not what is applied any more
    QTest::addColumn<bool>("stays"); // asked, the answer is no
    QTest::newRow("mouse") << false << false << false << false;
    QTest::newRow("keyboard") << true << false << false << false;
    QTest::newRow("while one runs") << false << true << false << false;
    QTest::newRow("of another plan") << false << false << true << false;
    QTest::newRow("not after all") << true << true << true << true;
}

void TestExperimentWindow::releasesFirst() {
    QFETCH(bool, byKey);
    QFETCH(bool, runs);
    QFETCH(bool, edits);
    QFETCH(bool, stays);
    ExperimentBench bench;
    bench.editor.setWorkload(0, QStringLiteral("fma"));
    QVERIFY(bench.show());
    QVERIFY(!bench.window.releaseButton().isVisible());
    QVERIFY(bench.apply());
    QVERIFY(bench.window.releaseButton().isVisible());
    QVERIFY(bench.window.applied().contains(QLatin1String("A, B")));
    QVERIFY(!bench.window.startButton().isEnabled());
    if (runs)
        bench.session.runAll();
    if (edits)
        bench.editor.setSmCount(0, 72);
    bench.answer = !stays;
    press(bench.window.releaseButton(), byKey);
    QCOMPARE(bench.asked.size(), runs || edits ? 1 : 0);
    QCOMPARE(runs, bench.asked.join(QString()).contains(QLatin1String("running")));
    QCOMPARE(edits, bench.asked.join(QString()).contains(QLatin1String("differs")));
    if (stays) {
        QTest::qWait(100);
        QVERIFY(bench.session.applied());
        return;
    }
    QTRY_VERIFY_WITH_TIMEOUT(!bench.session.applied(), patience);
    QVERIFY(!bench.window.releaseButton().isVisible() && bench.window.applied().isEmpty());
    QVERIFY(bench.findsSomething());
}

void TestExperimentWindow::nothingIsAppliedMeanwhile() {
    ExperimentBench bench;
    QVERIFY(bench.show());
    QVERIFY(bench.session.canApply());
    QVERIFY(bench.isStarted(1000));
    QVERIFY(bench.session.whyNotApply().contains(QLatin1String("experiment")));
    // Another GPU's plan is not in its way.
    bench.editor.setDevice(QStringLiteral("sim:other"));
    QTRY_VERIFY_WITH_TIMEOUT(bench.session.canApply(), patience);
    bench.editor.setDevice(QStringLiteral("sim:test"));
    QTest::mouseClick(&bench.window.cancelButton(), Qt::LeftButton);
    QVERIFY(bench.isDone());
    QTRY_VERIFY_WITH_TIMEOUT(bench.session.canApply(), patience);
}

void TestExperimentWindow::outlivesTheEngine() {
    ExperimentBench bench({QStringLiteral("--crash-on"), QStringLiteral("status")});
    QVERIFY(bench.show());
    QVERIFY(bench.findsSomething());
    QVERIFY(bench.isStarted(1000));
    const qint64 before = bench.client.processId();
    bench.client.request(
        "status", Json{{"device", "sim:test"}}, &bench.client, [](const Json&) {},
        [](const EngineError&) {});
    QVERIFY(bench.isDone());
    QVERIFY2(
        bench.window.error().contains(QLatin1String("signal 9")), qPrintable(bench.window.error()));
    QVERIFY(bench.window.isVisible());
    QCOMPARE(bench.window.results().model()->rowCount(), 1);
    QVERIFY(bench.window.view().result());
    // With the new engine it goes on where it was, the fields as they were written.
    QTRY_VERIFY_WITH_TIMEOUT(bench.window.startButton().isEnabled(), patience);
    QVERIFY(bench.client.processId() != before);
    QCOMPARE(*bench.window.form().runs().given(), 1000);
    QVERIFY(bench.findsSomething());
    QVERIFY(bench.window.error().isEmpty());
    QCOMPARE(bench.window.results().model()->rowCount(), 2);
}

void TestExperimentWindow::tellsAnAnswerThatIsNone() {
    ExperimentBench bench({QStringLiteral("--wrong-type-on"), QStringLiteral("experiment")});
    QVERIFY(bench.show());
    QTest::mouseClick(&bench.window.startButton(), Qt::LeftButton);
    QVERIFY(bench.isDone());
    QVERIFY(!bench.window.error().isEmpty());
    QVERIFY(!bench.window.view().result());
    QVERIFY(bench.window.startButton().isEnabled());
}

void TestExperimentWindow::tellsWhatTheDriverRefused() {
    ExperimentBench bench({QStringLiteral("--refuse"), QStringLiteral("experiment")});
    QVERIFY(bench.show());
    QTest::mouseClick(&bench.window.startButton(), Qt::LeftButton);
    QVERIFY(bench.isDone());
    for (const char* part : {"The driver refused.", "Ask for less.", "cuGreenCtxCreate"})
        QVERIFY2(
            bench.window.error().contains(QLatin1String(part)), qPrintable(bench.window.error()));
}

void TestExperimentWindow::copiesAndOffersFiles() {
    ExperimentBench bench;
    QVERIFY(bench.show());
    for (const QAction* action : bench.window.view().exports().actions())
        QVERIFY(!action->isEnabled()); // of what?
    QVERIFY(bench.findsSomething());
    for (const QAction* action : bench.window.view().exports().actions())
        QVERIFY(action->isEnabled());
    QTableView& table = bench.window.view().table();
    table.setFocus();
    QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
    QVERIFY(QGuiApplication::clipboard()->text().contains(QLatin1String("median, GB/s\tlowest")));
    QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    const Json json = parseJson(QGuiApplication::clipboard()->text().toStdString(), "copied");
    QVERIFY(experimentResultFromJson(JsonReader(json, "copied")) == *bench.window.view().result());
    bench.window.view().chart().setFocus();
    QTest::keyClick(
        bench.window.view().chart().focusProxy(), Qt::Key_C,
        Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(QLatin1String("kernel,sm_count,")));
    const QTemporaryDir folder;
    QString error;
    const QString path = folder.filePath(QStringLiteral("none/report.html"));
    QVERIFY(!bench.window.view().exports().save(path, ExperimentExport::Format::report, &error));
    QVERIFY(!error.isEmpty());
}

void TestExperimentWindow::fitsSmallWindows() {
    QFETCH(QSize, size);
    ExperimentBench bench;
    QVERIFY(bench.show(size));
    QVERIFY(bench.findsSomething());
    QVERIFY2(
        bench.isWithin(size),
        qPrintable(QStringLiteral("%1x%2").arg(bench.window.width()).arg(bench.window.height())));
    const auto isInside = [&](const QWidget& widget) {
        const QRect place(widget.mapTo(&bench.window, QPoint()), widget.size());
        return widget.isVisible() && bench.window.rect().contains(place);
    };
    for (const QWidget* widget : std::initializer_list<const QWidget*>{
             &bench.window.choice(), &bench.window.startButton(), &bench.window.cancelButton(),
             &bench.window.results(), &bench.window.view().exportButton(),
             &bench.window.view().chart(), &bench.window.view().table()})
        QVERIFY2(isInside(*widget), widget->metaObject()->className());
    QVERIFY(bench.window.view().chart().height() >= 100);
}

QTEST_MAIN(TestExperimentWindow)
#include "tst_experiment_window.moc"
