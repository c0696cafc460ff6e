// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/ui_test.h"
#include "ui/throughput/throughput_history.h"
#include "ui/throughput/throughput_plot.h"

#include <QElapsedTimer>
#include <QFile>
#include <QImage>
#include <QTemporaryDir>

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
    void sample(double time) { history.append({{0, time, 0.03, 15}, {1, time, 0.03, 2800}}, time); }

    ThroughputHistory history;
    QElapsedTimer clock;
    ThroughputPlot plot{history, clock};
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
};

void TestThroughputPlot::drawsWhatCameAndNothingTwice() {
    Bench bench;
    bench.plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&bench.plot));
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
    bench.plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&bench.plot));
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
    bench.plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&bench.plot));
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
    bench.plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&bench.plot));
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
    bench.plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&bench.plot));
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

QTEST_MAIN(TestThroughputPlot)
#include "tst_throughput_plot.moc"
