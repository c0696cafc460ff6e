// SPDX-License-Identifier: Apache-2.0
// `experiment find-split` on a simulated H200 in real time.
#include "core/model/experiment_result.h"
#include "core/model/plan_text.h"
#include "tests/cli/command_line.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace parterre;
using namespace parterre::test;

namespace {

/// Both goals are rates, which this machine's own delays do not change.
const QStringList brief{"experiment", "find-split",     "--device", "sim:h200@13.0",
                        "--seconds",  "0.05",           "--runs",   "1",
                        "--goal",     "copy:rate>=30%", "--goal",   "fma:intensity=256:most"};

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestCliFindSplit : public QObject {
    Q_OBJECT
private slots:
    void theListTellsOfGoals();
    void printsForPeople();
    void thePlanIsGrantedAsItWasMeasured();
    void noPlanWhereNoneMeetsTheGoal();
    void wrongGoals_data();
    void wrongGoals();
};

void TestCliFindSplit::theListTellsOfGoals() {
    const Outcome text = run("experiment --list");
    QVERIFY2(text.out.contains("--goal: two workloads with a goal each"), text.out);
    QVERIFY2(text.out.contains("fma: as much as possible"), text.out);
    const Json list = run("experiment --list --json").document();
    const Json& last = list["experiments"].back();
    QCOMPARE(last["name"].get<std::string>(), std::string("find-split"));
    QCOMPARE(last["goals"].size(), std::size_t{2});
    QVERIFY(!list["experiments"][0].contains("goals"));
}

void TestCliFindSplit::printsForPeople() {
    const Outcome outcome = run(brief);
    QCOMPARE(outcome.status, 0);
    QVERIFY2(outcome.out.startsWith("Give copy "), outcome.out);
    QVERIFY2(outcome.out.contains("(goal: at least 30 % of alone)"), outcome.out);
    QVERIFY2(outcome.out.contains("chosen"), outcome.out);
    QVERIFY2(
        outcome.says({"copy alone, run 1 of 1", "copy on 8 SMs, fma on 124", "done"}), outcome.err);
}

void TestCliFindSplit::thePlanIsGrantedAsItWasMeasured() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("plan.json");
    const Outcome outcome = run(brief + QStringList{"--json", "--plan-output", path});
    QCOMPARE(outcome.status, 0);
    const Json document = outcome.document();
    const ExperimentResult result = experimentResultFromJson(JsonReader(document, "result"));
    QCOMPARE(result.parameters.goals.size(), std::size_t{2});
    QCOMPARE(result.parameters.goals[0].value, 30.0);
    QCOMPARE(result.parameters.goals[0].unit, std::string("%"));
    QCOMPARE(result.parameters.goals[1].workloadParameters.at("intensity"), 256);
    QVERIFY(result.plan.has_value());
    QVERIFY(planFromText(contentOf(path).toStdString(), "plan") == *result.plan);
    const Json preview = run(QStringList{"preview", "--plan", path, "--json"}).document();
    for (const Json& row : document["rows"]) {
        if (row["choice"] != "chosen")
            continue;
        QCOMPARE(preview["groups"].size(), std::size_t{1});
        QCOMPARE(preview["groups"][0]["sm_count"], row["first_sm_count"]);
        QCOMPARE(preview["remainder"]["sm_count"], row["second_sm_count"]);
    }
    // It runs as it is, with the workloads that it was found for.
    const Json ran =
        run(QStringList{"run", "--plan", path, "--seconds", "0.1", "--json"}).document();
    QCOMPARE(ran["groups"][0]["workload"].get<std::string>(), std::string("copy"));
    QCOMPARE(ran["remainder"]["workload"].get<std::string>(), std::string("fma"));
    QCOMPARE(ran["remainder"]["workload_parameters"]["intensity"].get<int>(), 256);

    const QByteArray before = contentOf(path);
    const Outcome again = run(brief + QStringList{"--plan-output", path});
    QCOMPARE(again.status, 2);
    QVERIFY2(again.says({"--plan-output", "--force"}), again.err);
    QCOMPARE(contentOf(path), before);
}

void TestCliFindSplit::noPlanWhereNoneMeetsTheGoal() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("plan.json");
    QStringList words = brief;
    words.replace(words.indexOf("copy:rate>=30%"), "fma:rate>=99%");
    const Outcome outcome = run(words + QStringList{"--sms", "8,64", "--plan-output", path});
    QCOMPARE(outcome.status, 1);
    QVERIFY2(outcome.out.startsWith("No split meets the goal."), outcome.out);
    QVERIFY2(outcome.says({path, "not written", "no split meets the goals"}), outcome.err);
    QVERIFY(!QFile::exists(path));
    // Who asks for no plan has got the answer.
    QCOMPARE(run(words + QStringList{"--sms", "8,64"}).status, 0);
}

void TestCliFindSplit::wrongGoals_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QStringList>("said");
    const auto row = [](const QStringList& goals, const QStringList& said) {
        QStringList words{"experiment", "find-split", "--device", "sim:h200"};
        for (const QString& goal : goals)
            words += {"--goal", goal};
        QTest::addRow("%s", qPrintable(goals.join(' '))) << words << said;
    };
    const auto first = [&](const QString& goal, const QStringList& said) {
        row({goal, "fma:most"}, said);
    };
    row({"fma:most"}, {"--goal is given 1 time", "two workloads"});
    row({"fma:most", "copy:most", "latency:p99<60us"}, {"--goal is given 3 times"});
    row({"fma:most", "copy:most"}, {"--goal copy:most is \"most\"", "rate>=80%"});
    first("none:p99<60us", {"--goal is \"none\"", "latency"});
    first("", {"--goal", "without a goal", "latency:p99<60us"});
    first(":most", {"--goal"});
    first("latency", {"--goal latency is without a goal", "latency:p99<60us"});
    first("latency:none=1:p99<60us", {"--goal latency:none", "period_us"});
    first("latency:period_us:p99<60us", {"\"period_us\"", "KEY=VALUE"});
    first("latency:p99<60us:p50<20us", {"two goals", "one goal a workload"});
    first("latency:p42<60us", {"\"p42<60us\"", "p99<N"});
    first("latency:p99", {"\"p99\"", "p99<N"});
    first("latency:p99>60us", {"\"p99>60us\"", "p99<N"});
    first("latency:p99=60us", {"\"p99=60us\"", "p99<N"});
    first("latency:p99<us", {"\"p99<us\"", "p99<N"});
    first("latency:p99<60", {"--goal latency:p99<60 is missing", "us, µs or ms"});
    first("latency:p99<60s", {"\"s\"", "us, µs or ms"});
    first("latency:p99<nanus", {"--goal latency:p99<nanus", "above 0"});
    first("latency:p99<-1us", {"-1 µs", "above 0"});
    first("latency:rate>=80%", {"\"rate\"", "p50, p99 or max"});
    first("copy:p99<60us", {"--goal copy:p99<60us is \"p99\"", "rate or most"});
    first("copy:rate>=80", {"missing", "GB/s, or %"});
    first("copy:rate>80%", {"\"rate>80%\"", "rate>=N"});
    first("copy:rate>=101%", {"101 %", "up to 100 %"});
    first("copy:most>=1", {"\"most>=1\"", "most"});
    first("copy,read:rate>=80%", {"one kernel", "--goal of its own"});

    const auto other = [](const QString& words, const QStringList& said) {
        QTest::addRow("%s", qPrintable(words))
            << QStringList(("experiment " + words).split(' ')) << said;
    };
    other("find-split --device sim:h200 --sms 20", {"--sms is 20", "8, 16, 24"});
    other("find-split --device sim:h200 --workload fma", {"--workload", "does not take it"});
    other("scaling --device sim:h200 --goal fma:most", {"--goal", "scaling does not take it"});
    other("scaling --device sim:h200 --plan-output /tmp/plan", {"--plan-output", "no plan"});
}

void TestCliFindSplit::wrongGoals() {
    QFETCH(QStringList, words);
    QFETCH(QStringList, said);
    const Outcome outcome = run(words);
    QCOMPARE(outcome.status, 2);
    QVERIFY(outcome.out.isEmpty());
    QVERIFY2(outcome.says(said), outcome.err);
}

QTEST_GUILESS_MAIN(TestCliFindSplit)
#include "tst_cli_find_split.moc"
