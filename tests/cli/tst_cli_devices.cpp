// SPDX-License-Identifier: Apache-2.0
// devices, inspect, --help and --version.
#include "tests/cli/command_line.h"

#include <QTest>

#include <map>

using namespace parterre;
using namespace parterre::test;

class TestCliDevices : public QObject {
    Q_OBJECT
private slots:
    void listsTheSimulatedGpus();
    void listsTheWorkloads();
    void inspectsAsADocument();
    void tellsWhereFiguresComeFrom();
    void saysWhatAnOldDriverLacks();
    void helps_data();
    void helps();
    void tellsItsVersion();
};

void TestCliDevices::listsTheSimulatedGpus() {
    const Outcome text = run("devices");
    QCOMPARE(text.status, 0);
    QVERIFY(text.out.contains("sim:h200"));
    QVERIFY(text.out.contains("simulated"));

    const Outcome json = run("devices --json");
    QCOMPARE(json.status, 0);
    const Json document = json.document();
    QVERIFY(document["notices"].is_array());
    std::map<std::string, Json> devices;
    for (const Json& device : document["devices"])
        devices[device["id"].get<std::string>()] = device;
    const Json& device = devices.at("sim:h200");
    QCOMPARE(device["simulated"], Json(true));
    QCOMPARE(device["sm_count"], Json(132));
    QCOMPARE(device["profile"]["kind"], Json("recorded"));
    QCOMPARE(device["profile"]["date"], Json("2026-12-01"));
    QCOMPARE(device["profile"]["driver_version"], Json("13.0"));
    QVERIFY(text.out.contains("recorded 2026-12-01"));
    const Json& modelled = devices.at("sim:v100");
    QCOMPARE(modelled["profile"]["kind"], Json("modelled"));
    QVERIFY(!modelled["profile"]["sources"].empty());
    QVERIFY(!modelled["profile"]["guesses"].empty());
    QVERIFY(text.out.contains("modelled"));
}

void TestCliDevices::listsTheWorkloads() {
    const Outcome text = run("workloads");
    QCOMPARE(text.status, 0);
    const Json workloads = run("workloads --json").document()["workloads"];
    QVERIFY(workloads.size() >= 11);
    for (const Json& workload : workloads) {
        for (const char* field : {"name", "title", "unit", "description"})
            QVERIFY(text.out.contains(workload[field].get<std::string>().c_str()));
        for (const Json& parameter : workload["parameters"]) {
            QVERIFY(text.out.contains((":" + parameter["name"].get<std::string>()).c_str()));
            QVERIFY(parameter["least"] <= parameter["most"]);
        }
    }
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

void TestCliDevices::tellsWhereFiguresComeFrom() {
    const Outcome recorded = run("inspect --device sim:h200");
    QVERIFY2(recorded.out.contains("8 + 4 lone TPCs"), recorded.out);
    QVERIFY(recorded.out.contains("Recorded on an NVIDIA H200, driver 13.0, 2026-12-01"));
    // A recording says which figures it lacks, one line for all of them.
    QCOMPARE(recorded.out.count("Guessed"), 1);
    QVERIFY(recorded.out.contains("no kernel that shows it was recorded"));
    const Outcome modelled = run("inspect --device sim:a100");
    QVERIFY2(modelled.out.contains("Modelled after the NVIDIA A100"), modelled.out);
    QVERIFY(modelled.out.contains("whitepaper"));
    QVERIFY(modelled.out.contains("Guessed"));
    QVERIFY(!modelled.out.contains("lone TPC"));
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
    QTest::newRow("record") << "record --help"
                            << "--output";
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
