// SPDX-License-Identifier: GPL-3.0-or-later
// The views beside throughput over time: latency, its distribution, and the bars of now.
#include "tests/ui/support/ui_test.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/throughput/alone_rates.h"
#include "ui/throughput/curve_legend.h"
#include "ui/throughput/curve_visibility.h"
#include "ui/throughput/latency_distribution.h"
#include "ui/throughput/latency_plot.h"
#include "ui/throughput/now_model.h"
#include "ui/throughput/now_view.h"
#include "ui/throughput/throughput_history.h"
#include "ui/throughput/throughput_panel.h"
#include "ui/throughput/throughput_plot.h"
#include "ui/throughput/whole_gpu_rate.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>

#include <cmath>
#include <numeric>

using namespace parterre;
using namespace parterre::ui;
using parterre::ui::test::WindowFixture;

namespace {

constexpr int patience = 10'000;

/// 1, 2, … 100 µs.
std::vector<double> hundred() {
    std::vector<double> latencies(100);
    std::iota(latencies.begin(), latencies.end(), 1);
    return latencies;
}

/// A partition that is timed beside one that is not.
struct Timed {
    Timed() {
        clock.start();
        ThroughputHistory::Series timed{
            QStringLiteral("L"), QStringLiteral("latency"), QStringLiteral("µs"),
            partition_palette::look(0), true};
        timed.isAdditive = false;
        history.setSeries(
            {timed,
             {QStringLiteral("B"), QStringLiteral("fma"), QStringLiteral("TFLOP/s"),
              partition_palette::look(1), true}});
        history.startRun({0, 1}, 0);
        for (int i = 0; i <= 3; ++i)
            history.append({{0, i * 0.5, 0.5, 50, hundred()}, {1, i * 0.5, 0.5, 15}}, i * 0.5);
    }
    ThroughputHistory history;
    QElapsedTimer clock;
    CurveVisibility visibility;
};

} // namespace

class TestPlotViews : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnWarnings(); }
    void latenciesBecomeQuantilesAndADistribution();
    void aRunBeginsANewDistribution();
    void latencyIsPlotted();
    void theDistributionIsPlotted();
    void onlyWhatRunsAloneIsMeasured();
    void thePeakIsKnownOrNot_data();
    void thePeakIsKnownOrNot();
    void barsTellNowAloneAndIdeal();
    void eachIsMeasuredAlone_data();
    void eachIsMeasuredAlone();
    void measuringAloneEndsEarly_data();
    void measuringAloneEndsEarly();
    void hiddenViewsCostNothing();
    void viewsAreChosenAndCopied();
};

void TestPlotViews::latenciesBecomeQuantilesAndADistribution() {
    LatencyTrack track;
    track.start();
    for (int i = 0; i <= 4; ++i)
        track.add(i * 0.25, hundred());
    QCOMPARE(track.points().size(), std::size_t{2}); // of half a second each
    QCOMPARE(track.points()[0].time, 0.5);
    QCOMPARE(track.points()[0].p50, 50.0);
    QCOMPARE(track.points()[0].p99, 99.0);
    QCOMPARE(track.points()[0].most, 100.0);
    QCOMPARE(track.distribution().count(), std::uint64_t{500});
    track.add(1.1, {7});
    track.stop(1.2);
    QCOMPARE(track.points().size(), std::size_t{4});
    QCOMPARE(track.points()[2].p99, 7.0);
    QVERIFY(std::isnan(track.points()[3].p50));
    track.stop(1.3); // one gap is enough
    QCOMPARE(track.points().size(), std::size_t{4});
    track.forgetBefore(1.1);
    QCOMPARE(track.points().size() + track.forgotten(), std::size_t{4});
    QCOMPARE(track.forgotten(), std::size_t{2});
}

void TestPlotViews::aRunBeginsANewDistribution() {
    Timed f;
    QCOMPARE(f.history.latency(0).distribution().count(), std::uint64_t{400});
    QCOMPARE(f.history.latency(1).distribution().count(), std::uint64_t{0});
    f.history.stopRun({0}, 2);
    QCOMPARE(f.history.latency(0).distribution().count(), std::uint64_t{400}); // still to be read
    const auto points = f.history.latency(0).points().size();
    f.history.startRun({0}, 3);
    QCOMPARE(f.history.latency(0).distribution().count(), std::uint64_t{0});
    QCOMPARE(f.history.latency(0).points().size(), points); // over time, it goes on
}

void TestPlotViews::latencyIsPlotted() {
    Timed f;
    LatencyPlot plot(f.history, f.clock, f.visibility);
    plot.resize(600, 300);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    QTRY_COMPARE(plot.pointCount(0), 3);
    QCOMPARE(plot.pointCount(1), 0); // it is not timed
    QTRY_COMPARE(plot.shownHint(), QString());
    plot.setPaused(true);
    const auto readAt = [&](double time) {
        plot.cursor().setPlace((time - plot.timeAt(0)) / (plot.timeAt(1) - plot.timeAt(0)));
        return plot.cursor().readout().asText().section(QStringLiteral(": "), 1);
    };
    QCOMPARE(readAt(1.1), QStringLiteral("L p50 50.0 µs, L p99 99.0 µs, L max 100 µs"));
    f.visibility.setShown(LatencyPlot::quantities()[1].key, false);
    QTRY_COMPARE(readAt(1.11), QStringLiteral("L p50 50.0 µs, L max 100 µs"));
    QVERIFY(plot.asCsv().contains(QStringLiteral("\"L\",\"latency\",1.0000,50,99,100\n")));
}

void TestPlotViews::theDistributionIsPlotted() {
    Timed f;
    LatencyDistribution plot(f.history, f.visibility);
    plot.resize(600, 300);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    QTRY_VERIFY(plot.stepCount(0) > 50);
    QCOMPARE(plot.stepCount(1), 0);
    QWidget* canvas = plot.focusProxy();
    QTest::keyClick(canvas, Qt::Key_Right);
    double before = -1;
    for (int i = 0; i <= 100; ++i) { // it only ever rises, from nothing to all
        plot.cursor().setPlace(i / 100.0);
        const auto& rows = plot.cursor().readout().rows;
        QCOMPARE(rows.size(), std::size_t{1});
        const double part = rows[0].value.section(QLatin1Char(' '), 0, 0).toDouble();
        QVERIFY(part >= before);
        before = part;
    }
    QCOMPARE(before, 100.0);
    QTest::keyClick(canvas, Qt::Key_Plus);
    QVERIFY(plot.isZoomed());
    plot.resetZoom();
    QVERIFY(!plot.isZoomed());
    const QTemporaryDir folder;
    QFile svg(folder.filePath(QStringLiteral("plot.svg")));
    QVERIFY(plot.savePicture(svg.fileName()));
    QVERIFY(svg.open(QIODevice::ReadOnly));
    QVERIFY(svg.readAll().contains("launches that took no longer"));
    QVERIFY(plot.asCsv().endsWith(QStringLiteral(",100,1\n")));
}

void TestPlotViews::onlyWhatRunsAloneIsMeasured() {
    AloneRates rates;
    PartitionReport report;
    report.workload = "fma";
    report.smCount = 64;
    const Sample sample{0, 1, 0.3, 31};
    rates.add(sample); // nothing runs alone
    rates.setAlone("sim:h200", &report);
    rates.add({0, 1, 0.3, 5}); // settling
    QVERIFY(!rates.rate("sim:h200", report));
    rates.add(sample);
    rates.add(sample);
    QCOMPARE(*rates.rate("sim:h200", report), 31.0);
    rates.setAlone("sim:h200", nullptr);
    rates.add({0, 1, 9, 5}); // beside others
    QCOMPARE(*rates.rate("sim:h200", report), 31.0);
    QVERIFY(!rates.rate("sim:a100", report));
    PartitionReport other = report;
    other.workloadParameters = {{"block_size", 128}};
    QVERIFY(!rates.rate("sim:h200", other));
    rates.setAlone("sim:h200", &report);
    for (int i = 0; i < 3; ++i)
        rates.add({0, 1, 0.3, 30}); // the newest counts
    QCOMPARE(*rates.rate("sim:h200", report), 30.0);
}

void TestPlotViews::thePeakIsKnownOrNot_data() {
    QTest::addColumn<QString>("workload");
    QTest::addColumn<int>("major");
    QTest::addColumn<bool>("mig");
    QTest::addColumn<double>("peak"); // 0: unknown
    QTest::newRow("fp32") << QStringLiteral("fma") << 9 << false << 66.9;
    QTest::newRow("fp32, 64 lanes") << QStringLiteral("fma") << 7 << false << 33.45;
    QTest::newRow("fp32, unheard of") << QStringLiteral("fma") << 99 << false << 0.0;
    QTest::newRow("memory") << QStringLiteral("copy") << 9 << false << 4814.3;
    QTest::newRow("a part of a GPU") << QStringLiteral("copy") << 9 << true << 0.0;
    QTest::newRow("no figure") << QStringLiteral("l2") << 9 << false << 0.0;
}

void TestPlotViews::thePeakIsKnownOrNot() {
    QFETCH(QString, workload);
    QFETCH(int, major);
    QFETCH(bool, mig);
    QFETCH(double, peak);
    DeviceDescription device;
    device.smCount = 132;
    device.computeMajor = major;
    device.migInstance = mig;
    device.clockKhz = 1'980'000;
    device.memoryClockKhz = 3'201'000;
    device.memoryBusBits = 6016;
    const auto whole = wholeGpuRate(device, workload.toStdString());
    QCOMPARE(whole.has_value(), peak > 0);
    if (whole)
        QVERIFY(std::abs(whole->rate - peak) < peak * 0.001);
    device.clockKhz = device.memoryClockKhz = 0; // it does not tell
    QVERIFY(!wholeGpuRate(device, workload.toStdString()));
}

void TestPlotViews::barsTellNowAloneAndIdeal() {
    WindowFixture f;
    QVERIFY(f.show());
    f.editor.setWorkload(0, QStringLiteral("fma"));
    f.editor.setWorkload(1, QStringLiteral("fma"));
    QTRY_VERIFY_WITH_TIMEOUT(f.session.canApply(), patience);
    QVERIFY(f.apply());
    ThroughputPanel& panel = f.window.throughputPanel();
    panel.setView(ThroughputPanel::View::now);
    const QTableView& table = panel.nowView().table();
    const QAbstractItemModelTester tester(table.model());
    const auto text = [&](int row, NowModel::Column column) {
        return table.model()->index(row, column).data().toString();
    };
    QTRY_VERIFY(table.isVisible());
    QCOMPARE(text(0, NowModel::nowColumn), QStringLiteral("–"));
    QVERIFY(text(0, NowModel::aloneColumn).toDouble() == 0); // nobody measured it
    f.session.run(0);                                        // alone
    QTRY_VERIFY_WITH_TIMEOUT(text(0, NowModel::aloneColumn).toDouble() > 0, patience);
    QVERIFY(text(0, NowModel::nowColumn).toDouble() > 0);
    QVERIFY(text(1, NowModel::aloneColumn).toDouble() == 0);
    QCOMPARE(table.model()->rowCount(), 2); // a total of one is none
    f.session.runAll();
    QTRY_COMPARE_WITH_TIMEOUT(table.model()->rowCount(), 3, patience);
    QCOMPARE(text(2, NowModel::nameColumn), QStringLiteral("Total"));
    QTRY_VERIFY_WITH_TIMEOUT(
        std::abs(
            text(2, NowModel::nowColumn).toDouble() - text(0, NowModel::nowColumn).toDouble() -
            text(1, NowModel::nowColumn).toDouble()) < 0.3,
        patience);
    QVERIFY(!panel.nowView().picture().isNull());
}

void TestPlotViews::eachIsMeasuredAlone_data() {
    QTest::addColumn<bool>("byKey");
    QTest::newRow("by mouse") << false;
    QTest::newRow("by key") << true;
}

void TestPlotViews::eachIsMeasuredAlone() {
    QFETCH(bool, byKey);
    WindowFixture f;
    QVERIFY(f.show());
    ThroughputPanel& panel = f.window.throughputPanel();
    QAction* action = panel.measureAloneAction();
    QVERIFY(!action->isEnabled());
    QVERIFY(action->toolTip().contains(QLatin1String("Apply")));
    f.editor.setWorkload(0, QStringLiteral("fma"));
    f.editor.setWorkload(1, QStringLiteral("fma"));
    QTRY_VERIFY_WITH_TIMEOUT(f.session.canApply(), patience);
    QVERIFY(f.apply());
    panel.setView(ThroughputPanel::View::now);
    f.session.run(1); // is to run again afterwards, and 0 is not
    QTRY_VERIFY(f.session.isRunning(1));
    std::set<std::set<int>> seen;
    connect(&f.session, &Session::runningChanged, &f.window, [&] {
        seen.insert(f.session.applied()->running);
    });
    QVERIFY(action->isEnabled());
    if (byKey)
        QTest::keyClick(&f.window, Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    else
        for (QToolButton* button : panel.findChildren<QToolButton*>())
            if (button->defaultAction() == action) {
                QVERIFY(button->isVisible());
                QTest::mouseClick(button, Qt::LeftButton);
            }
    QVERIFY(action->isChecked());
    QTRY_VERIFY_WITH_TIMEOUT(!action->isChecked(), patience);
    seen.erase(std::set<int>());
    QVERIFY(seen == (std::set<std::set<int>>{{0}, {1}})); // never both
    QCOMPARE(f.session.applied()->running, std::set{1});
    const QAbstractItemModel& numbers = *panel.nowView().table().model();
    for (const int row : {0, 1}) {
        const QString alone = numbers.index(row, NowModel::aloneColumn).data().toString();
        QVERIFY2(alone.toDouble() > 0, qPrintable(alone));
    }
}

void TestPlotViews::measuringAloneEndsEarly_data() {
    QTest::addColumn<QString>("what");
    QTest::addColumn<std::set<int>>("running");
    QTest::newRow("cancelled: what ran before runs again") << "cancel" << std::set{0, 1};
    QTest::newRow("another is started: it stays so") << "start" << std::set{0, 1};
    QTest::newRow("stopped: nothing is started") << "stop" << std::set<int>{};
    QTest::newRow("released") << "release" << std::set<int>{};
}

void TestPlotViews::measuringAloneEndsEarly() {
    QFETCH(QString, what);
    QFETCH(std::set<int>, running);
    WindowFixture f;
    QVERIFY(f.show());
    f.editor.setWorkload(0, QStringLiteral("fma"));
    f.editor.setWorkload(1, QStringLiteral("fma"));
    QTRY_VERIFY_WITH_TIMEOUT(f.session.canApply(), patience);
    QVERIFY(f.apply());
    f.session.runAll();
    QAction* action = f.window.throughputPanel().measureAloneAction();
    QVERIFY(action->isEnabled());
    action->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(f.session.applied()->running, std::set{0}, patience);
    QVERIFY(action->isChecked());
    if (what == QLatin1String("cancel"))
        action->trigger();
    else if (what == QLatin1String("start"))
        f.session.run(1);
    else if (what == QLatin1String("stop"))
        f.session.stopAll();
    else
        f.session.release();
    QTRY_VERIFY_WITH_TIMEOUT(!action->isChecked(), patience);
    const auto now = [&f] {
        return f.session.applied() ? f.session.applied()->running : std::set<int>{};
    };
    QTRY_COMPARE(now(), running);
    QTest::qWait(50); // nothing follows
    QCOMPARE(now(), running);
    QVERIFY(!action->isChecked());
    QCOMPARE(f.session.applied() == nullptr, what == QLatin1String("release"));
}

void TestPlotViews::hiddenViewsCostNothing() {
    WindowFixture f;
    QVERIFY(f.show());
    f.editor.setWorkload(0, QStringLiteral("fma"));
    QTRY_VERIFY_WITH_TIMEOUT(f.session.canApply(), patience);
    QVERIFY(f.apply());
    f.session.runAll();
    ThroughputPanel& panel = f.window.throughputPanel();
    QTRY_VERIFY_WITH_TIMEOUT(panel.plot().pointCount(0) > 3, patience);
    panel.setView(ThroughputPanel::View::now);
    QCoreApplication::processEvents(); // a drawing that was asked for while it was to be seen
    const int before = panel.plot().replotCount();
    const int latencyBefore = panel.latencyPlot().replotCount();
    const int distributionBefore = panel.distribution().replotCount();
    QTest::qWait(200); // some frames
    QCOMPARE(panel.plot().replotCount(), before);
    QCOMPARE(panel.latencyPlot().replotCount(), latencyBefore);
    QCOMPARE(panel.distribution().replotCount(), distributionBefore);
    panel.setView(ThroughputPanel::View::throughput);
    QTRY_VERIFY(panel.plot().replotCount() > before);
}

void TestPlotViews::viewsAreChosenAndCopied() {
    WindowFixture f;
    QVERIFY(f.show());
    ThroughputPanel& panel = f.window.throughputPanel();
    QCOMPARE(panel.viewActions().size(), 4);
    QVERIFY(panel.legend().isVisible());
    panel.tabs().setFocus();
    QTest::keyClick(&panel.tabs(), Qt::Key_Right);
    QCOMPARE(panel.view(), ThroughputPanel::View::now);
    QVERIFY(panel.nowView().isVisible());
    QVERIFY(!panel.numbers().isVisible()); // it has its own
    QVERIFY(panel.viewActions()[1]->isChecked());
    panel.viewActions()[2]->trigger();
    QCOMPARE(panel.view(), ThroughputPanel::View::latency);
    QVERIFY(panel.numbers().isVisible());
    QVERIFY(panel.latencyPlot().shownHint().contains(QStringLiteral("latency")));
    QTest::mouseClick(&panel.tabs(), Qt::LeftButton, {}, panel.tabs().tabRect(0).center());
    QCOMPARE(panel.view(), ThroughputPanel::View::throughput);
    QWidget* canvas = panel.plot().focusProxy();
    canvas->setFocus();
    QGuiApplication::clipboard()->clear();
    QTest::keyClick(canvas, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->image().size(), canvas->size() * 2);
    QTest::keyClick(canvas, Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(
        QGuiApplication::clipboard()->text(),
        QStringLiteral("partition,workload,unit,time_s,rate\n"));
}

QTEST_MAIN(TestPlotViews)
#include "tst_plot_views.moc"
