// SPDX-License-Identifier: Apache-2.0
// `experiment` on a simulated H200 in real time.
#include "core/model/experiment_result.h"
#include "tests/cli/command_line.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/types.h>

using namespace parterre;
using namespace parterre::test;

namespace {

const QString brief = "experiment scaling --device sim:h200 --sms 8,20 --seconds 0.1 --runs 2 ";

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestCliExperiment : public QObject {
    Q_OBJECT
private slots:
    void lists();
    void printsForPeople();
    void printsOneDocument();
    void printsCsv();
    void writesAFile();
    void writesAReport();
    void connectionsAreMeasuredInOtherProcesses();
    void wrongWords_data();
    void wrongWords();
    void stoppedWritesNothing_data();
    void stoppedWritesNothing();
};

void TestCliExperiment::lists() {
    const Json list = run("experiment --list --json").document();
    QVERIFY(!list["experiments"].empty());
    const Outcome text = run("experiment --list");
    QCOMPARE(text.status, 0);
    for (const Json& each : list["experiments"]) {
        QVERIFY(text.out.contains(each["name"].get<std::string>().c_str()));
        QVERIFY(!each["description"].get<std::string>().empty());
        QVERIFY(!each["method"].get<std::string>().empty());
    }
}

void TestCliExperiment::printsForPeople() {
    const Outcome outcome = run(QString(brief).replace("h200", "h200@13.0") + "--workload copy");
    QCOMPARE(outcome.status, 0);
    QVERIFY2(outcome.out.contains("median, GB/s"), outcome.out);
    QVERIFY2(
        outcome.out.contains(
            "sim:h200@13.0 (NVIDIA H200), driver 13.0. Simulated: Recorded on an NVIDIA H200"),
        outcome.out);
    QVERIFY2(outcome.says({"copy on 8 SMs, run 1 of 2", "100 % done"}), outcome.err);
}

void TestCliExperiment::printsOneDocument() {
    const Json document = run(brief + "--workload fma:intensity=256 --seed 7 --json").document();
    const ExperimentResult result = experimentResultFromJson(JsonReader(document, "result"));
    QCOMPARE(result.experiment.name, std::string("scaling"));
    QCOMPARE(result.parameters.workload, std::string("fma"));
    QCOMPARE(result.parameters.workloadParameters.at("intensity"), 256);
    QCOMPARE(result.parameters.smCounts, (std::vector<int>{8, 20}));
    QCOMPARE(result.parameters.seconds, 0.1);
    QCOMPARE(result.parameters.runs, 2);
    QCOMPARE(result.parameters.seed, 7U);
    QCOMPARE(result.device, std::string("sim:h200"));
    QCOMPARE(document["rows"].size(), std::size_t{2});
    QCOMPARE(document["rows"][1]["sm_count"].get<int>(), 24);
    const double ratio =
        document["rows"][1]["rate"].get<double>() / document["rows"][0]["rate"].get<double>();
    QVERIFY2(ratio > 2.5 && ratio < 3.5, std::to_string(ratio).c_str());
}

void TestCliExperiment::printsCsv() {
    const Outcome outcome = run(brief + "--csv");
    QCOMPARE(outcome.status, 0);
    const QList<QByteArray> lines = outcome.out.split('\n');
    QCOMPARE(lines.size(), 4); // with the empty one behind the last line end
    QVERIFY2(lines[0].startsWith("requested_sm_count,sm_count,rate (TFLOP/s),"), lines[0]);
    QVERIFY2(lines[1].startsWith("8,8,3."), lines[1]);
    QCOMPARE(lines[2].split(',').size(), lines[0].split(',').size());
}

void TestCliExperiment::writesAFile() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("result.json");
    const Outcome outcome = run(brief + "--json --output " + path);
    QCOMPARE(outcome.status, 0);
    QVERIFY(outcome.out.isEmpty());
    const QByteArray first = contentOf(path);
    QVERIFY(Json::parse(first.toStdString()).contains("sentence"));
    const Outcome again = run(brief + "--csv --output " + path);
    QCOMPARE(again.status, 2);
    QVERIFY2(again.says({"--output", "--force"}), again.err);
    QCOMPARE(contentOf(path), first);
    QCOMPARE(run(brief + "--csv --force --output " + path).status, 0);
    QVERIFY(contentOf(path).startsWith("requested_sm_count"));
}

void TestCliExperiment::writesAReport() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("report.html");
    const Outcome outcome = run(brief + "--json --report " + path);
    QCOMPARE(outcome.status, 0);
    const Json document = outcome.document();
    const QByteArray html = contentOf(path);
    QVERIFY(html.startsWith("<!DOCTYPE html>"));
    QVERIFY(html.contains("<svg"));
    QVERIFY(html.contains(QByteArray::fromStdString(document["sentence"])));
    const Outcome again = run(brief + "--report " + path);
    QCOMPARE(again.status, 2);
    QVERIFY2(again.says({"--report", "--force"}), again.err);
    QCOMPARE(contentOf(path), html);
}

void TestCliExperiment::connectionsAreMeasuredInOtherProcesses() {
    const Json document =
        run("experiment connections --device sim:h200 --sms 16 --seconds 0.2 --runs 1 --json")
            .document();
    QCOMPARE(document["rows"].size(), std::size_t{6});
    const auto share = [&](std::size_t row) {
        return document["rows"][row]["share"].get<double>();
    };
    QCOMPARE(document["rows"][0]["connections"].get<int>(), 1);
    QVERIFY2(share(0) < 40, std::to_string(share(0)).c_str());
    QCOMPARE(document["rows"][5]["connections"].get<int>(), 32);
    QVERIFY2(share(5) > 80, std::to_string(share(5)).c_str());
}

void TestCliExperiment::wrongWords_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<QStringList>("said");
    const auto row = [](const QString& words, const QStringList& said) {
        QTest::addRow("%s", qPrintable(words)) << "experiment " + words << said;
    };
    row("", {"the experiment", "--list"});
    row("scaling", {"--device"});
    row("nothing --device sim:h200", {"\"nothing\"", "scaling"});
    const QString scaling = "scaling --device sim:h200 ";
    row(scaling + "--workload nothing", {"--workload", "fma"});
    row(scaling + "--workload fma,copy", {"--workload", "one kernel"});
    row(scaling + "--workload fma:nothing=1", {"--workload fma:nothing", "intensity"});
    row(scaling + "--sms 133", {"--sms", "from 1 to 132"});
    row(scaling + "--sms 8,,8", {"--sms", "single commas"});
    for (const QString value : {"0", "0.01", "3601", "x", "nan"})
        row(scaling + "--seconds " + value, {"--seconds", "from 0.05 to 3600"});
    for (const QString value : {"0", "1001", "x", "1.5"})
        row(scaling + "--runs " + value, {"--runs", "from 1 to 1000"});
    row(scaling + "--seed -1", {"--seed", "from 0"});
    row(scaling + "--json --csv", {"--csv", "--json"});
    row(scaling + "--output /no/such/folder/f", {"--output", "No such file"});
    row("creation-cost --device sim:h200 --sms 8", {"--sms", "creation-cost does not take it"});
    row("creation-cost --device sim:h200 --workload fma", {"--workload", "does not take it"});
    row(scaling + "--output same.txt --report ./same.txt", {"--report", "--output", "same.txt"});
    row("scaling --device sim:nothing", {"--device", "h200"});
}

void TestCliExperiment::wrongWords() {
    QFETCH(QString, words);
    QFETCH(QStringList, said);
    const Outcome outcome = run(words.simplified());
    QCOMPARE(outcome.status, 2);
    QVERIFY(outcome.out.isEmpty());
    QVERIFY2(outcome.says(said), outcome.err);
}

void TestCliExperiment::stoppedWritesNothing_data() {
    QTest::addColumn<int>("signal");
    QTest::addColumn<int>("status");
    QTest::addRow("Ctrl+C") << SIGINT << 130;
    QTest::addRow("SIGTERM") << SIGTERM << 143;
}

void TestCliExperiment::stoppedWritesNothing() {
    QFETCH(int, signal);
    const QTemporaryDir folder;
    const QString path = folder.filePath("result.json");
    QProcess process;
    settleEnvironment(process);
    process.start(
        commandLinePath(),
        {"experiment", "scaling", "--device", "sim:h200", "--seconds", "600", "--output", path});
    QVERIFY(process.waitForStarted(patience));
    QByteArray err;
    QTRY_VERIFY_WITH_TIMEOUT(
        (err += process.readAllStandardError()).contains("run 1 of"), patience);
    ::kill(static_cast<pid_t>(process.processId()), signal);
    const Outcome outcome = outcomeOf(process);
    QTEST(outcome.status, "status");
    QVERIFY2(outcome.says({"stopped, nothing written"}), outcome.err);
    QVERIFY(outcome.out.isEmpty());
    QVERIFY(QDir(folder.path()).isEmpty());
}

QTEST_GUILESS_MAIN(TestCliExperiment)
#include "tst_cli_experiment.moc"
