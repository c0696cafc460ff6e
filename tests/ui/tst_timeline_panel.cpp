// SPDX-License-Identifier: GPL-3.0-or-later
// The SM timeline as the user has it: the chart by mouse and keyboard, the panel on a fake engine.
#include "tests/ui/fake_engine/fake_gpu.h"
#include "tests/ui/support/grid_device.h"
#include "tests/ui/support/ui_test.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/throughput/throughput_panel.h"
#include "ui/throughput/throughput_plot.h"
#include "ui/timeline/timeline_chart.h"
#include "ui/timeline/timeline_panel.h"

#include <QAction>
#include <QDockWidget>
#include <QFile>
#include <QImage>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QToolButton>

#include <cmath>

using namespace parterre;
using namespace parterre::ui;
using parterre::ui::test::WindowFixture;

namespace {

constexpr int patience = 10'000;
constexpr std::int64_t period = 100'000'000;
constexpr std::int64_t blockNs = 1'000'000;
constexpr int blocks = 8; ///< of a window, on each SM

/// A chart of 128 SMs in 8 GPCs, with two partitions of 16 SMs that filled three windows.
struct Bench {
    Bench() {
        const DeviceDescription device = test::gridDevice(8, 8);
        chart.setRows(smRows(&device, {}));
        chart.setPartitions(
            {{QStringLiteral("A"), partition_palette::look(0)},
             {QStringLiteral("B"), partition_palette::look(1)}});
        for (int window = 0; window < 3; ++window)
            add(window);
        chart.resize(800, 300);
    }
    void add(int window) {
        for (const int partition : {0, 1}) {
            TimelineBatch batch{partition, {}, 0};
            for (int sm = 16 * partition; sm < 16 * (partition + 1); ++sm)
                for (int i = 0; i < blocks; ++i) {
                    const std::int64_t start = window * period + i * blockNs;
                    batch.blocks.push_back({sm, start, start + blockNs});
                }
            record.append(batch, QStringLiteral("fma"), {});
        }
        chart.refresh();
    }
    /// True once the newest window is what is shown.
    bool show() {
        chart.show();
        return QTest::qWaitForWindowExposed(&chart) &&
               QTest::qWaitFor([this] { return showsWindow(2); }, patience);
    }
    bool showsWindow(int window) const {
        const auto from = static_cast<double>(window * period);
        return chart.scale().begin() <= from && chart.scale().begin() > from - 1e6 &&
               chart.scale().end() >= from + blocks * blockNs &&
               chart.scale().end() < from + 2 * blocks * blockNs;
    }
    int rowOf(int sm) const {
        for (std::size_t i = 0; i < chart.rows().size(); ++i)
            if (chart.rows()[i].sm == sm)
                return static_cast<int>(i);
        return -1;
    }
    /// The middle of a block of the window in view, in the viewport.
    QPoint middleOf(int sm, int window, int block) const {
        const auto time = static_cast<double>(window * period) + (block + 0.5) * blockNs;
        return QPointF(chart.scale().toPixel(time), chart.rowRect(rowOf(sm)).center().y())
            .toPoint();
    }
    void wheel(int steps, Qt::KeyboardModifiers modifiers = {}) {
        QWidget* viewport = chart.viewport();
        const QPointF centre = viewport->rect().center();
        QWheelEvent event(
            centre, viewport->mapToGlobal(centre), {}, {0, 120 * steps}, Qt::NoButton, modifiers,
            Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(viewport, &event);
    }
    void key(int key, Qt::KeyboardModifiers modifiers = {}, int times = 1) {
        for (int i = 0; i < times; ++i)
            QTest::keyClick(&chart, static_cast<Qt::Key>(key), modifiers);
    }

    BlockRecord record;
    TimelineChart chart{record};
};

/// A window with its timeline in front.
struct PanelFixture : WindowFixture {
    bool showTimeline() {
        if (!show())
            return false;
        auto* dock = window.findChild<QDockWidget*>(QStringLiteral("timeline"));
        dock->toggleViewAction()->trigger();
        editor.setWorkload(0, QStringLiteral("fma"));
        editor.setWorkload(1, QStringLiteral("copy"));
        return QTest::qWaitFor([this] { return panel().isVisible(); }, patience) &&
               QTest::qWaitFor([this] { return session.canApply(); }, patience);
    }
    bool record() {
        for (QToolButton* button : panel().findChildren<QToolButton*>())
            if (button->defaultAction() == panel().recordAction())
                QTest::mouseClick(button, Qt::LeftButton);
        if (!session.timeline() || !apply())
            return false;
        session.runAll();
        return QTest::qWaitFor([this] { return panel().record().windows().size() > 3; }, patience);
    }
    TimelinePanel& panel() const { return window.timelinePanel(); }
};

} // namespace

class TestTimelinePanel : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnWarnings(); }
    void followsTheNewestUntilSomebodyLooksCloser();
    void zoomsToASingleBlockAndBack_data();
    void zoomsToASingleBlockAndBack();
    void movesInTimeAndAmongSms_data();
    void movesInTimeAndAmongSms();
    void whatLiesBehindItsTabCostsNothing();
    void stepsFromWindowToWindow();
    void tellsTheBlockUnderTheMouse();
    void tellsTheBlockUnderTheCursor();
    void rowsAreReadableOrAllInView();
    void thousandsOfBlocksAreFewBars();
    void hiddenCostsNothing();
    void anEmptyChartSaysWhatToDo();
    void recordsThroughTheEngine();
    void offIsOff();
    void standsStillWhileRecordingGoesOn();
    void theWindowIsNoLongerThanThePeriod();
    void exportsTraceAndPicture();
    void anApplyStartsAnew();
};

void TestTimelinePanel::followsTheNewestUntilSomebodyLooksCloser() {
    Bench bench;
    QVERIFY(bench.show());
    QVERIFY(bench.chart.isFollowing() && !bench.chart.isZoomed());
    bench.add(3);
    QTRY_VERIFY_WITH_TIMEOUT(bench.showsWindow(3), patience);
    bench.wheel(1);
    QVERIFY(!bench.chart.isFollowing());
    const double begin = bench.chart.scale().begin();
    bench.add(4);
    QTest::qWait(300); // longer than between two drawings
    QCOMPARE(bench.chart.scale().begin(), begin);
    bench.chart.setFollowing(true);
    QTRY_VERIFY_WITH_TIMEOUT(bench.showsWindow(4), patience);
    QVERIFY(!bench.chart.isZoomed());
}

void TestTimelinePanel::zoomsToASingleBlockAndBack_data() {
    test::addMouseAndKeyboard();
}

void TestTimelinePanel::zoomsToASingleBlockAndBack() {
    QFETCH(bool, byKey);
    Bench bench;
    QVERIFY(bench.show());
    for (int i = 0; i < 15; ++i)
        byKey ? bench.key(Qt::Key_Plus) : bench.wheel(1);
    QVERIFY(bench.chart.isZoomed());
    QVERIFY(bench.chart.scale().span() < blockNs);
    for (int i = 0; i < 5; ++i)
        byKey ? bench.key(Qt::Key_Minus) : bench.wheel(-1);
    QVERIFY(bench.chart.scale().span() > blockNs / 2);
    bench.key(Qt::Key_0);
    QVERIFY(bench.showsWindow(2));
    QVERIFY(!bench.chart.isZoomed());
    // One block and nothing else.
    if (byKey) {
        bench.key(Qt::Key_Right, Qt::ControlModifier);
        bench.key(Qt::Key_Return);
    } else {
        QTest::mouseDClick(bench.chart.viewport(), Qt::LeftButton, {}, bench.middleOf(0, 2, 3));
    }
    QVERIFY(bench.chart.scale().span() < 1.5 * blockNs);
    QVERIFY(bench.chart.scale().span() > blockNs);
}

void TestTimelinePanel::movesInTimeAndAmongSms_data() {
    zoomsToASingleBlockAndBack_data();
}

void TestTimelinePanel::movesInTimeAndAmongSms() {
    QFETCH(bool, byKey);
    Bench bench;
    QVERIFY(bench.show());
    bench.wheel(4);
    const TimeScale before = bench.chart.scale();
    if (byKey) {
        bench.key(Qt::Key_Right, {}, 2);
        bench.key(Qt::Key_Down, {}, 2);
    } else {
        test::drag(bench.chart.viewport(), {500, 150}, {400, 110});
    }
    const TimeScale after = bench.chart.scale();
    QCOMPARE(after.span(), before.span());
    QVERIFY(after.begin() > before.begin());
    if (!byKey) // what the mouse holds goes with it
        QVERIFY(std::abs(after.toTime(400) - before.toTime(500)) < 20 * before.nsPerPixel());
    const int scrolled = bench.chart.verticalScrollBar()->value();
    QVERIFY(scrolled > 0);
    if (byKey) {
        bench.key(Qt::Key_Left, {}, 2);
        bench.key(Qt::Key_PageDown);
        QVERIFY(bench.chart.verticalScrollBar()->value() > scrolled + 100);
        bench.key(Qt::Key_PageUp);
        bench.key(Qt::Key_Up, {}, 2);
    } else {
        test::drag(bench.chart.viewport(), {400, 110}, {500, 150});
    }
    QVERIFY(std::abs(bench.chart.scale().begin() - before.begin()) < 20 * before.nsPerPixel());
    QVERIFY(bench.chart.verticalScrollBar()->value() < scrolled);
}

void TestTimelinePanel::whatLiesBehindItsTabCostsNothing() {
    PanelFixture f;
    QVERIFY(f.showTimeline());
    QVERIFY(f.record());
    ThroughputPlot& plot = f.window.throughputPanel().plot();
    auto* plots = f.window.findChild<QDockWidget*>(QStringLiteral("throughput"));
    auto* timeline = f.window.findChild<QDockWidget*>(QStringLiteral("timeline"));

    const int plotBefore = plot.replotCount();
    const int paintsBefore = f.panel().chart().paintCount();
    QTRY_VERIFY(f.panel().chart().paintCount() > paintsBefore + 3); // some frames
    QCOMPARE(plot.replotCount(), plotBefore);

    plots->raise();
    QTRY_VERIFY(plot.replotCount() > plotBefore + 3);
    QVERIFY(plot.pointCount(0) > 3); // nothing that came in meanwhile is missing
    const int paints = f.panel().chart().paintCount();
    const int drawn = plot.replotCount();
    QTRY_VERIFY(plot.replotCount() > drawn + 3);
    QCOMPARE(f.panel().chart().paintCount(), paints);

    // What came in while it was hidden is drawn, though nothing more comes.
    f.session.stopAll();
    QTRY_VERIFY(!f.session.isAnyRunning());
    timeline->raise();
    QTRY_VERIFY(f.panel().chart().paintCount() > paints + 1);
    QTRY_VERIFY(f.panel().chart().barCount() > 0);
}

void TestTimelinePanel::stepsFromWindowToWindow() {
    Bench bench;
    QVERIFY(bench.show());
    bench.key(Qt::Key_Left, Qt::ShiftModifier);
    QVERIFY(bench.showsWindow(1));
    QVERIFY(!bench.chart.isFollowing());
    bench.key(Qt::Key_Home);
    QVERIFY(bench.showsWindow(0));
    bench.key(Qt::Key_Left, Qt::ShiftModifier); // there is none before it
    QVERIFY(bench.showsWindow(0));
    bench.key(Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY(bench.showsWindow(1));
    bench.key(Qt::Key_End);
    QVERIFY(bench.showsWindow(2));
}

void TestTimelinePanel::tellsTheBlockUnderTheMouse() {
    Bench bench;
    QVERIFY(bench.show());
    const QSignalSpy pointed(&bench.chart, &TimelineChart::pointedAt);
    const QString expected =
        QStringLiteral("SM 1, GPC 0 · A · fma · 2.000 ms to 3.000 ms · 1.000 ms");
    const QPoint place = bench.middleOf(1, 2, 2);
    QTest::mouseMove(bench.chart.viewport(), place);
    QTRY_VERIFY(!pointed.isEmpty() && pointed.back()[0].toString() == expected);
    QCOMPARE(bench.chart.textAt(place), expected);
    QCOMPARE(bench.chart.textAt({place.x() + 0.0, 299}), QString()); // the axis
    // A row on which nothing ran.
    QCOMPARE(bench.chart.textAt(bench.middleOf(32, 2, 2)), QString());
    QTest::mouseClick(bench.chart.viewport(), Qt::LeftButton, {}, place);
    QCOMPARE(bench.chart.cursorText(), expected);
    QCOMPARE(bench.chart.accessibleDescription(), expected);
    QVERIFY(bench.chart.isFollowing()); // looking on is not looking closer
    // Zoomed out, a bar is many blocks.
    for (int i = 0; i < 40; ++i)
        bench.wheel(-1);
    const QPoint far = bench.middleOf(1, 2, 4);
    const QString many = bench.chart.textAt(far);
    QVERIFY2(many.contains(QLatin1String("8 block")), qPrintable(many));
}

void TestTimelinePanel::tellsTheBlockUnderTheCursor() {
    Bench bench;
    QVERIFY(bench.show());
    QCOMPARE(bench.chart.accessibleName(), QStringLiteral("SM timeline"));
    bench.key(Qt::Key_Home);
    bench.key(Qt::Key_Right, Qt::ControlModifier);
    QVERIFY(bench.chart.cursorText().startsWith(QStringLiteral("SM 0, GPC 0 · A · fma · ")));
    bench.key(Qt::Key_Left, Qt::ControlModifier, 20); // to the first of all
    QCOMPARE(
        bench.chart.cursorText(),
        QStringLiteral("SM 0, GPC 0 · A · fma · 0.0 µs to 1.000 ms · 1.000 ms"));
    bench.key(Qt::Key_Right, Qt::ControlModifier, blocks); // into the next window, and into view
    QVERIFY(bench.chart.scale().begin() > period / 2);
    bench.key(Qt::Key_Down, Qt::ControlModifier, 2);
    QVERIFY(bench.chart.cursorText().startsWith(QStringLiteral("SM 16, GPC 0 · B")));
    bench.key(Qt::Key_Down, Qt::ControlModifier, 200); // ends with the last row that has any
    QVERIFY(bench.chart.cursorText().contains(QStringLiteral("GPC 7 · B")));
    QVERIFY(bench.chart.verticalScrollBar()->value() > 0);
    bench.key(Qt::Key_Up, Qt::ControlModifier, 200);
    QVERIFY(bench.chart.cursorText().startsWith(QLatin1String("SM 0, ")));
    QCOMPARE(bench.chart.verticalScrollBar()->value(), 0);
    bench.key(Qt::Key_Escape);
    QVERIFY(bench.chart.cursorText().isEmpty());
}

void TestTimelinePanel::rowsAreReadableOrAllInView() {
    Bench bench;
    QVERIFY(bench.show());
    QVERIFY(bench.chart.rowHeight() >= 10);
    QVERIFY(bench.chart.verticalScrollBar()->maximum() > 0);
    bench.chart.resize(800, 420);
    bench.chart.setRowsFitted(true);
    QVERIFY(bench.chart.rowHeight() < 4);
    QCOMPARE(bench.chart.verticalScrollBar()->maximum(), 0);
    QTRY_VERIFY(bench.chart.barCount() >= 32); // every SM that is at work
    bench.wheel(3, Qt::ControlModifier);
    QVERIFY(!bench.chart.areRowsFitted());
    const double height = bench.chart.rowHeight();
    QVERIFY(height > 4);
    bench.key(Qt::Key_Plus, Qt::ControlModifier);
    QVERIFY(bench.chart.rowHeight() > height);
    bench.key(Qt::Key_Minus, Qt::ControlModifier, 50);
    QCOMPARE(bench.chart.rowHeight(), 2.0);
    bench.chart.setRowsFitted(false);
    QVERIFY(bench.chart.rowHeight() >= 10);
}

void TestTimelinePanel::thousandsOfBlocksAreFewBars() {
    Bench bench;
    bench.record.clear();
    TimelineBatch batch{0, {}, 0};
    constexpr int perSm = 2000; // back to back, four at once
    for (int sm = 0; sm < 128; ++sm)
        for (int i = 0; i < perSm; ++i)
            batch.blocks.push_back({sm, i / 4 * 20'000, i / 4 * 20'000 + 19'900});
    bench.record.append(batch, QStringLiteral("fma"), {});
    bench.chart.setRowsFitted(true);
    bench.chart.refresh();
    bench.chart.show();
    QVERIFY(QTest::qWaitForWindowExposed(&bench.chart));
    // A pixel holds one, so that all of an SM's are one bar.
    QTRY_VERIFY(bench.chart.barCount() > 0);
    QTRY_VERIFY2(
        bench.chart.barCount() <= 128, qPrintable(QString::number(bench.chart.barCount())));
    QVERIFY(bench.chart.textAt({400, 10}).contains(QLatin1String("2000 block")));
}

void TestTimelinePanel::hiddenCostsNothing() {
    Bench bench;
    QVERIFY(bench.show());
    bench.chart.hide();
    QCoreApplication::processEvents();
    const int painted = bench.chart.paintCount();
    const double begin = bench.chart.scale().begin();
    for (int window = 3; window < 6; ++window) {
        bench.add(window);
        QTest::qWait(60);
    }
    QCOMPARE(bench.chart.paintCount(), painted);
    QCOMPARE(bench.chart.scale().begin(), begin);
    bench.chart.show();
    QTRY_VERIFY_WITH_TIMEOUT(bench.showsWindow(5), patience);
}

void TestTimelinePanel::anEmptyChartSaysWhatToDo() {
    PanelFixture f;
    QVERIFY(f.showTimeline());
    const TimelineChart& chart = f.panel().chart();
    QVERIFY(chart.shownHint().startsWith(
        QLatin1String("Run a partition with the timeline on to see its blocks")));
    QVERIFY(!f.panel().saveTraceAction()->isEnabled());
    f.panel().recordAction()->trigger();
    QVERIFY(chart.shownHint().startsWith(QLatin1String("Apply the plan and run")));
    QVERIFY(f.apply());
    QTRY_VERIFY(chart.shownHint().startsWith(QLatin1String("Run a partition")));
    f.session.runAll();
    QTRY_COMPARE_WITH_TIMEOUT(chart.shownHint(), QString(), patience);
}

void TestTimelinePanel::recordsThroughTheEngine() {
    PanelFixture f;
    QVERIFY(f.showTimeline());
    QVERIFY(f.record());
    const BlockRecord& record = f.panel().record();
    QCOMPARE(record.sms().size(), std::size_t{96}); // 64 and 32
    QCOMPARE(f.panel().chart().rows().size(), std::size_t{fake::smCount});
    QCOMPARE(record.tracks().size(), std::size_t{2});
    QVERIFY(record.row(0)->blocks.size() % fake::blocksPerSm == 0);
    QVERIFY(record.dropped() > 0);
    QVERIFY(f.panel().summary().contains(QLatin1String("Records 10 of every 100 ms")));
    QVERIFY(f.panel().summary().contains(QLatin1String("had no room")));
    QTRY_VERIFY_WITH_TIMEOUT(f.panel().chart().barCount() > 0, patience);
    const QString text = f.panel().chart().textAt({f.panel().chart().viewport()->width() / 2.0, 4});
    QVERIFY2(text.startsWith(QStringLiteral("SM 0 · A · fma")), qPrintable(text));
}

void TestTimelinePanel::offIsOff() {
    PanelFixture f;
    QVERIFY(f.showTimeline());
    QVERIFY(f.record());
    f.panel().recordAction()->trigger();
    QVERIFY(!f.session.timeline());
    QVERIFY(f.panel().summary().contains(QLatin1String("Off: costs nothing")));
    // The runs go on, without.
    const QSignalSpy started(&f.session, &Session::runStarted);
    QTRY_COMPARE_WITH_TIMEOUT(started.count(), 1, patience);
    QVERIFY(f.session.isRunning(0) && f.session.isRunning(1));
    QSignalSpy samples(&f.session, &Session::samplesArrived);
    QTRY_VERIFY_WITH_TIMEOUT(samples.count() > 3, patience);
    const QSignalSpy blocksOfRun(&f.session, &Session::timelineArrived);
    samples.clear();
    QTRY_VERIFY_WITH_TIMEOUT(samples.count() > 5, patience);
    QCOMPARE(blocksOfRun.count(), 0);
    QVERIFY(!f.panel().record().isEmpty()); // what was recorded stays to be looked at
}

void TestTimelinePanel::standsStillWhileRecordingGoesOn() {
    PanelFixture f;
    QVERIFY(f.showTimeline());
    QVERIFY(f.record());
    f.panel().followAction()->trigger();
    QVERIFY(!f.panel().chart().isFollowing());
    QVERIFY(f.panel().summary().contains(QLatin1String("frozen")));
    const std::int64_t recorded = f.panel().record().recorded();
    const QSignalSpy arrived(&f.session, &Session::timelineArrived);
    QTRY_VERIFY_WITH_TIMEOUT(arrived.count() > 5, patience);
    QCOMPARE(f.panel().record().recorded(), recorded);
    f.panel().chart().setFocus();
    QTest::keyClick(&f.panel().chart(), Qt::Key_F);
    QVERIFY(f.panel().chart().isFollowing());
    QTRY_VERIFY_WITH_TIMEOUT(f.panel().record().recorded() > recorded, patience);
}

void TestTimelinePanel::theWindowIsNoLongerThanThePeriod() {
    PanelFixture f;
    QVERIFY(f.showTimeline());
    f.panel().recordAction()->trigger();
    f.panel().windowBox().setValue(250);
    QCOMPARE(f.panel().periodBox().value(), 250);
    QCOMPARE(f.session.timeline()->window, std::chrono::milliseconds(250));
    QCOMPARE(f.session.timeline()->period, std::chrono::milliseconds(250));
    f.panel().periodBox().setFocus();
    f.panel().periodBox().selectAll();
    QTest::keyClicks(&f.panel().periodBox(), QStringLiteral("500"));
    QCOMPARE(f.session.timeline()->period, std::chrono::milliseconds(250)); // not yet
    QTest::keyClick(&f.panel().periodBox(), Qt::Key_Return);
    QCOMPARE(f.session.timeline()->period, std::chrono::milliseconds(500));
}

void TestTimelinePanel::exportsTraceAndPicture() {
    const QTemporaryDir folder;
    PanelFixture f;
    QVERIFY(f.showTimeline());
    QVERIFY(f.record());
    f.panel().followAction()->trigger();
    QFile trace(folder.filePath(QStringLiteral("trace.json")));
    QString error;
    QVERIFY(f.panel().saveTrace(trace.fileName(), &error));
    QVERIFY(trace.open(QIODevice::ReadOnly));
    const Json events = Json::parse(trace.readAll().toStdString())["traceEvents"];
    std::int64_t written = 0;
    for (const Json& event : events)
        if (event["ph"] == "X") {
            ++written;
            QCOMPARE(event["dur"].get<double>(), fake::blockNs / 1000.0);
            QVERIFY(event["name"] == "A" || event["name"] == "B");
        }
    QCOMPARE(written, f.panel().record().recorded());
    QVERIFY(!f.panel().saveTrace(folder.filePath(QStringLiteral("no/such/trace.json")), &error));
    QVERIFY(!error.isEmpty());
    const QString png = folder.filePath(QStringLiteral("timeline.png"));
    QVERIFY(f.panel().savePicture(png));
    const QImage picture(png);
    QVERIFY(picture.width() >= f.panel().chart().width());
    QVERIFY(!f.panel().savePicture(folder.filePath(QStringLiteral("no/such/timeline.png"))));
}

void TestTimelinePanel::anApplyStartsAnew() {
    PanelFixture f;
    QVERIFY(f.showTimeline());
    QVERIFY(f.record());
    f.session.stopAll();
    QTRY_VERIFY_WITH_TIMEOUT(!f.session.isAnyRunning(), patience);
    f.panel().chart().setFollowing(false);
    f.editor.setSmCount(0, 72);
    QTRY_VERIFY_WITH_TIMEOUT(f.session.canApply(), patience);
    const QSignalSpy applied(&f.session, &Session::applyFinished);
    f.session.apply();
    QTRY_COMPARE_WITH_TIMEOUT(applied.count(), 1, patience);
    QVERIFY(f.panel().record().isEmpty()); // other partitions: their numbers mean others now
    QVERIFY(f.panel().chart().isFollowing());
}

QTEST_MAIN(TestTimelinePanel)
#include "tst_timeline_panel.moc"
