// SPDX-License-Identifier: Apache-2.0
// Experiments on the simulated H200 beside what was recorded on a real one.
#include "tests/core/experiment/virtual_gpu.h"
#include "tests/core/simulator/recorded_figures.h"
#include "tests/core/simulator/simulated_gpu.h"

#include <QTest>

using namespace parterre;
using namespace parterre::test;

namespace {

constexpr double tolerance = 0.10;

ExperimentParameters briefly(const std::string& workload = {}) {
    ExperimentParameters parameters;
    parameters.workload = workload;
    parameters.seconds = 0.3;
    parameters.runs = 3;
    return parameters;
}

/// Lines of performance.jsonl of that kind.
std::vector<Json> linesOf(const std::string& kind) {
    std::vector<Json> lines;
    for (const Json& line : recording("performance.jsonl"))
        if (line["k"] == kind)
            lines.push_back(line);
    return lines;
}

} // namespace

class TestRecordedExperiments : public QObject {
    Q_OBJECT

private slots:
    void scaling_data() {
        QTest::addColumn<QString>("workload");
        QTest::addColumn<QString>("key");
        QTest::addRow("fma") << "fma"
                             << "tflops";
        QTest::addRow("copy") << "copy"
                              << "gbs";
    }

    void scaling() {
        QFETCH(QString, workload);
        QFETCH(QString, key);
        const ExperimentResult result =
            VirtualGpu().run("scaling", briefly(workload.toStdString()));
        const std::vector<Json> lines = linesOf("scale");
        QCOMPARE(result.rows.size(), lines.size());
        RecordedFigures figures;
        bool good = true;
        for (std::size_t row = 0; row < lines.size(); ++row) {
            QCOMPARE(numberAt(result, row, "sm_count"), lines[row]["sm"].get<double>());
            good &= figures.compare(
                std::to_string(lines[row]["sm"].get<int>()) + " SMs " + workload.toStdString(),
                lines[row][key.toStdString()], numberAt(result, row, "rate"), tolerance);
        }
        qInfo("%s", result.sentence.c_str());
        QVERIFY(good);
    }
};

QTEST_GUILESS_MAIN(TestRecordedExperiments)
#include "tst_recorded_experiments.moc"
