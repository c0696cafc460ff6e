// SPDX-License-Identifier: Apache-2.0
// `run` on the simulated H200, in real time.
#include "tests/cli/command_line.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <functional>
#include <map>
#include <set>
#include <sys/types.h>

using namespace parterre;
using namespace parterre::test;

namespace {

/// tests/data/recordings/h200-driver-13.0/performance.jsonl: 32 SMs do 15.47 TFLOP/s, 64 do 30.9.
constexpr double teraflopsPerSm = 0.484;

bool isNear(double value, double expected, double tolerance) {
    return std::abs(value - expected) <= tolerance * expected;
}

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Whether the process has a handler for the signal.
bool catches(int signal, qint64 pid) {
    for (const QByteArray& line : contentOf(QStringLiteral("/proc/%1/status").arg(pid)).split('\n'))
        if (line.startsWith("SigCgt:"))
            return (line.mid(7).trimmed().toULongLong(nullptr, 16) >> (signal - 1) & 1U) != 0;
    return false;
}

} // namespace

class TestCliRun : public QObject {
    Q_OBJECT
private slots:
    void measuresEachPartition();
    void workloadsInOrder();
    void remainderIsMeasuredWhereItIsPartitioned();
    void printsATable();
    void parametersReachTheKernels();
    void tellsLatenciesAndRemarks();
    void writesTimelines();
    void timelineThatCannotBeWrittenCostsNoRun();
    void writesCsv();
    void csvThatCannotBeWrittenCostsNoRun();
    void csvOfBeforeSurvivesARefusal();
    void stoppedRunIsReported_data();
    void stoppedRunIsReported();
    void stoppedEarlyIsNoFailure();
    void closedPipeIsNoCrash();
    void fullDiskIsNoSuccess();
    void pipesAndLinksStayWhatTheyAre();
    void outputsDoNotOverwriteEachOther();

private:
    int statusOfRunStoppedBy(
        int signal, const std::function<bool(qint64 pid, const QString& csv)>& isTime);

    Outcome m_outcome;
};

void TestCliRun::measuresEachPartition() {
    const Outcome outcome =
        run("run --device sim:h200 --counts 64,32,16 --workload fma --seconds 1 --json");
    QCOMPARE(outcome.status, 0);
    const Json document = outcome.document();
    std::set<int> seen;
    std::size_t granted = 0;
    double sum = 0;
    for (const Json& group : document["groups"]) {
        const auto ids = group["observed_sm_ids"].get<std::vector<int>>();
        QCOMPARE(ids.size(), group["sm_count"].get<std::size_t>());
        QCOMPARE(group["observed_sm_ids"], group["sm_ids"]); // a simulation knows both
        seen.insert(ids.begin(), ids.end());
        granted += ids.size();
        QCOMPARE(group["workload"], Json("fma"));
        QCOMPARE(group["unit"], Json("TFLOP/s"));
        const double throughput = group["throughput"].get<double>();
        QVERIFY(isNear(throughput, teraflopsPerSm * static_cast<double>(ids.size()), 0.05));
        sum += throughput;

        const Json& samples = group["samples"];
        QVERIFY2(samples.size() >= 5 && samples.size() <= 60, "about 30 a second");
        double before = 0;
        for (const Json& sample : samples) {
            QVERIFY(sample["partition"].is_number_integer());
            QVERIFY(sample["time"].get<double>() > before);
            QVERIFY(sample["duration"].get<double>() > 0);
            QVERIFY(isNear(sample["rate"].get<double>(), throughput, 0.2));
            before = sample["time"].get<double>();
        }
    }
    QCOMPARE(granted, std::size_t{112});
    QCOMPARE(seen.size(), granted);
    QVERIFY(!document["remainder"].contains("throughput"));
    QCOMPARE(document["throughput_total"].size(), std::size_t{1});
    QVERIFY(isNear(document["throughput_total"]["TFLOP/s"].get<double>(), sum, 1e-9));
}

void TestCliRun::workloadsInOrder() {
    const Json document = run("run --device sim:h200 --counts 32,32,16,8 --workload fma,copy,fill "
                              "--seconds 0.5 --json")
                              .document();
    const Json& groups = document["groups"];
    QCOMPARE(groups[0]["workload"], Json("fma"));
    QCOMPARE(groups[1]["workload"], Json("copy"));
    QCOMPARE(groups[2]["workload"], Json("fill"));
    QCOMPARE(groups[3]["workload"], Json("fill")); // the last name goes for all that follow
    for (std::size_t i = 1; i < 4; ++i) {
        QCOMPARE(groups[i]["unit"], Json("GB/s"));
        QVERIFY(groups[i]["throughput"].get<double>() > 0);
        QVERIFY(groups[i]["throughput"].get<double>() < 5000); // more than an H200's memory gives
    }
    const Json& totals = document["throughput_total"];
    QCOMPARE(totals.size(), std::size_t{2});
    QVERIFY(isNear(
        totals["GB/s"].get<double>(),
        groups[1]["throughput"].get<double>() + groups[2]["throughput"].get<double>() +
            groups[3]["throughput"].get<double>(),
        1e-9));
}

void TestCliRun::remainderIsMeasuredWhereItIsPartitioned() {
    const QTemporaryDir folder;
    QFile file(folder.filePath("plan.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"parterre_plan": 1, "device": "sim:h200", "partition_remainder": true,
                   "remainder_workload": "fma",
                   "groups": [{"name": "A", "sm_count": 64, "workload": "copy"}]})");
    file.close();
    const Outcome outcome = run({"run", "--plan", file.fileName(), "--seconds", "0.3", "--json"});
    QCOMPARE(outcome.status, 0);
    const Json document = outcome.document();
    QCOMPARE(document["groups"][0]["workload"], Json("copy"));
    QCOMPARE(document["remainder"]["workload"], Json("fma"));
    QCOMPARE(document["remainder"]["observed_sm_ids"].size(), std::size_t{68});
    QVERIFY(isNear(document["remainder"]["throughput"].get<double>(), 68 * teraflopsPerSm, 0.05));
}

void TestCliRun::printsATable() {
    const Outcome outcome =
        run("run --device sim:h200 --counts 64,32 --workload fma --seconds 0.2");
    QCOMPARE(outcome.status, 0);
    const QList<QByteArray> lines = outcome.out.split('\n');
    QVERIFY(lines[0].startsWith("PARTITION"));
    QVERIFY(lines[1].startsWith("A "));
    QVERIFY(lines[2].startsWith("B "));
    QVERIFY(lines[3].startsWith("(together)"));
}

void TestCliRun::parametersReachTheKernels() {
    const Json document =
        run("run --device sim:h200 --counts 32,32 --workload divergent:ways=4,divergent:ways=1 "
            "--seconds 0.5 --json")
            .document();
    QCOMPARE(document["groups"][0]["workload_parameters"], Json({{"ways", 4}}));
    const double four = document["groups"][0]["throughput"].get<double>();
    const double one = document["groups"][1]["throughput"].get<double>();
    QVERIFY2(isNear(one / four, 4, 0.1), qPrintable(QString::number(one / four)));

    const Outcome refused = run("run --device sim:h200 --counts 2,2 --ignore-coscheduling "
                                "--workload cluster:cluster_size=4 --seconds 1");
    QCOMPARE(refused.status, 2);
    QVERIFY2(refused.says({"cluster_size", "1 to 2", "GPC"}), refused.err);
}

void TestCliRun::tellsLatenciesAndRemarks() {
    const QString command =
        "run --device sim:h200 --counts 32,32,32 --workload latency,cooperative,fma --seconds 0.5";
    const Json document = run(command + " --json").document();
    const Json& latency = document["groups"][0]["latency"];
    QVERIFY(latency["launches"].get<int>() > 0);
    QCOMPARE(latency["p50"], document["groups"][0]["throughput"]);
    QVERIFY(latency["p50"] <= latency["p99"] && latency["p99"] <= latency["max"]);
    QVERIFY(document["groups"][1]["remark"].get<std::string>().find("256") != std::string::npos);
    QVERIFY(!document["groups"][2].contains("latency"));
    QVERIFY(!document["groups"][2].contains("remark"));
    QVERIFY(!document["throughput_total"].contains("µs")); // latencies do not add up
    const Outcome text = run(command);
    QVERIFY(text.out.contains("\nA: median "));
    QVERIFY(text.out.contains("\nB: a grid of 256 blocks; the largest that 32 SMs"));
}

void TestCliRun::writesTimelines() {
    const QTemporaryDir folder;
    const QString command = "run --device sim:h200 --counts 32,16 --workload fma,copy --seconds "
                            "0.5 --timeline-window 20 --timeline-period 40 --json --timeline ";
    const QString trace = folder.filePath("trace.json");
    Outcome outcome = run(command + trace);
    QCOMPARE(outcome.status, 0);
    QVERIFY(outcome.says({trace, " blocks"}));
    const Json groups = outcome.document()["groups"];
    const Json events = parseJson(contentOf(trace).toStdString(), "trace");
    std::map<int, double> busyUntil; // by row: blocks in one do not overlap
    std::map<int, std::string> rows;
    std::set<std::string> names;
    for (const Json& event : events["traceEvents"]) {
        if (event["ph"] == "M") {
            if (event["name"] == "thread_name")
                rows[event["tid"].get<int>()] = event["args"]["name"].get<std::string>();
            continue;
        }
        names.insert(event["name"].get<std::string>() + event["cat"].get<std::string>());
        const int row = event["tid"].get<int>();
        const double start = event["ts"].get<double>();
        QVERIFY(start >= busyUntil[row] - 0.0015);
        QVERIFY(event["dur"].get<double>() > 0);
        busyUntil[row] = start + event["dur"].get<double>();
    }
    QCOMPARE(names, (std::set<std::string>{"Afma", "Bcopy"}));
    std::set<std::string> sms;
    for (const auto& [row, until] : busyUntil)
        sms.insert(rows.at(row));
    QCOMPARE(sms.size(), std::size_t{48});

    const QString csv = folder.filePath("blocks.csv");
    outcome = run(command + csv);
    QList<QByteArray> lines = contentOf(csv).split('\n');
    QCOMPARE(lines.takeFirst(), "partition,name,workload,sm,start_ns,end_ns");
    QCOMPARE(lines.takeLast(), "");
    std::set<int> ofA;
    for (const QByteArray& line : lines) {
        const QList<QByteArray> cells = line.split(',');
        QCOMPARE(cells.size(), 6);
        QVERIFY(cells[5].toLongLong() > cells[4].toLongLong());
        if (cells[0] == "0")
            ofA.insert(cells[3].toInt());
    }
    const auto observed = outcome.document()["groups"][0]["observed_sm_ids"].get<std::set<int>>();
    QCOMPARE(ofA, observed);
}

void TestCliRun::timelineThatCannotBeWrittenCostsNoRun() {
    const Outcome outcome = run("run --device sim:h200 --counts 64 --workload fma --seconds 86400 "
                                "--timeline /no/such/file");
    QCOMPARE(outcome.status, 2);
    QVERIFY(outcome.says({"--timeline", "/no/such/file"}));
}

void TestCliRun::writesCsv() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("samples.csv");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(100'000, 'x')); // of an earlier run, and longer
    file.close();
    const Outcome outcome = run(
        {"run", "--device", "sim:h200", "--counts", "64,32", "--workload", "fma,copy", "--seconds",
         "0.5", "--csv", path});
    QCOMPARE(outcome.status, 0);
    QList<QByteArray> lines = contentOf(path).split('\n');
    QCOMPARE(lines.takeFirst(), "partition,name,workload,time_s,duration_s,rate,unit");
    QCOMPARE(lines.takeLast(), ""); // the last line ends as well
    std::set<QByteArray> partitions;
    for (const QByteArray& line : lines) {
        const QList<QByteArray> cells = line.split(',');
        QCOMPARE(cells.size(), 7);
        partitions.insert(cells[0] + cells[1] + cells[2] + cells[6]);
        for (const int number : {3, 4, 5}) {
            bool isNumber = false;
            QVERIFY(cells[number].toDouble(&isNumber) > 0);
            QVERIFY(isNumber);
        }
    }
    QCOMPARE(partitions, (std::set<QByteArray>{"0AfmaTFLOP/s", "1BcopyGB/s"}));
}

void TestCliRun::csvThatCannotBeWrittenCostsNoRun() {
    // It would run for a day.
    const Outcome outcome =
        run("run --device sim:h200 --counts 64 --workload fma --seconds 86400 --csv /no/such/file");
    QCOMPARE(outcome.status, 2);
    QVERIFY(outcome.says({"--csv", "/no/such/file"}));
    QVERIFY(outcome.out.isEmpty());
}

void TestCliRun::csvOfBeforeSurvivesARefusal() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("samples.csv");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("precious");
    file.close();
    const Outcome outcome = run(
        {"run", "--device", "sim:h200", "--counts", "200", "--workload", "fma", "--seconds", "1",
         "--csv", path});
    QCOMPARE(outcome.status, 1);
    QCOMPARE(contentOf(path), "precious");
}

void TestCliRun::stoppedRunIsReported_data() {
    QTest::addColumn<int>("signal");
    QTest::addColumn<int>("status");
    QTest::newRow("Ctrl+C") << SIGINT << 130;
    QTest::newRow("SIGTERM") << SIGTERM << 143;
}

void TestCliRun::stoppedRunIsReported() {
    QFETCH(const int, signal);
    QTEST(
        statusOfRunStoppedBy(
            signal,
            [](qint64, const QString& csv) {
                return contentOf(csv).isEmpty(); // emptied once the plan is applied
            }),
        "status");
    QVERIFY2(m_outcome.out.contains("(together)"), m_outcome.out);
    QVERIFY2(m_outcome.err.isEmpty(), m_outcome.err);
}

/// Whether or not the plan is applied by then.
void TestCliRun::stoppedEarlyIsNoFailure() {
    QCOMPARE(
        statusOfRunStoppedBy(
            SIGTERM, [](qint64 pid, const QString&) { return catches(SIGTERM, pid); }),
        143);
    QVERIFY(
        m_outcome.out.contains("(together)") || m_outcome.says({"stopped before anything ran"}));
}

/// Stops an endless run by a signal as soon as `isTime`, which is given its process and its CSV
/// file, that holds something at first.
int TestCliRun::statusOfRunStoppedBy(
    int signal, const std::function<bool(qint64 pid, const QString& csv)>& isTime) {
    const QTemporaryDir folder;
    const QString csv = folder.filePath("samples.csv");
    QFile file(csv);
    if (!file.open(QIODevice::WriteOnly) || file.write("before") < 0)
        return -1;
    file.close();
    QProcess process;
    settleEnvironment(process);
    process.start(
        commandLinePath(), {"run", "--device", "sim:h200", "--counts", "64,32", "--workload", "fma",
                            "--seconds", "86400", "--csv", csv});
    const auto isReady = [&] { return isTime(process.processId(), csv); };
    if (!process.waitForStarted(patience) || !QTest::qWaitFor(isReady, patience))
        return -1;
    ::kill(static_cast<pid_t>(process.processId()), signal);
    m_outcome = outcomeOf(process);
    return m_outcome.status;
}

void TestCliRun::closedPipeIsNoCrash() {
    // What a shell says of a program that a closed pipe ended is 128 + SIGPIPE.
    for (const QString& command :
         {QStringLiteral("preview --device sim:h200 --counts 64,32 --json"),
          QStringLiteral("devices --json"),
          QStringLiteral(
              "run --device sim:h200 --counts 64 --workload fma --seconds 0.5 --json")}) {
        const Outcome outcome = shell("{ \"$CLI\" " + command + "; echo $? >&2; } | head -1");
        QVERIFY2(
            outcome.err == "0\n" || outcome.err == "141\n",
            qPrintable(command + ": " + outcome.err));
        QCOMPARE(outcome.out, "{\n");
    }
}

void TestCliRun::fullDiskIsNoSuccess() {
    const Outcome document =
        shell("\"$CLI\" preview --device sim:h200 --counts 64 --json >/dev/full");
    QCOMPARE(document.status, 1);
    QVERIFY(document.says({"No space left"}));
    const Outcome table = shell("\"$CLI\" preview --device sim:h200 --counts 64 >/dev/full");
    QCOMPARE(table.status, 1);
    const Outcome samples = run("run --device sim:h200 --counts 64 --workload fma --seconds 0.2 "
                                "--csv /dev/full");
    QCOMPARE(samples.status, 1);
    QVERIFY(samples.says({"--csv", "No space left"}));
}

void TestCliRun::pipesAndLinksStayWhatTheyAre() {
    const QTemporaryDir folder;
    const QString run = "\"$CLI\" run --device sim:h200 --counts 64 --workload fma --seconds 0.2 "
                        "--timeline " +
                        folder.path();
    const Outcome pipe = shell(
        QString("mkfifo %1/pipe && { timeout 60 cat %1/pipe >%1/read & }; ").arg(folder.path()) +
        run +
        QString("/pipe; status=$?; test -p %1/pipe || exit 9; wait; exit $status")
            .arg(folder.path()));
    QCOMPARE(pipe.status, 0);
    QVERIFY(contentOf(folder.filePath("read")).contains("traceEvents"));
    const Outcome link = shell(
        QString("touch %1/target && ln -s target %1/link && ").arg(folder.path()) + run +
        QString("/link && test -L %1/link").arg(folder.path()));
    QCOMPARE(link.status, 0);
    QVERIFY(contentOf(folder.filePath("target")).contains("traceEvents"));
}

void TestCliRun::outputsDoNotOverwriteEachOther() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("f.csv");
    const Outcome outcome = run(
        {"run", "--device", "sim:h200", "--counts", "64", "--workload", "fma", "--seconds", "0.2",
         "--csv", path, "--timeline", folder.path() + "/./f.csv"});
    QCOMPARE(outcome.status, 2);
    QVERIFY(outcome.says({"--timeline", "--csv", "f.csv"}));
    QVERIFY(!QFile::exists(path));

    const QByteArray plan =
        R"({"parterre_plan":1,"groups":[{"name":"A","sm_count":64,"workload":"fma"}]})";
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(plan);
    file.close();
    const Outcome input =
        run({"run", "--device", "sim:h200", "--plan", path, "--seconds", "0.2", "--csv", path});
    QCOMPARE(input.status, 2);
    QVERIFY(input.says({"--csv", "--plan", "f.csv"}));
    QCOMPARE(contentOf(path), plan);
}

QTEST_GUILESS_MAIN(TestCliRun)
#include "tst_cli_run.moc"
