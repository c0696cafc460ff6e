// SPDX-License-Identifier: Apache-2.0
// devices, inspect, --help and --version.
#include "tests/cli/command_line.h"

#include <QTest>

using namespace parterre;
using namespace parterre::test;

class TestCliDevices : public QObject {
    Q_OBJECT
private slots:
    void listsTheSimulatedGpu();
    void inspectsAsADocument();
    void saysWhatAnOldDriverLacks();
    void helps_data();
    void helps();
    void tellsItsVersion();
};

void TestCliDevices::listsTheSimulatedGpu() {
    const Outcome text = run("devices");
    QCOMPARE(text.status, 0);
    QVERIFY(text.out.contains("sim:h200"));
    QVERIFY(text.out.contains("simulated"));

    const Outcome json = run("devices --json");
    QCOMPARE(json.status, 0);
    const Json document = json.document();
    QVERIFY(document["notices"].is_array());
    const Json& device = document["devices"].back();
    QCOMPARE(device["id"], Json("sim:h200"));
    QCOMPARE(device["simulated"], Json(true));
    QCOMPARE(device["sm_count"], Json(132));
}

void TestCliDevices::inspectsAsADocument() {
    const Outcome json = run("inspect --device sim:h200@13.1 --json");
    QCOMPARE(json.status, 0);
    const Json device = json.document();
    QCOMPARE(device["id"], Json("sim:h200@13.1"));
    QCOMPARE(device["driver_version"], Json(13010));
    QCOMPARE(device["sm_count"], Json(132));
    QVERIFY(device["provenance"].get<std::string>().find("H200") != std::string::npos);
    QVERIFY(json.err.isEmpty());
}

void TestCliDevices::saysWhatAnOldDriverLacks() {
    const Outcome old = run("inspect --device sim:h200@12.4");
    QCOMPARE(old.status, 0);
    QVERIFY(old.out.contains("structured splits need driver 13.1, this one is 12.4"));
    const Outcome recent = run("inspect --device sim:h200@13.4");
    QCOMPARE(recent.status, 0);
    QVERIFY(!recent.out.contains("need driver"));
}

void TestCliDevices::helps_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("said");
    QTest::newRow("program") << "--help"
                             << "preview";
    QTest::newRow("devices") << "devices --help"
                             << "--json";
    QTest::newRow("inspect") << "inspect --help"
                             << "--device";
    QTest::newRow("preview") << "preview --help"
                             << "--min-count";
    QTest::newRow("run") << "run --help"
                         << "--seconds";
    QTest::newRow("serve") << "serve --help"
                           << "standard input";
}

void TestCliDevices::helps() {
    QFETCH(const QString, words);
    QFETCH(const QString, said);
    const Outcome outcome = run(words);
    QCOMPARE(outcome.status, 0);
    QVERIFY(outcome.out.contains(said.toUtf8()));
    QVERIFY(outcome.err.isEmpty());
}

void TestCliDevices::tellsItsVersion() {
    const Outcome outcome = run("--version");
    QCOMPARE(outcome.status, 0);
    QVERIFY(outcome.out.startsWith("parterre-cli "));
    QCOMPARE(outcome.out.count('\n'), 1);
}

QTEST_GUILESS_MAIN(TestCliDevices)
#include "tst_cli_devices.moc"
