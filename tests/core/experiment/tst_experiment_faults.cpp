// SPDX-License-Identifier: Apache-2.0
// Whatever driver call fails: the experiment says so, and nothing is left of it.
#include "core/experiment/experiments.h"
#include "tests/support/fault_injection.h"

#include <QTest>

using namespace parterre;
using namespace parterre::test;

class TestExperimentFaults : public QObject {
    Q_OBJECT

private slots:
    void nothingIsLeft_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("workload");
        const auto row = [](const char* name, const char* workload) {
            QTest::addRow("%s %s", name, workload) << name << workload;
        };
        row("scaling", "fma");
        row("scaling", "latency");
        row("creation-cost", "");
        row("find-split", "");
    }

    void nothingIsLeft() {
        QFETCH(QString, name);
        QFETCH(QString, workload);
        const FaultyTarget target = FaultyTarget::simulatedH200(13000);
        const ExperimentTarget gpu{"sim:h200", Device(target.driver, 0), {}, {}};
        ExperimentParameters parameters;
        parameters.workload = workload.toStdString();
        const ExperimentInfo& info = findExperiment(name.toStdString()).info();
        parameters.seconds = info.seconds > 0 ? ExperimentParameters::leastSeconds : 0;
        parameters.runs = 1;
        if (workload == "latency") // not hundreds of launches that are all alike
            parameters.workloadParameters["period_us"] = 10'000;
        if (!info.smCountsRole.empty())
            parameters.smCounts = {8};
        if (!info.goalsRole.empty()) // few and long launches, for the same reason
            parameters.goals = {
                {"latency", {{"period_us", 50'000}}, WorkloadGoal::Kind::p99, 100, "us"},
                {"fma", {{"intensity", 1 << 12}}, WorkloadGoal::Kind::most}};
        FaultCount count;
        failEachCall(
            target, [&] { findExperiment(name.toStdString()).run(gpu, parameters); }, {}, count);
        qInfo("%d calls failed, %d of them reported", count.failed, count.reported);
        QVERIFY(count.reported > 50);
    }
};

QTEST_GUILESS_MAIN(TestExperimentFaults)
#include "tst_experiment_faults.moc"
