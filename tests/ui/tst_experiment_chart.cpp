// SPDX-License-Identifier: GPL-3.0-or-later
// The chart of a result, by what it draws.
#include "core/report/experiment_csv.h"
#include "tests/ui/support/experiment_results.h"
#include "tests/ui/support/ui_test.h"
#include "ui/experiments/experiment_chart.h"
#include "ui/shell/theme.h"

#include <QTemporaryDir>

#include <algorithm>

using namespace parterre;
using namespace parterre::ui;
using test::someResult;

namespace {

constexpr int patience = 10'000;

bool show(ExperimentChart& chart) {
    chart.resize(600, 300);
    chart.show();
    return QTest::qWaitForWindowExposed(&chart) &&
           QTest::qWaitFor([&] { return chart.replotCount() > 0; }, patience);
}

/// The widget that takes keys and wheel.
QWidget* canvasOf(ExperimentChart& chart) {
    return chart.focusProxy();
}

void wheel(ExperimentChart& chart, int steps) {
    const QPointF at = chart.plotArea().center();
    QWheelEvent event(
        at, chart.mapToGlobal(at), {}, {0, 120 * steps}, Qt::NoButton, Qt::NoModifier,
        Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(canvasOf(chart), &event);
}

ExperimentResult withNames() {
    ExperimentResult result = someResult();
    result.chart.x = {
        "where the kernel runs", "", false, {"alone", "in ordinary streams beside another one"}};
    result.chart.y = {"latency", "µs", true};
    result.chart.series = {
        {"median", ChartSeries::Mark::point, {{0, 70, 60, 80}, {1, 1800, 1700, 1900}}},
        {"largest", ChartSeries::Mark::bar, {{0, 7000, 7000, 7000}, {1, 9000, 9000, 9000}}}};
    result.chart.markers.clear();
    return result;
}

} // namespace

class TestExperimentChart : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnWarnings(); }
    void drawsWhatTheResultSays();
    void aSecondResultTakesTheFirstOnesPlace();
    void breaksALongMarker();
    void tellsValuesByKeyAndMouse();
    void tellsNamesAndPlaces();
    void zoomsAndComesBack();
    void savesWhatItShows();
    void copesWithNothing();
};

void TestExperimentChart::drawsWhatTheResultSays() {
    ExperimentChart chart;
    chart.setResult(someResult());
    QVERIFY(show(chart));
    QCOMPARE(chart.pointCount(0), 2);
    QCOMPARE(chart.pointCount(1), 1);
    QCOMPARE(chart.pointCount(2), 0);
    QCOMPARE(chart.spreadCount(), 1);
    QCOMPARE(chart.markers(), QStringList{QStringLiteral("knee: 16 SMs")});
    QVERIFY(chart.hasLegend());
    QVERIFY(chart.plotArea().width() > 300); // not squeezed by a legend
    QVERIFY(canvasOf(chart)->accessibleName().contains(QLatin1String("rate by SMs")));
    QCOMPARE(chart.asCsv(), QString::fromStdString(csvOf(someResult())));
}

void TestExperimentChart::aSecondResultTakesTheFirstOnesPlace() {
    ExperimentChart chart;
    chart.setResult(withNames());
    QVERIFY(show(chart));
    QCOMPARE(chart.pointCount(0), 2);
    QCOMPARE(chart.pointCount(1), 2);
    QVERIFY(chart.markers().isEmpty());
    ExperimentResult other = someResult();
    other.chart.series.pop_back();
    chart.setResult(other);
    QCOMPARE(chart.pointCount(0), 2);
    QCOMPARE(chart.pointCount(1), 0);
    QCOMPARE(chart.markers().size(), 1);
    QVERIFY(!chart.hasLegend());
    QTRY_VERIFY_WITH_TIMEOUT(chart.plotArea().width() > 300, patience);
}

/// Where it would be cut off.
void TestExperimentChart::breaksALongMarker() {
    ExperimentResult result = someResult();
    const std::string label = "goal of copy: at least 50 % of what it reaches alone";
    result.chart.markers = {{8, label}}; // near the middle
    ExperimentChart chart;
    chart.setResult(result);
    QVERIFY(show(chart));
    chart.resize(320, 240);
    const auto widest = [&chart] {
        const QFontMetricsF metrics(theme::captionFont(chart.font()));
        double width = 0;
        for (const QString& line : chart.markers().value(0).split(QLatin1Char('\n')))
            width = std::max(width, metrics.horizontalAdvance(line));
        return width;
    };
    QTRY_VERIFY_WITH_TIMEOUT(chart.plotArea().width() < 320, patience);
    QTRY_VERIFY_WITH_TIMEOUT(widest() < 0.6 * chart.plotArea().width(), patience);
    QVERIFY(chart.markers().value(0).contains(QLatin1Char('\n')));
    chart.resize(1000, 400);
    QTRY_COMPARE_WITH_TIMEOUT(
        chart.markers(), QStringList{QString::fromStdString(label)}, patience);
}

void TestExperimentChart::tellsValuesByKeyAndMouse() {
    ExperimentChart chart;
    chart.setResult(someResult());
    QVERIFY(show(chart));
    QTest::keyClick(canvasOf(chart), Qt::Key_Right);
    QVERIFY(chart.cursor().place());
    QTest::keyClick(canvasOf(chart), Qt::Key_Left, Qt::ControlModifier);
    QTest::keyClick(canvasOf(chart), Qt::Key_Left, Qt::ControlModifier);
    QTest::keyClick(canvasOf(chart), Qt::Key_Left, Qt::ControlModifier);
    CursorReadout readout = chart.cursor().readout();
    QCOMPARE(readout.heading, QStringLiteral("SMs: 8"));
    QCOMPARE(readout.rows.size(), std::size_t{2});
    QCOMPARE(readout.rows[0].name, QStringLiteral("one"));
    QCOMPARE(readout.rows[0].value, QStringLiteral("80 GB/s (70 to 90)"));
    QCOMPARE(readout.rows[1].value, QStringLiteral("40 GB/s"));
    QVERIFY(canvasOf(chart)->accessibleDescription().contains(QLatin1String("80 GB/s")));
    QTest::keyClick(canvasOf(chart), Qt::Key_Escape);
    QVERIFY(!chart.cursor().place());

    const QRectF area = chart.plotArea();
    QTest::mouseMove(canvasOf(chart), QPointF(area.right() - 2, area.center().y()).toPoint());
    readout = chart.cursor().readout();
    QCOMPARE(readout.heading, QStringLiteral("SMs: 16"));
    QCOMPARE(readout.rows.size(), std::size_t{1}); // the other one has nothing there
    QCOMPARE(readout.rows[0].value, QStringLiteral("160 GB/s"));
}

void TestExperimentChart::tellsNamesAndPlaces() {
    ExperimentChart chart;
    chart.setResult(withNames());
    QVERIFY(show(chart));
    for (int i = 0; i < 4; ++i) // from the middle to the right
        QTest::keyClick(canvasOf(chart), Qt::Key_Right, Qt::ControlModifier);
    const CursorReadout readout = chart.cursor().readout();
    QCOMPARE(readout.heading, QStringLiteral("in ordinary streams beside another one"));
    QCOMPARE(readout.rows.size(), std::size_t{2});
    QVERIFY(readout.rows[0].value.startsWith(QLocale().toString(1800.0, 'g', 6)));
    // On a logarithmic axis from 10 to 10000, 1800 lies in the upper half and 9000 above it.
    QVERIFY(readout.rows[0].y < chart.plotArea().center().y());
    QVERIFY(readout.rows[1].y < readout.rows[0].y);
}

void TestExperimentChart::zoomsAndComesBack() {
    ExperimentChart chart;
    chart.setResult(someResult());
    QVERIFY(show(chart));
    QSignalSpy changed(&chart, &PlotFrame::viewChanged);
    QVERIFY(!chart.isZoomed());
    wheel(chart, 1);
    QVERIFY(chart.isZoomed());
    chart.resetZoom();
    QVERIFY(!chart.isZoomed());
    QTest::keyClick(canvasOf(chart), Qt::Key_Plus);
    QVERIFY(chart.isZoomed());
    QTest::keyClick(canvasOf(chart), Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY(chart.isZoomed());
    QCOMPARE(changed.count(), 4);
    chart.setResult(withNames()); // which has another axis
    QVERIFY(!chart.isZoomed());
}

void TestExperimentChart::savesWhatItShows() {
    ExperimentChart chart;
    chart.setResult(someResult());
    QVERIFY(show(chart));
    const QTemporaryDir folder;
    const QString png = folder.filePath(QStringLiteral("chart.png"));
    QVERIFY(chart.savePicture(png));
    const QImage picture(png);
    QCOMPARE(picture.size(), 2 * chart.size());
    const QString svg = folder.filePath(QStringLiteral("chart.svg"));
    QVERIFY(chart.savePicture(svg));
    QFile file(svg);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY(text.contains("knee: 16 SMs") && text.contains("rate, GB/s"));
    QVERIFY(!chart.savePicture(folder.filePath(QStringLiteral("none/chart.png"))));
}

void TestExperimentChart::copesWithNothing() {
    ExperimentChart chart;
    chart.setResult(ExperimentResult());
    QVERIFY(show(chart));
    QTest::keyClick(canvasOf(chart), Qt::Key_Right);
    QVERIFY(chart.cursor().readout().rows.empty());
    ExperimentResult flat = someResult();
    flat.chart.series = {{"nought", ChartSeries::Mark::line, {{0, 0, 0, 0}}}};
    chart.setResult(flat);
    QCOMPARE(chart.pointCount(0), 1);
    QVERIFY(!chart.picture().isNull());
}

QTEST_MAIN(TestExperimentChart)
#include "tst_experiment_chart.moc"
