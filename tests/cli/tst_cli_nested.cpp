// SPDX-License-Identifier: Apache-2.0
// `preview` and `run` of plans whose groups are split again.
#include "core/model/partition_plan.h"
#include "tests/cli/command_line.h"

#include <QTemporaryDir>
#include <QTest>

using namespace parterre;
using namespace parterre::test;

namespace {

QList<QByteArray> linesOf(const Outcome& outcome) {
    return outcome.out.split('\n');
}

/// The first line that begins so.
QByteArray lineWith(const Outcome& outcome, const QByteArray& start) {
    for (const QByteArray& line : linesOf(outcome))
        if (line.startsWith(start))
            return line;
    return {};
}

} // namespace

class TestCliNested : public QObject {
    Q_OBJECT

private slots:
    void init() {
        PartitionPlan plan = planOfCounts("sim:h200", {64, 32});
        plan.groups[0].split = planOfCounts("", {32, 20});
        plan.groups[0].split->partitionRemainder = true;
        plan.groups[0].split->groups[0].name = "1";
        plan.groups[0].split->groups[1].name = "2";
        write(plan);
    }

    void previewSaysWhatIsUnknown() {
        const Outcome outcome = run({"preview", "--plan", m_path, "--json"});
        QCOMPARE(outcome.status, 0);
        const Json preview = outcome.document();
        QCOMPARE(preview["groups"].size(), 2U);
        QCOMPARE(preview["nested"].size(), 2U);
        const Json& second = preview["nested"][1];
        QCOMPARE(second["name"], Json("A/2"));
        QCOMPARE(second["parent"], Json("A"));
        QCOMPARE(second["requested_sm_count"], Json(20));
        QVERIFY(second["sm_count"].is_null() && second["sm_ids"].is_null());
        QVERIFY(outcome.says({"known once A is applied"}));
    }

    void previewIndents() {
        const Outcome outcome = run({"preview", "--plan", m_path});
        QCOMPARE(outcome.status, 0);
        const QList<QByteArray> lines = linesOf(outcome);
        QVERIFY(lines[3].startsWith("A "));
        QVERIFY(lines[4].startsWith("  A/1 "));
        QVERIFY(lines[4].endsWith("known once applied"));
        QVERIFY(lines[5].startsWith("  A/2 "));
        QVERIFY(lines[6].startsWith("B "));
        QVERIFY(lines[7].startsWith("(left over)"));
    }

    void errorsBelowAreErrors() {
        PartitionPlan plan = planOfCounts("sim:h200", {64});
        plan.groups[0].split = planOfCounts("", {48, 24});
        write(plan);
        const Outcome outcome = run({"preview", "--plan", m_path, "--json"});
        QCOMPARE(outcome.status, 1);
        QCOMPARE(outcome.document()["diagnostics"][0]["group"], Json("A"));
        QVERIFY(outcome.says({"error: In A:", "72", "64"}));
        QCOMPARE(run({"run", "--plan", m_path, "--workload", "fma", "--seconds", "0.2"}).status, 1);
    }

    void wrongFieldsAreNamedByPath() {
        PartitionPlan plan = planOfCounts("sim:h200", {64});
        plan.groups[0].workload = "fma";
        plan.groups[0].split = planOfCounts("", {32});
        write(plan);
        const Outcome outcome = run({"preview", "--plan", m_path});
        QCOMPARE(outcome.status, 2);
        QVERIFY(outcome.says({"groups[0].workload"}));
    }

    void runsWhatIsBelow() {
        const Outcome outcome = run(
            {"run", "--plan", m_path, "--workload", "fma,copy,idle,fma", "--seconds", "0.3",
             "--json"});
        QCOMPARE(outcome.status, 0);
        const Json document = outcome.document();
        const Json& a = document["groups"][0];
        QCOMPARE(a["observed_sm_ids"].size(), 64U);
        QVERIFY(!a.contains("throughput")); // its groups have one
        QCOMPARE(document["groups"][1]["workload"], Json("fma"));
        const Json& nested = document["nested"];
        QCOMPARE(nested.size(), 3U);
        const char* const workloads[] = {"copy", "idle", "fma"};
        const int counts[] = {32, 24, 8};
        for (std::size_t i = 0; i < 3; ++i) {
            QCOMPARE(nested[i]["workload"], Json(workloads[i]));
            QCOMPARE(nested[i]["sm_count"], Json(counts[i]));
            QCOMPARE(nested[i]["observed_sm_ids"], nested[i]["sm_ids"]);
            QVERIFY(!nested[i]["samples"].empty());
        }
        QCOMPARE(nested[2]["is_remainder"], Json(true));
        QVERIFY(nested[0]["throughput"].get<double>() > 0);
    }

    void runIndents() {
        const Outcome outcome =
            run({"run", "--plan", m_path, "--workload", "fma", "--seconds", "0.2"});
        QCOMPARE(outcome.status, 0);
        const QList<QByteArray> lines = linesOf(outcome);
        QVERIFY(lines[1].startsWith("A "));
        QVERIFY(!lines[1].contains("TFLOP/s"));
        const char* const below[] = {"  A/1 ", "  A/2 ", "  A/remainder "};
        for (int i = 0; i < 3; ++i)
            QVERIFY(lines[2 + i].startsWith(below[i]));
        QVERIFY(lines[5].startsWith("B "));
        QVERIFY(lineWith(outcome, "  A/1 ").contains("TFLOP/s"));
    }

    void noMoreWorkloadsThanCanRun() {
        const Outcome outcome =
            run({"run", "--plan", m_path, "--workload", "fma,fma,fma,fma,fma", "--seconds", "1"});
        QCOMPARE(outcome.status, 2);
        QVERIFY(outcome.says({"--workload", "4 here"}));
    }

private:
    void write(const PartitionPlan& plan) {
        m_path = m_folder.filePath("plan.json");
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(Json(plan).dump()));
    }

    QTemporaryDir m_folder;
    QString m_path;
};

QTEST_GUILESS_MAIN(TestCliNested)
#include "tst_cli_nested.moc"
