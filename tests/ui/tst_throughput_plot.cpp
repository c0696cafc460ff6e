// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/ui_test.h"
#include "ui/throughput/curve_visibility.h"
#include "ui/throughput/throughput_history.h"
#include "ui/throughput/throughput_plot.h"

#include <QElapsedTimer>
#include <QFile>
#include <QImage>
#include <QTemporaryDir>

#include <cmath>

using namespace parterre;
using namespace parterre::ui;

namespace {

struct Bench {
    Bench() {
        clock.start();
        history.setSeries(
            {{QStringLiteral("A"), QStringLiteral("fma"), QStringLiteral("TFLOP/s"),
              partition_palette::look(0), true},
             {QStringLiteral("B"), QStringLiteral("copy"), QStringLiteral("GB/s"),
              partition_palette::look(1), true}});
        plot.resize(600, 300);
    }
    void start() {
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
    }
    void sample(double time) { history.append({{0, time, 0.03, 15}, {1, time, 0.03, 2800}}, time); }

    ThroughputHistory history;
    QElapsedTimer clock;
    CurveVisibility visibility;
    ThroughputPlot plot{history, clock, visibility};
};

} // namespace

class TestThroughputPlot : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnWarnings(); }
    void drawsWhatCameAndNothingTwice();
    void hiddenAndPausedPlotsCostNothing();
    void zoomHasAWayBack();
    void exportsPictures();
    void markerLabelsStayReadable();
    void theCursorTellsValues();
    void theCursorTellsNothingInAGap();
    void theCursorFollowsTheMouse();
    void theCursorHasRoomForManyPartitions();
    void keysZoomAndPan();
    void hiddenCurvesStayHidden();
    void everyUnitHasItsAxis();
    void theTotalIsDrawnOnDemand();
};

void TestThroughputPlot::drawsWhatCameAndNothingTwice() {
    Bench bench;
    bench.start();
    for (int i = 0; i < 100; ++i)
        bench.sample(i * 0.03);
    QTRY_COMPARE(bench.plot.pointCount(0), 100);
    bench.history.startRun({0}, 5);
    bench.history.append({{0, 0.03, 0.03, 15}}, 5.03);
    QTRY_COMPARE(bench.plot.pointCount(0), 102); // with the gap
    QCOMPARE(bench.plot.pointCount(1), 100);
    bench.history.mark(QStringLiteral("apply"), 5);
    bench.history.setSeries({});
    QTRY_COMPARE(bench.plot.pointCount(0), 0);
}

void TestThroughputPlot::hiddenAndPausedPlotsCostNothing() {
    Bench bench;
    bench.start();
    bench.sample(0.1);
    QTRY_COMPARE(bench.plot.pointCount(0), 1);
    const auto drawnWhile = [&](const std::function<void()>& state) {
        state();
        QCoreApplication::processEvents();
        const int before = bench.plot.replotCount();
        for (int i = 0; i < 5; ++i) {
            bench.sample(bench.history.points(0).back().time + 0.1);
            QTest::qWait(40); // longer than a frame
        }
        return bench.plot.replotCount() - before;
    };
    QCOMPARE(drawnWhile([&] { bench.plot.hide(); }), 0);
    QVERIFY(drawnWhile([&] { bench.plot.show(); }) > 0);
    QCOMPARE(drawnWhile([&] { bench.plot.setPaused(true); }), 0);
    const int collected = static_cast<int>(bench.history.points(0).size());
    bench.plot.setPaused(false);
    QTRY_COMPARE(bench.plot.pointCount(0), collected); // nothing was lost meanwhile
}

void TestThroughputPlot::zoomHasAWayBack() {
    Bench bench;
    bench.start();
    QVERIFY(!bench.plot.isZoomed());
    bench.plot.zoom(2, 300);
    QVERIFY(bench.plot.isZoomed());
    QVERIFY(bench.plot.isFollowing());
    bench.plot.setFollowing(false);
    bench.plot.resetZoom();
    QVERIFY(!bench.plot.isZoomed());
    QVERIFY(bench.plot.isFollowing());
}

void TestThroughputPlot::exportsPictures() {
    const QTemporaryDir folder;
    Bench bench;
    bench.start();
    bench.sample(0.1);
    bench.sample(0.2);
    const QString png = folder.filePath(QStringLiteral("plot.png"));
    QVERIFY(bench.plot.savePicture(png));
    QVERIFY(!QImage(png).isNull());
    QFile svg(folder.filePath(QStringLiteral("plot.svg")));
    QVERIFY(bench.plot.savePicture(svg.fileName()));
    QVERIFY(svg.open(QIODevice::ReadOnly));
    QVERIFY(svg.readAll().contains("TFLOP/s"));
    QVERIFY(!bench.plot.savePicture(folder.filePath(QStringLiteral("no/such/folder/plot.png"))));
}

void TestThroughputPlot::markerLabelsStayReadable() {
    Bench bench;
    bench.start();
    for (int i = 0; i < 100; ++i)
        bench.sample(i * 0.03);
    // Two at nearly the same time, and one at the very border.
    bench.history.mark(QStringLiteral("apply"), 1);
    bench.history.mark(QStringLiteral("run"), 1.001);
    bench.history.mark(QStringLiteral("engine lost"), 3.9);
    QTRY_COMPARE(bench.plot.markerLabels().size(), std::size_t{3});
    const std::vector<QRectF> labels = bench.plot.markerLabels();
    for (std::size_t i = 0; i < labels.size(); ++i) {
        QVERIFY(bench.plot.plotArea().contains(labels[i]));
        for (std::size_t j = 0; j < i; ++j)
            QVERIFY(!labels[i].intersects(labels[j]));
    }
    // More than there is room for: what is shown does not overlap.
    for (int i = 0; i < 20; ++i)
        bench.history.mark(QStringLiteral("stop"), 3.901 + i * 0.001);
    QTRY_VERIFY(bench.plot.markerLabels().size() > 3);
    QVERIFY(bench.plot.markerLabels().size() < 10);
}

void TestThroughputPlot::theCursorTellsValues() {
    Bench bench;
    bench.start();
    for (int i = 0; i < 100; ++i)
        bench.sample(i * 0.03);
    QTRY_COMPARE(bench.plot.pointCount(0), 100);
    bench.plot.setPaused(true); // else it moves on below the cursor
    QWidget* canvas = bench.plot.focusProxy();
    const int drawn = bench.plot.replotCount();
    const PlotCursor& cursor = bench.plot.cursor();
    QVERIFY(!cursor.isVisible());
    QTest::keyClick(canvas, Qt::Key_Left); // begins at the newest
    QCOMPARE(*cursor.place(), 1.0);
    QVERIFY(cursor.isVisible());
    for (int i = 0; i < 9; ++i)
        QTest::keyClick(canvas, Qt::Key_Left, Qt::ControlModifier);
    QTest::keyClick(canvas, Qt::Key_Right);
    QCOMPARE(*cursor.place(), 0.11);
    QCOMPARE(cursor.readout().rows.size(), std::size_t{2});
    QCOMPARE(cursor.readout().rows[0].name, QStringLiteral("A"));
    QCOMPARE(cursor.readout().rows[0].value, QStringLiteral("15.0 TFLOP/s"));
    QCOMPARE(cursor.readout().rows[1].value, QStringLiteral("2,800 GB/s"));
    // A screen reader is told the same.
    QCOMPARE(canvas->accessibleDescription(), cursor.readout().asText());
    QVERIFY(
        canvas->accessibleDescription().contains(QStringLiteral("A 15.0 TFLOP/s, B 2,800 GB/s")));
    QVERIFY(bench.plot.rect().contains(cursor.box().toAlignedRect()));
    QTest::qWait(50);
    QCOMPARE(bench.plot.replotCount(), drawn); // the curves are not drawn anew for it
    QTest::keyClick(canvas, Qt::Key_Escape);
    QVERIFY(!cursor.isVisible());
}

void TestThroughputPlot::theCursorTellsNothingInAGap() {
    Bench bench;
    bench.start();
    for (int i = 0; i <= 10; ++i)
        bench.sample(i * 0.1);
    bench.history.stopRun({0}, 1);
    bench.history.startRun({0}, 3);
    bench.history.append({{0, 0, 0.03, 15}, {0, 1, 0.03, 15}}, 3);
    bench.history.append({{1, 4, 0.03, 2800}}, 4); // silent for three seconds
    QTRY_COMPARE(bench.plot.pointCount(0), 15);
    QCOMPARE(bench.plot.pointCount(1), 13); // with the gap
    bench.plot.setPaused(true);
    const auto told = [&](double time) {
        const double share =
            (time - bench.plot.timeAt(0)) / (bench.plot.timeAt(1) - bench.plot.timeAt(0));
        bench.plot.cursor().setPlace(share);
        QString names;
        for (const CursorReadout::Row& row : bench.plot.cursor().readout().rows)
            names += row.name;
        return names;
    };
    QCOMPARE(told(0.55), QStringLiteral("AB"));
    QCOMPARE(told(2), QString());
    QCOMPARE(told(3.5), QStringLiteral("A"));
}

void TestThroughputPlot::theCursorFollowsTheMouse() {
    Bench bench;
    bench.start();
    bench.sample(0.1);
    QTRY_COMPARE(bench.plot.pointCount(0), 1);
    QWidget* canvas = bench.plot.focusProxy();
    const QRect area = bench.plot.plotArea().toRect();
    QTest::mouseMove(canvas, area.center());
    QTRY_VERIFY(bench.plot.cursor().place().has_value());
    QVERIFY(std::abs(*bench.plot.cursor().place() - 0.5) < 0.01);
    QTest::mouseMove(canvas, QPoint(2, 2)); // on the axis
    QTRY_VERIFY(!bench.plot.cursor().place());
    QTest::mouseMove(canvas, area.center());
    QTRY_VERIFY(bench.plot.cursor().place().has_value());
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(canvas, &leave);
    QVERIFY(!bench.plot.cursor().place());
}

void TestThroughputPlot::theCursorHasRoomForManyPartitions() {
    Bench bench;
    std::vector<ThroughputHistory::Series> series;
    std::vector<Sample> samples;
    for (int i = 0; i < 66; ++i) {
        series.push_back(
            {QStringLiteral("partition %1").arg(i), QStringLiteral("fma"),
             QStringLiteral("TFLOP/s"), partition_palette::look(i), true});
        samples.push_back({i, 0.1, 0.03, 15.0 + i});
    }
    bench.history.setSeries(series);
    bench.start();
    bench.history.append(samples, 0.1);
    QTRY_COMPARE(bench.plot.pointCount(65), 1);
    for (const double place : {0.05, 0.5, 1.0}) {
        bench.plot.cursor().setPlace(place);
        const QRectF box = bench.plot.cursor().box();
        QVERIFY(bench.plot.plotArea().adjusted(-1, -1, 1, 1).contains(box));
    }
}

void TestThroughputPlot::keysZoomAndPan() {
    Bench bench;
    bench.start();
    bench.sample(0.1);
    QTRY_COMPARE(bench.plot.pointCount(0), 1);
    QWidget* canvas = bench.plot.focusProxy();
    const auto span = [&] { return bench.plot.timeAt(1) - bench.plot.timeAt(0); };
    const double before = span();
    QTest::keyClick(canvas, Qt::Key_Plus);
    QTRY_VERIFY(span() < before);
    QVERIFY(bench.plot.isZoomed());
    QTest::keyClick(canvas, Qt::Key_Minus);
    QTRY_VERIFY(std::abs(span() - before) < 1e-6);
    QVERIFY(bench.plot.isFollowing());
    const double left = bench.plot.timeAt(0);
    QTest::keyClick(canvas, Qt::Key_Left, Qt::ShiftModifier);
    QVERIFY(bench.plot.timeAt(0) < left);
    QVERIFY(!bench.plot.isFollowing());
    QVERIFY(bench.plot.isZoomed());
    bench.plot.resetZoom();
    QVERIFY(bench.plot.isFollowing());
    // While paused, the way back leads to what was in view when that began.
    bench.plot.setPaused(true);
    const double end = bench.plot.timeAt(1);
    QTest::keyClick(canvas, Qt::Key_Left, Qt::ShiftModifier);
    QTest::qWait(50);
    bench.plot.resetZoom();
    QTRY_VERIFY(bench.plot.timeAt(1) > end - 0.2);
    QVERIFY(bench.plot.timeAt(1) < end + 0.2);
}

void TestThroughputPlot::hiddenCurvesStayHidden() {
    Bench bench;
    bench.start();
    bench.visibility.setShown(CurveVisibility::ofPartition(QStringLiteral("B")), false);
    QTRY_VERIFY(!bench.plot.isShown(1));
    // The next apply has B elsewhere.
    const auto series = bench.history.series();
    bench.history.setSeries({series[1], series[0]});
    QTRY_VERIFY(bench.plot.isShown(1));
    QVERIFY(!bench.plot.isShown(0));
    bench.visibility.setShown(CurveVisibility::ofPartition(QStringLiteral("B")), true);
    QTRY_VERIFY(bench.plot.isShown(0));
}

void TestThroughputPlot::everyUnitHasItsAxis() {
    Bench bench;
    bench.start();
    QTRY_COMPARE(
        bench.plot.units(), (QStringList{QStringLiteral("TFLOP/s"), QStringLiteral("GB/s")}));
    auto series = bench.history.series();
    series[0].unit = QStringLiteral("µs");
    series.push_back(series[1]);
    series[2].name = QStringLiteral("C");
    series[2].unit = QStringLiteral("TOP/s");
    bench.history.setSeries(series);
    QTRY_COMPARE(
        bench.plot.units(),
        (QStringList{QStringLiteral("µs"), QStringLiteral("GB/s"), QStringLiteral("TOP/s")}));
    bench.history.setSeries({});
    QTRY_COMPARE(bench.plot.units(), QStringList());
}

void TestThroughputPlot::theTotalIsDrawnOnDemand() {
    Bench bench;
    auto series = bench.history.series();
    series[1].unit = series[0].unit;
    bench.history.setSeries(series);
    bench.start();
    for (int i = 0; i < 100; ++i)
        bench.sample(i * 0.03);
    QTRY_COMPARE(bench.plot.pointCount(0), 100);
    bench.plot.setPaused(true);
    bench.plot.cursor().setPlace(0.4);
    QCOMPARE(bench.plot.cursor().readout().rows.size(), std::size_t{2});
    bench.visibility.setShown(CurveVisibility::total, true); // shows even while paused
    QTRY_COMPARE(bench.plot.cursor().readout().rows.size(), std::size_t{3});
    QCOMPARE(bench.plot.cursor().readout().rows[2].value, QStringLiteral("2,815 TFLOP/s"));
}

QTEST_MAIN(TestThroughputPlot)
#include "tst_throughput_plot.moc"
