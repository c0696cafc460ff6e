// SPDX-License-Identifier: Apache-2.0
// `preview --json`: the numbers an H200 grants (tests/data/recordings), and the document's shape.
#include "tests/cli/command_line.h"

#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace parterre;
using namespace parterre::test;

namespace {

std::vector<std::string> keysOf(const Json& object) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : object.items())
        keys.push_back(key);
    return keys;
}

std::vector<int> grantsOf(const Json& preview) {
    std::vector<int> grants;
    for (const Json& group : preview["groups"])
        grants.push_back(group["sm_count"].get<int>());
    return grants;
}

std::vector<std::string> codesOf(const Json& preview) {
    std::vector<std::string> codes;
    for (const Json& diagnostic : preview["diagnostics"])
        codes.push_back(diagnostic["code"].get<std::string>());
    return codes;
}

/// Every SM of the GPU in exactly one place, and each place as large as it says.
bool placesEverySmOnce(const Json& preview) {
    std::set<int> seen;
    const auto add = [&](const Json& place) {
        const auto ids = place["sm_ids"].get<std::vector<int>>();
        seen.insert(ids.begin(), ids.end());
        return ids.size() == place["sm_count"].get<std::size_t>();
    };
    bool sizesAgree = add(preview["remainder"]);
    std::size_t total = preview["remainder"]["sm_ids"].size();
    for (const Json& group : preview["groups"]) {
        sizesAgree = add(group) && sizesAgree;
        total += group["sm_ids"].size();
    }
    return sizesAgree && seen.size() == total && total == 132 && *seen.rbegin() == 131;
}

} // namespace

class TestCliPreview : public QObject {
    Q_OBJECT
private slots:
    void hasTheDocumentedShape();
    void sixteenGroupsBecomeFifteen();
    void unequalCounts_data();
    void unequalCounts();
    void roundsUp();
    void readsAPlan();
    void deviceOptionBeatsThePlans();
    void smallestUnitsGiveMoreGroups();
    void refusalIsADocumentToo();
    void textNamesEveryGroup();
};

void TestCliPreview::hasTheDocumentedShape() {
    const Json preview = run("preview --device sim:h200 --counts 20 --json").document();
    using Keys = std::vector<std::string>;
    QCOMPARE(
        keysOf(preview), (Keys{
                             "device", "strategy", "driver_version", "groups", "remainder",
                             "grantable_sm_counts", "unit_sm_counts", "calls", "diagnostics"}));
    QCOMPARE(preview["device"], Json("sim:h200"));
    QCOMPARE(preview["strategy"], Json("by_count"));
    QCOMPARE(preview["driver_version"], Json(13050));

    const Json& group = preview["groups"][0];
    QCOMPARE(
        keysOf(group), (Keys{
                           "name", "requested_sm_count", "sm_count", "min_partition_size",
                           "coscheduled_alignment", "sm_ids", "units"}));
    QCOMPARE(group["name"], Json("A"));
    for (const char* key :
         {"requested_sm_count", "sm_count", "min_partition_size", "coscheduled_alignment"})
        QVERIFY2(group[key].is_number_integer(), key);
    QCOMPARE(group["min_partition_size"], Json(8));
    QCOMPARE(group["coscheduled_alignment"], Json(8));
    QCOMPARE(keysOf(preview["remainder"]), (Keys{"sm_count", "sm_ids"}));
    QVERIFY(preview["remainder"]["sm_count"].is_number_integer());

    const Json& diagnostic = preview["diagnostics"][0];
    for (const char* key : {"severity", "code", "group", "message", "hint"})
        QVERIFY2(diagnostic.contains(key) && diagnostic[key].is_string(), key);
}

void TestCliPreview::sixteenGroupsBecomeFifteen() {
    const Outcome outcome = run("preview --device sim:h200 --groups 16 --min-count 8 --json");
    QCOMPARE(outcome.status, 0);
    const Json preview = outcome.document();
    QCOMPARE(grantsOf(preview), std::vector<int>(15, 8));
    QCOMPARE(preview["remainder"]["sm_count"], Json(12));
    QCOMPARE(codesOf(preview), std::vector<std::string>{"fewer_groups"});
    QCOMPARE(preview["diagnostics"][0]["severity"], Json("warning"));
    QVERIFY(placesEverySmOnce(preview));
    QVERIFY(outcome.says({"warning:", "15 of 16"}));
}

void TestCliPreview::unequalCounts_data() {
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("strategy");
    QTest::addColumn<int>("version");
    QTest::newRow("newest") << "sim:h200"
                            << "structured" << 13050;
    QTest::newRow("13.0") << "sim:h200@13.0"
                          << "combined" << 13000;
    QTest::newRow("13.1") << "sim:h200@13.1"
                          << "structured" << 13010;
    QTest::newRow("12.4") << "sim:h200@12.4"
                          << "combined" << 12040;
}

void TestCliPreview::unequalCounts() {
    QFETCH(const QString, device);
    QFETCH(const QString, strategy);
    QFETCH(const int, version);
    const Outcome outcome = run("preview --device " + device + " --counts 64,32,16 --json");
    QCOMPARE(outcome.status, 0);
    const Json preview = outcome.document();
    QCOMPARE(preview["device"], Json(device.toStdString()));
    QCOMPARE(preview["strategy"], Json(strategy.toStdString()));
    QCOMPARE(preview["driver_version"], Json(version));
    QCOMPARE(grantsOf(preview), (std::vector<int>{64, 32, 16}));
    QCOMPARE(preview["remainder"]["sm_count"], Json(20));
    QVERIFY(codesOf(preview).empty());
    QVERIFY(placesEverySmOnce(preview));
    QVERIFY(outcome.err.isEmpty());
}

void TestCliPreview::roundsUp() {
    const Outcome outcome = run("preview --device sim:h200 --counts 20 --json");
    QCOMPARE(outcome.status, 0);
    const Json preview = outcome.document();
    QCOMPARE(preview["groups"][0]["requested_sm_count"], Json(20));
    QCOMPARE(grantsOf(preview), std::vector<int>{24});
    QCOMPARE(preview["remainder"]["sm_count"], Json(108));
    QCOMPARE(codesOf(preview), std::vector<std::string>{"rounded_up"});
    QCOMPARE(preview["diagnostics"][0]["group"], Json("A"));
}

void TestCliPreview::readsAPlan() {
    const QTemporaryDir folder;
    QFile file(folder.filePath("a plan.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"parterre_plan": 1, "device": "sim:h200", "from_a_newer_version": [1],
                   "groups": [{"name": "latency", "sm_count": 16},
                              {"name": "batch", "sm_count": 64}]})");
    file.close();
    const Outcome outcome = run({"preview", "--plan", file.fileName(), "--json"});
    QCOMPARE(outcome.status, 0);
    const Json preview = outcome.document();
    QCOMPARE(grantsOf(preview), (std::vector<int>{16, 64}));
    QCOMPARE(preview["groups"][1]["name"], Json("batch"));
}

void TestCliPreview::deviceOptionBeatsThePlans() {
    const QTemporaryDir folder;
    QFile file(folder.filePath("plan.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"parterre_plan": 1, "device": "gpu:GPU-of-another-machine",
                   "groups": [{"name": "A", "sm_count": 16}]})");
    file.close();
    QCOMPARE(run({"preview", "--plan", file.fileName(), "--json"}).status, 2);
    const Outcome outcome =
        run({"preview", "--device", "sim:h200", "--plan", file.fileName(), "--json"});
    QCOMPARE(outcome.status, 0);
    QCOMPARE(outcome.document()["device"], Json("sim:h200"));
}

void TestCliPreview::smallestUnitsGiveMoreGroups() {
    const Json preview =
        run("preview --device sim:h200 --groups 16 --min-count 8 --ignore-coscheduling --json")
            .document();
    QCOMPARE(grantsOf(preview), std::vector<int>(16, 8));
    QCOMPARE(preview["remainder"]["sm_count"], Json(4));
}

void TestCliPreview::refusalIsADocumentToo() {
    const Outcome outcome = run("preview --device sim:h200 --counts 133 --json");
    QCOMPARE(outcome.status, 1);
    QCOMPARE(codesOf(outcome.document()), std::vector<std::string>{"too_many_sms"});
    QVERIFY(outcome.says({"error:", "133", "132"}));
}

void TestCliPreview::textNamesEveryGroup() {
    const Outcome outcome = run("preview --device sim:h200 --counts 64,32");
    QCOMPARE(outcome.status, 0);
    const QList<QByteArray> lines = outcome.out.split('\n');
    QVERIFY(lines[0].contains("structured"));
    QVERIFY(lines[3].startsWith("A "));
    QVERIFY(lines[3].endsWith("0-63"));
    QVERIFY(lines[4].startsWith("B "));
    QVERIFY(lines[5].startsWith("(left over)"));
}

QTEST_GUILESS_MAIN(TestCliPreview)
#include "tst_cli_preview.moc"
