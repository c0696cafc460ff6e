// SPDX-License-Identifier: Apache-2.0
// Reports and charts: whole, well formed, with nothing from elsewhere, whatever texts they are
// given.
#include "core/report/axis_scale.h"
#include "core/report/experiment_report.h"
#include "core/report/svg_chart.h"
#include "tests/core/experiment/virtual_gpu.h"

#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

using namespace parterre;
using namespace parterre::test;

namespace {

/// Empty if it is well-formed XML.
QString faultOf(const std::string& svg) {
    QXmlStreamReader reader(QByteArray::fromStdString(svg));
    while (!reader.atEnd())
        reader.readNext();
    return reader.hasError() ? reader.errorString() : QString();
}

/// The x and y that shapes and lines are drawn at lie on the picture.
bool staysInside(const std::string& svg) {
    static const QRegularExpression place(R"( (x|cx|x1|x2|y|cy|y1|y2)="(-?[0-9.]+)\")");
    auto matches = place.globalMatch(QString::fromStdString(svg));
    bool isInside = matches.hasNext();
    while (matches.hasNext()) {
        const auto match = matches.next();
        const double value = match.captured(2).toDouble();
        const double most = match.captured(1).contains('x') ? 860 : 460;
        isInside = isInside && value >= 0 && value <= most;
    }
    return isInside;
}

ExperimentResult resultOf(const std::string& experiment) {
    ExperimentParameters parameters;
    const ExperimentInfo& info = findExperiment(experiment).info();
    parameters.seconds = info.seconds > 0 ? 0.05 : 0;
    parameters.runs = 2;
    return VirtualGpu().run(experiment, parameters);
}

} // namespace

class TestExperimentReport : public QObject {
    Q_OBJECT

private slots:
    void holdsAll_data();
    void holdsAll();
    void textsAreEscaped();
    void oddCharts_data();
    void oddCharts();
    void axes();
};

void TestExperimentReport::holdsAll_data() {
    QTest::addColumn<QString>("name");
    for (const Experiment* experiment : experiments())
        QTest::addRow("%s", experiment->info().name.c_str())
            << QString::fromStdString(experiment->info().name);
}

void TestExperimentReport::holdsAll() {
    QFETCH(QString, name);
    const ExperimentResult result = resultOf(name.toStdString());
    const std::string svg = svgOf(result.chart);
    QVERIFY2(faultOf(svg).isEmpty(), qPrintable(faultOf(svg)));
    QVERIFY(staysInside(svg));
    const QString html = QString::fromStdString(reportOf(result));
    // As escaped as the text itself needs to be; these have nothing else that does.
    const auto escaped = [](std::string text) {
        return QString::fromStdString(text).toHtmlEscaped().replace("'", "&#39;");
    };
    for (const std::string& text :
         {result.sentence, result.experiment.method, result.experiment.description,
          result.deviceName, result.provenance, result.date, result.columns.front().title})
        QVERIFY2(html.contains(escaped(text)), text.c_str());
    QVERIFY(html.contains("prefers-color-scheme"));
    QCOMPARE(html.count("<tr>"), static_cast<qsizetype>(result.rows.size() + 1));
    QVERIFY(!html.contains("<script"));
    QVERIFY(!html.contains("src="));
    QVERIFY(!html.contains("href="));
    QVERIFY(!html.contains("url("));
    QVERIFY(!html.contains("@import"));
    if (const QString folder = qEnvironmentVariable("PARTERRE_REPORTS"); !folder.isEmpty()) {
        QFile file(folder + '/' + name + ".html");
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(html.toUtf8());
        QFile picture(folder + '/' + name + ".svg");
        QVERIFY(picture.open(QIODevice::WriteOnly));
        picture.write(QByteArray::fromStdString(svg));
    }
}

void TestExperimentReport::textsAreEscaped() {
    const std::string evil = "<script>\"&'\x01";
    ExperimentResult result;
    result.deviceName = evil;
    result.sentence = evil;
    result.columns = {{evil, evil, evil, 0}};
    result.rows = {{evil}};
    result.chart = {
        {evil, evil, false, {evil}},
        {evil, evil, false},
        {{evil, ChartSeries::Mark::bar, {{0, 1, 1, 1}}}, {evil, ChartSeries::Mark::line, {}}},
        {{0, evil}}};
    const QString html = QString::fromStdString(reportOf(result));
    QVERIFY(!html.contains("<script>"));
    QVERIFY(html.contains("&lt;script&gt;&quot;&amp;&#39; "));
    QVERIFY2(faultOf(svgOf(result.chart)).isEmpty(), qPrintable(faultOf(svgOf(result.chart))));
}

void TestExperimentReport::oddCharts_data() {
    QTest::addColumn<int>("points");
    QTest::addColumn<double>("value");
    QTest::addColumn<bool>("isLogarithmic");
    QTest::addRow("none") << 0 << 0.0 << false;
    QTest::addRow("none, logarithmic") << 0 << 0.0 << true;
    QTest::addRow("one") << 1 << 5.0 << false;
    QTest::addRow("zeros") << 3 << 0.0 << false;
    QTest::addRow("zeros, logarithmic") << 3 << 0.0 << true;
    QTest::addRow("tiny") << 3 << 1e-7 << false;
    QTest::addRow("huge") << 3 << 1e12 << true;
}

void TestExperimentReport::oddCharts() {
    QFETCH(int, points);
    QFETCH(double, value);
    QFETCH(bool, isLogarithmic);
    Chart chart{
        {"x", "", false}, {"y", "", isLogarithmic}, {{"s", ChartSeries::Mark::line, {}}}, {}};
    chart.markers = {{-10, "before all points"}, {10, "beyond all points"}};
    for (int i = 0; i < points; ++i)
        chart.series[0].points.push_back({double(i), value, value, value});
    const std::string svg = svgOf(chart);
    QVERIFY(faultOf(svg).isEmpty());
    QVERIFY(svg.find("nan") == std::string::npos);
    QVERIFY(svg.find("inf") == std::string::npos);
    QVERIFY(staysInside(svg));
}

void TestExperimentReport::axes() {
    const AxisScale sms(8, 132, false);
    QCOMPARE(sms.position(0), 0.0);
    QVERIFY(sms.position(132) <= 1);
    QVERIFY(sms.ticks().size() >= 5 && sms.ticks().size() <= 10);
    const AxisScale percent(99.5, 100.02, false);
    QCOMPARE(percent.ticks().back(), 100.0);
    const AxisScale latency(24.5, 2193.8, true);
    QCOMPARE(latency.ticks().front(), 10.0);
    QCOMPARE(latency.ticks().back(), 10000.0);
    QCOMPARE(latency.position(10), 0.0);
    QCOMPARE(latency.position(10000), 1.0);
    QVERIFY(latency.position(100) > 0.3 && latency.position(100) < 0.34);
    const AxisScale places = AxisScale::ofPlaces(4);
    QCOMPARE(places.position(0), 0.125);
    QCOMPARE(places.ticks().size(), std::size_t{4});
}

QTEST_GUILESS_MAIN(TestExperimentReport)
#include "tst_experiment_report.moc"
