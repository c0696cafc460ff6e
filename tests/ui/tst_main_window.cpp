// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/engine_fixture.h"
#include "tests/ui/support/ui_test.h"
#include "ui/inspector/device_panel.h"
#include "ui/partition/diagnostic_row.h"
#include "ui/partition/partition_bar.h"
#include "ui/partition/partition_editor.h"
#include "ui/partition/plan_table_model.h"
#include "ui/partition/preview_panel.h"
#include "ui/shell/main_window.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/plan_document.h"
#include "ui/shell/plan_file.h"
#include "ui/shell/screenshot_run.h"
#include "ui/shell/theme.h"
#include "ui/throughput/curve_legend.h"
#include "ui/throughput/throughput_panel.h"
#include "ui/throughput/throughput_plot.h"
#include "ui/timeline/timeline_panel.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QFile>
#include <QImage>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolBar>
#include <QToolButton>

#include <csignal>

using namespace parterre;
using namespace parterre::ui;
using parterre::ui::test::EngineFixture;

namespace {

constexpr int patience = 10'000;

struct WindowFixture : EngineFixture {
    explicit WindowFixture(const QStringList& switches = {})
        : EngineFixture(switches)
        , window(session) {}

    bool show() {
        window.show();
        return QTest::qWaitForWindowExposed(&window) && start();
    }
    bool runEverything() {
        window.previewPanel().applyButton().click();
        if (!QTest::qWaitFor([this] { return session.applied() != nullptr; }, patience))
            return false;
        window.throughputPanel().runAction()->trigger();
        return QTest::qWaitFor(
            [this] { return window.throughputPanel().plot().pointCount(0) > 3; }, patience);
    }

    MainWindow window;
};

void write(const QString& path, const QByteArray& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
}

/// Once the window has shared its height out: it does so anew for whatever comes from the engine.
int settledHeight(const QWidget& widget) {
    constexpr int longEnough = 5; // looks without a change
    int height = widget.height();
    for (int same = 0; same < longEnough; ++same) {
        QTest::qWait(20);
        if (height != widget.height())
            same = 0;
        height = widget.height();
    }
    return height;
}

} // namespace

class TestMainWindow : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnWarnings(); }
    void aDragIsPreviewedAppliedAndRun();
    void aKilledEngineIsToldAndReplaced();
    void aHangingEngineCanBeRestarted();
    void anEngineThatCannotStartIsTold();
    void aFixIsOneClickAndOneUndo();
    void aDisabledApplySaysWhy();
    void plansAreSavedAndOpened();
    void aBrokenPlanLosesNothing_data();
    void aBrokenPlanLosesNothing();
    void theLegendHidesLines();
    void theDefaultLayoutComesBack();
    void theTimelineShowsOnDemand_data();
    void theTimelineShowsOnDemand();
    void followsThePalette();
    void screenshotIsTaken();
    void screenshotSaysWhyNot();
};

void TestMainWindow::aDragIsPreviewedAppliedAndRun() {
    WindowFixture f;
    QVERIFY(f.show());
    PartitionBar& bar = f.window.partitionEditor().bar();
    const QPoint from = bar.partRect({PartitionBar::Part::Kind::handle, 0}).center();
    test::drag(&bar, from, from - QPoint(bar.width() * 24 / 132, 0), 50);
    QCOMPARE(f.editor.undoStack().count(), 1);
    QTRY_VERIFY_WITH_TIMEOUT(f.session.isPreviewCurrent(), patience);
    const int left = f.editor.plan().groups[0].smCount;
    QVERIFY(left < 64);
    QCOMPARE(*bar.content().segments[0].granted, left);
    QVERIFY(f.runEverything());
    QCOMPARE(f.session.applied()->partitions[0].smCount, left);
    PlanTableModel& table = f.window.partitionEditor().model();
    QTRY_VERIFY_WITH_TIMEOUT(
        table.index(0, PlanTableModel::throughputColumn)
            .data()
            .toString()
            .endsWith(QLatin1String("TFLOP/s")),
        patience);
    f.window.throughputPanel().stopAction()->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!f.session.isAnyRunning(), patience);
}

void TestMainWindow::aKilledEngineIsToldAndReplaced() {
    WindowFixture f;
    QVERIFY(f.show());
    QVERIFY(f.runEverything());
    const PartitionPlan plan = f.editor.plan();
    const qint64 killed = f.client.processId();
    QVERIFY(killed > 0); // 0 would be this very test
    ::kill(static_cast<pid_t>(killed), SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(f.window.messageBar().isVisible(), patience);
    QVERIFY(f.window.messageBar().text().contains(QLatin1String("signal 9")));
    QCOMPARE(f.editor.plan(), plan);
    QTRY_VERIFY_WITH_TIMEOUT(f.window.messageBar().button().isVisible(), patience);
    QCOMPARE(f.window.messageBar().button().text(), QStringLiteral("Apply again"));
    QVERIFY(f.client.processId() != killed);
    f.window.messageBar().button().click();
    QTRY_VERIFY_WITH_TIMEOUT(f.session.applied(), patience);
    QVERIFY(!f.window.messageBar().isVisible());
    QCOMPARE(f.session.applied()->plan, plan);
}

void TestMainWindow::aHangingEngineCanBeRestarted() {
    WindowFixture f({QStringLiteral("--hang-on"), QStringLiteral("apply")});
    QVERIFY(f.show());
    f.window.previewPanel().applyButton().click();
    f.editor.setSmCount(0, 40); // a preview that gets no answer any more
    QTRY_VERIFY_WITH_TIMEOUT(f.window.messageBar().isVisible(), patience);
    QVERIFY(f.window.messageBar().text().contains(QLatin1String("does not answer")));
    f.window.messageBar().button().click();
    QTRY_VERIFY_WITH_TIMEOUT(f.session.isPreviewCurrent(), patience);
    QCOMPARE(f.editor.plan().groups[0].smCount, 40);
}

void TestMainWindow::anEngineThatCannotStartIsTold() {
    EngineTiming timing = test::shortTiming();
    timing.mostFailures = 1;
    EngineClient client({QStringLiteral("no-such-engine")}, timing);
    PlanEditor editor;
    Session session(client, editor);
    MainWindow window(session);
    window.show();
    client.start();
    QTRY_VERIFY_WITH_TIMEOUT(window.messageBar().button().isVisible(), patience);
    QVERIFY(window.messageBar().text().contains(QLatin1String("no-such-engine")));
    // Nobody waits any more.
    QVERIFY(window.previewPanel().asText().contains(QLatin1String("No engine is running")));
    QStringList words;
    for (const QLabel* label : window.devicePanel().findChildren<QLabel*>())
        words << label->text();
    QVERIFY(words.contains(QStringLiteral("No engine is running, so no GPU is known.")));
}

void TestMainWindow::aFixIsOneClickAndOneUndo() {
    WindowFixture f;
    QVERIFY(f.show());
    f.editor.setSmCount(1, 20);
    PreviewPanel& preview = f.window.previewPanel();
    QTRY_COMPARE_WITH_TIMEOUT(preview.diagnostics().size(), 1, patience);
    QCOMPARE(preview.diagnostics()[0]->fixButton()->text(), QStringLiteral("Use 24"));
    preview.diagnostics()[0]->fixButton()->click();
    QCOMPARE(f.editor.plan().groups[1].smCount, 24);
    QTRY_VERIFY_WITH_TIMEOUT(preview.diagnostics().isEmpty(), patience);
    f.editor.undoStack().undo();
    QCOMPARE(f.editor.plan().groups[1].smCount, 20);
    QTRY_COMPARE_WITH_TIMEOUT(preview.diagnostics().size(), 1, patience);
}

void TestMainWindow::aDisabledApplySaysWhy() {
    WindowFixture f;
    QVERIFY(f.show());
    QPushButton& apply = f.window.previewPanel().applyButton();
    QVERIFY(apply.isEnabled());
    f.editor.setSmCount(0, 132); // no room for the second group: an error
    QTRY_VERIFY_WITH_TIMEOUT(f.session.isPreviewCurrent(), patience);
    QVERIFY(!apply.isEnabled());
    QVERIFY(apply.toolTip().contains(QLatin1String("refuse")));
}

void TestMainWindow::plansAreSavedAndOpened() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("plan.json"));
    WindowFixture f;
    QVERIFY(f.show());
    f.editor.setSmCount(0, 40);
    QVERIFY(f.window.isWindowModified());
    QVERIFY(f.window.document().saveTo(path));
    QVERIFY(!f.window.isWindowModified());
    const PartitionPlan saved = f.editor.plan();
    f.editor.removeGroup(0);
    QVERIFY(f.window.document().open(path));
    PartitionPlan opened = f.editor.plan();
    QVERIFY(opened.madeFor); // which saving adds
    opened.madeFor.reset();
    QCOMPARE(opened, saved);
    QVERIFY(!f.window.document().saveTo(folder.filePath(QStringLiteral("no/such/plan.json"))));
    QVERIFY(f.window.messageBar().isVisible());
}

void TestMainWindow::aBrokenPlanLosesNothing_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("told");
    QTest::newRow("no JSON") << QByteArray("{\n  \"groups\": [,]\n}") << QStringLiteral("line 2");
    QTest::newRow("empty") << QByteArray() << QStringLiteral("line 1");
    QTest::newRow("wrong field")
        << QByteArray(
               R"({"parterre_plan":1,"device":"sim:test","groups":[{"name":"A","sm_count":"many"}]})")
        << QStringLiteral("groups[0].sm_count");
    QTest::newRow("same names")
        << QByteArray(
               R"({"parterre_plan":1,"device":"sim:test","groups":[{"name":"A","sm_count":8},{"name":"A","sm_count":8}]})")
        << QStringLiteral("groups[1].name");
}

void TestMainWindow::aBrokenPlanLosesNothing() {
    QFETCH(QByteArray, text);
    QFETCH(QString, told);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("broken.json"));
    write(path, text);
    WindowFixture f;
    QVERIFY(f.show());
    f.editor.setSmCount(0, 40);
    const PartitionPlan before = f.editor.plan();
    QVERIFY(!f.window.document().open(path));
    QCOMPARE(f.editor.plan(), before);
    QCOMPARE(f.editor.undoStack().count(), 1);
    QVERIFY(f.window.messageBar().isVisible());
    try {
        plan_file::read(path);
        QFAIL("a broken plan was read");
    } catch (const InputError& error) {
        QVERIFY2(QString::fromUtf8(error.what()).contains(told), error.what());
    }
}

void TestMainWindow::theLegendHidesLines() {
    WindowFixture f;
    QVERIFY(f.show());
    QVERIFY(f.runEverything());
    ThroughputPanel& panel = f.window.throughputPanel();
    QCOMPARE(panel.legend().actions().size(), 2);
    QTest::mouseClick(panel.legend().widgetForAction(panel.legend().actions()[0]), Qt::LeftButton);
    QTRY_VERIFY(!panel.plot().isShown(0));
    panel.plot().setFocus();
    QTRY_VERIFY(panel.plot().focusProxy()->hasFocus());
    QTest::keyClick(panel.plot().focusProxy(), Qt::Key_1);
    QTRY_VERIFY(panel.plot().isShown(0));
    QTest::keyClick(panel.plot().focusProxy(), Qt::Key_2);
    QTRY_VERIFY(!panel.plot().isShown(1));
    QTest::keyClick(panel.plot().focusProxy(), Qt::Key_Space);
    QVERIFY(panel.plot().isPaused());
}

void TestMainWindow::theDefaultLayoutComesBack() {
    WindowFixture f;
    QVERIFY(f.show());
    const auto docks = f.window.findChildren<QDockWidget*>();
    QCOMPARE(docks.size(), 4);
    for (QDockWidget* dock : docks)
        dock->close();
    QVERIFY(!f.window.throughputPanel().isVisible());
    f.window.restoreDefaultLayout();
    for (QDockWidget* dock : docks)
        QCOMPARE(dock->isHidden(), dock->objectName() == QLatin1String("timeline"));
    QTRY_VERIFY(!f.window.throughputPanel().visibleRegion().isEmpty());
}

/// It shares its place with the plots, and comes in front where it is asked for.
void TestMainWindow::theTimelineShowsOnDemand_data() {
    test::addMouseAndKeyboard();
}
void TestMainWindow::theTimelineShowsOnDemand() {
    QFETCH(bool, byKey);
    WindowFixture f;
    QVERIFY(f.show());
    auto* dock = f.window.findChild<QDockWidget*>(QStringLiteral("timeline"));
    QToolButton* wanted = nullptr;
    for (QToolButton* button : f.window.findChildren<QToolButton*>())
        if (button->defaultAction() == dock->toggleViewAction())
            wanted = button;
    QVERIFY(wanted && wanted->isVisible());
    const int height = settledHeight(f.window.throughputPanel());
    QVERIFY(!f.window.timelinePanel().isVisible());
    if (byKey) {
        wanted->setFocus();
        QTest::keyClick(wanted, Qt::Key_Space);
    } else {
        QTest::mouseClick(wanted, Qt::LeftButton);
    }
    QTRY_VERIFY(!f.window.timelinePanel().visibleRegion().isEmpty());
    QTRY_VERIFY(f.window.throughputPanel().visibleRegion().isEmpty());
    // As high as what it hides, but for the row of tabs.
    QTRY_VERIFY2(
        f.window.timelinePanel().height() > height - 40,
        qPrintable(QStringLiteral("%1 of %2").arg(f.window.timelinePanel().height()).arg(height)));
    dock->toggleViewAction()->trigger();
    QTRY_VERIFY(!f.window.throughputPanel().visibleRegion().isEmpty());
}

void TestMainWindow::followsThePalette() {
    WindowFixture f;
    QVERIFY(f.show());
    const QPalette before = QApplication::palette();
    const QImage light = f.window.grab().toImage();
    theme::install(theme::Choice::dark);
    QCoreApplication::processEvents();
    const QImage dark = f.window.grab().toImage();
    QApplication::setPalette(before);
    // Ground of the plot and of the window: both must have turned.
    const QPoint plot = f.window.throughputPanel().plot().mapTo(&f.window, QPoint(3, 3));
    for (const QPoint& probe : {plot, QPoint(f.window.width() - 4, f.window.height() / 2)}) {
        QVERIFY(light.pixelColor(probe).lightness() > 128);
        QVERIFY(dark.pixelColor(probe).lightness() < 128);
    }
}

void TestMainWindow::screenshotIsTaken() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("window.png"));
    WindowFixture f;
    ScreenshotRun run(f.session, f.window, path);
    run.setRunTime(std::chrono::milliseconds(200));
    const QSignalSpy finished(&run, &ScreenshotRun::finished);
    QVERIFY(f.show());
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience);
    QCOMPARE(finished[0][0].toString(), QString());
    QCOMPARE(QImage(path).size(), f.window.size() * f.window.devicePixelRatio());
    QVERIFY(f.session.isAnyRunning());
}

void TestMainWindow::screenshotSaysWhyNot() {
    const QTemporaryDir folder;
    WindowFixture f({QStringLiteral("--refuse"), QStringLiteral("apply")});
    ScreenshotRun run(f.session, f.window, folder.filePath(QStringLiteral("window.png")));
    const QSignalSpy finished(&run, &ScreenshotRun::finished);
    QVERIFY(f.show());
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience);
    QVERIFY(finished[0][0].toString().contains(QLatin1String("refused")));
}

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
