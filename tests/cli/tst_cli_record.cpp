// SPDX-License-Identifier: Apache-2.0
// `record` on simulated GPUs in real time, and what plays such a recording.
#include "core/model/device_id.h"
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

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& content) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
}

Json groupsOf(const QString& device, const QString& plan) {
    Json groups = run("preview --device " + device + " --json " + plan).document();
    groups.erase("device");
    return groups;
}

} // namespace

class TestCliRecord : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void recordsAProfile();
    void recordingIsPlayed_data();
    void recordingIsPlayed();
    void recordingSaysWhatItIs();
    void namesOfFiles_data();
    void namesOfFiles();
    void existingFileIsKept();
    void existingFileIsReplacedWhereThatIsWanted();
    void stoppedWritesNothing_data();
    void stoppedWritesNothing();

private:
    QString recording() const { return m_folder.filePath("h200.json"); }

    QTemporaryDir m_folder;
    Outcome m_outcome;
};

/// All but one of the tests look at one recording: it takes a while.
void TestCliRecord::initTestCase() {
    m_outcome = run(QStringList{"record", "--device", "sim:h200", "--output", recording()});
}

void TestCliRecord::recordsAProfile() {
    QCOMPARE(m_outcome.status, 0);
    QVERIFY(m_outcome.out.isEmpty());
    QVERIFY2(
        m_outcome.says(
            {"0 % attributes", "% hardware connections", "100 % done", "sim:" + recording()}),
        m_outcome.err);
    const Json document = Json::parse(contentOf(recording()).toStdString());
    const Json known = Json::parse(
        contentOf(QStringLiteral(PARTERRE_TEST_DATA "/../../resources/devices/h200.json"))
            .toStdString());
    QCOMPARE(document["topology"], known["topology"]);
    QCOMPARE(document["attributes"], known["attributes"]);
    // An SM's own ceiling is recorded as the copy kernel meets it.
    for (const char* rate : {"fp32_tflops_per_sm", "memory_gbs", "memcpy_gbs"})
        QVERIFY2(
            qAbs(document["rates"][rate].get<double>() / known["rates"][rate].get<double>() - 1) <
                0.05,
            rate);
    // By processes of their own, each with another CUDA_DEVICE_MAX_CONNECTIONS.
    const Json& connections = document["measurements"]["connections"];
    std::vector<double> shares;
    for (const Json& point : connections)
        if (point["partitions"] == 64)
            shares.push_back(point["share"].get<double>());
    QCOMPARE(shares.size(), std::size_t{4});
    for (std::size_t i = 1; i < shares.size(); ++i)
        QVERIFY(shares[i] > 1.2 * shares[i - 1]);
    QCOMPARE(QDir(m_folder.path()).entryList(QDir::Files), QStringList{"h200.json"});
}

void TestCliRecord::recordingIsPlayed_data() {
    QTest::addColumn<QString>("plan");
    for (const char* plan :
         {"--groups 16 --min-count 8", "--counts 64,32,16", "--counts 20,20,20 --strategy by_count",
          "--groups 4 --min-count 32 --max-cluster",
          "--groups 66 --min-count 2 --ignore-coscheduling", "--counts 100,30",
          "--counts 6,10,2 --ignore-coscheduling"})
        QTest::newRow(plan) << plan;
}

void TestCliRecord::recordingIsPlayed() {
    QFETCH(const QString, plan);
    QCOMPARE(groupsOf("sim:" + recording(), plan), groupsOf("sim:h200", plan));
}

void TestCliRecord::recordingSaysWhatItIs() {
    const Outcome outcome = run(QStringList{"inspect", "--device", "sim:" + recording(), "--json"});
    const Json device = outcome.document();
    QCOMPARE(device["profile"]["kind"], Json("modelled")); // since what it was made of is simulated
    QVERIFY(device["profile"]["source"].get<std::string>().find("record") != std::string::npos);
    QVERIFY(device["provenance"].get<std::string>().find("driver 13.5") != std::string::npos);
}

void TestCliRecord::namesOfFiles_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("device");
    QTest::addColumn<int>("driver");
    QTest::newRow("plain") << "a.json"
                           << "sim:a.json" << parterre::newestSimulatedDriver;
    QTest::newRow("driver") << "a.json"
                            << "sim:a.json@12.4" << 12040;
    QTest::newRow("relative") << "x/a.json"
                              << "sim:./x/a.json" << parterre::newestSimulatedDriver;
    QTest::newRow("no suffix") << "x/gpu"
                               << "sim:x/gpu" << parterre::newestSimulatedDriver;
    QTest::newRow("@") << "me@home/a@12.4.json"
                       << "sim:me@home/a@12.4.json" << parterre::newestSimulatedDriver;
    QTest::newRow("@, driver") << "me@home/a"
                               << "sim:me@home/a@13.1" << 13010;
    QTest::newRow("spaces") << "my gpu/a b.json"
                            << "sim:my gpu/a b.json" << parterre::newestSimulatedDriver;
}

void TestCliRecord::namesOfFiles() {
    QFETCH(const QString, file);
    QFETCH(const QString, device);
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(QFileInfo(file).path()));
    QVERIFY(QFile::copy(recording(), folder.filePath(file)));
    for (const bool isAbsolute : {false, true}) {
        QProcess process;
        settleEnvironment(process);
        process.setWorkingDirectory(isAbsolute ? "/" : folder.path());
        const QString name = isAbsolute ? "sim:" + folder.path() + "/" + device.sliced(4) : device;
        process.start(
            QFileInfo(commandLinePath()).absoluteFilePath(),
            {"inspect", "--device", name, "--json"});
        const Outcome outcome = outcomeOf(process);
        QVERIFY2(outcome.status == 0, outcome.err);
        QTEST(outcome.document()["driver_version"].get<int>(), "driver");
        QCOMPARE(outcome.document()["id"], Json(name.toStdString()));
    }
}

void TestCliRecord::existingFileIsKept() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("mine.json");
    write(path, "precious");
    const Outcome outcome = run(QStringList{"record", "--device", "sim:l4", "--output", path});
    QCOMPARE(outcome.status, 2);
    QVERIFY(outcome.says({"--output", "there already", "--force"}));
    QVERIFY2(!outcome.err.contains('%'), "measured first");
    QCOMPARE(contentOf(path), QByteArray("precious"));
}

void TestCliRecord::existingFileIsReplacedWhereThatIsWanted() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("mine.json");
    write(path, "worthless");
    const Outcome outcome =
        run(QStringList{"record", "--device", "sim:jetson-orin", "--output", path, "--force"});
    QVERIFY2(outcome.status == 0, outcome.err);
    QCOMPARE(run(QStringList{"inspect", "--device", "sim:" + path}).status, 0);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{"mine.json"});
}

void TestCliRecord::stoppedWritesNothing_data() {
    QTest::addColumn<int>("signal");
    QTest::addColumn<QByteArray>("during");
    QTest::addColumn<int>("status");
    QTest::newRow("Ctrl+C") << SIGINT << QByteArray("fp32") << 130;
    QTest::newRow("SIGTERM") << SIGTERM << QByteArray("share a TPC") << 143;
    QTest::newRow("SIGTERM, in a process of its own")
        << SIGTERM << QByteArray("connections") << 143;
}

void TestCliRecord::stoppedWritesNothing() {
    QFETCH(const int, signal);
    QFETCH(const QByteArray, during);
    const QTemporaryDir folder;
    const QString path = folder.filePath("mine.json");
    write(path, "precious");
    QProcess process;
    settleEnvironment(process);
    process.start(
        commandLinePath(), {"record", "--device", "sim:h200", "--output", path, "--force"});
    QVERIFY(process.waitForStarted(patience));
    QByteArray err;
    QTRY_VERIFY_WITH_TIMEOUT((err += process.readAllStandardError()).contains(during), patience);
    ::kill(static_cast<pid_t>(process.processId()), signal);
    const Outcome outcome = outcomeOf(process);
    QTEST(outcome.status, "status");
    QVERIFY2(outcome.says({"stopped, nothing written"}), outcome.err);
    QCOMPARE(contentOf(path), QByteArray("precious"));
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{"mine.json"});
}

QTEST_GUILESS_MAIN(TestCliRecord)
#include "tst_cli_record.moc"
