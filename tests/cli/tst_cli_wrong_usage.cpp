// SPDX-License-Identifier: Apache-2.0
// What is refused, with which exit status, and whether the message helps: it names the option or
// the field, and what is allowed.
#include "tests/cli/command_line.h"

#include <QTemporaryDir>
#include <QTest>

using namespace parterre;
using namespace parterre::test;

class TestCliWrongUsage : public QObject {
    Q_OBJECT
private slots:
    void wrongWords_data();
    void wrongWords();
    void wrongPlan_data();
    void wrongPlan();
    void noArguments();
    void refusals_data();
    void refusals();
};

void TestCliWrongUsage::wrongWords_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<QStringList>("said");
    const auto row = [](const QString& words, const QStringList& said) {
        QTest::addRow("%s", qPrintable(words)) << words << said;
    };
    row("nonsense", {"nonsense", "devices", "preview", "serve"});
    row("export --plan p.json --as cpp-driver", {"export", "preview"});
    row("record --device sim:h200", {"--output"});
    row("record --output f.json", {"--device"});
    row("record --device sim:h200 --output /no/such/folder/f.json", {"--output", "No such file"});
    row("record --device sim:h200 --output /tmp", {"--output", "not a folder"});
    row("lessons", {"lessons", "preview"});
    row("--nonsense", {"--nonsense"});
    row("devices inspect", {"inspect"});
    row("devices --nonsense", {"--nonsense"});
    row("inspect", {"--device"});
    row("inspect --device", {"--device"});
    row("inspect --device h200", {"--device", "sim:NAME", "gpu:INDEX"});
    row("inspect --device sim:nothing", {"--device", "sim:nothing", "h200"});
    row("inspect --device sim:h200@9", {"--device", "12.4"});
    row("inspect --device sim:h200@x", {"--device", "12.4"});
    row("inspect --device gpu:9999", {"--device", "gpu:9999"});
    row("inspect --device gpu:GPU-of-another-machine", {"--device"});

    const QString preview = "preview --device sim:h200 ";
    row("preview --counts 8", {"--device"});
    row("preview --device sim:h200", {"--plan", "--counts", "--groups", "--min-count"});
    row(preview + "--counts", {"--counts"});
    for (const QString value :
         {"abc", "-5", "0", "1.5", "0x10", "4097", "99999999999", "8x", "8,x"})
        row(preview + "--counts " + value, {"--counts", "from 1 to 4096"});
    row(preview + "--counts 64,", {"--counts", "\"64,\""});
    row(preview + "--counts 64,,8", {"--counts", "\"64,,8\""});
    row(preview + "--counts " + QStringList(257, "8").join(','), {"--counts", "256"});
    row(preview + "--counts 8 16", {"16"});
    row(preview + "--counts 8 --counts 16", {"--counts"});
    row(preview + "--groups 4", {"--groups", "--min-count"});
    row(preview + "--min-count 4", {"--groups", "--min-count"});
    for (const QString value : {"x", "-1", "0", "257", "99999999999"})
        row(preview + "--min-count 8 --groups " + value, {"--groups", "from 1 to 256"});
    for (const QString value : {"x", "-1", "0", "4097", "99999999999"})
        row(preview + "--groups 4 --min-count " + value, {"--min-count", "from 1 to 4096"});
    row(preview + "--plan p.json --counts 8", {"--plan", "--counts"});
    row(preview + "--counts 8 --groups 4 --min-count 8", {"--counts", "--groups"});
    row(preview + "--plan /no/such/plan.json", {"--plan", "/no/such/plan.json"});
    row(preview + "--plan /", {"--plan"}); // a folder
    row(preview + "--counts 8 --strategy magic", {"--strategy", "combined"});
    row(preview + "--counts 8 --ignore-coscheduling --max-cluster",
        {"--ignore-coscheduling", "--max-cluster"});

    const QString run = "run --device sim:h200 --counts 64,32 ";
    row(run + "--workload fma", {"--seconds"});
    for (const QString value : {"x", "nan", "inf", "-1", "0", "0.05", "86401", "1e999", "1s"})
        row(run + "--workload fma --seconds " + value, {"--seconds", "from 0.1 to 86400"});
    row(run + "--seconds 1", {"--workload"});
    row(run + "--seconds 1 --workload magic", {"--workload", "magic", "fma, ", "copy, "});
    row(run + "--seconds 1 --workload fma,magic", {"--workload", "magic", "fma, ", "copy, "});
    const QString workload = run + "--seconds 1 --workload ";
    row(workload + "fma:magic=1", {"--workload fma:magic", "intensity, block_size"});
    row(workload + "copy,fma:magic=1", {"--workload fma:magic"});
    for (const QString value : {"0", "-32", "100", "288", "9999999999999"})
        row(workload + "fma:block_size=" + value,
            {"--workload fma:block_size", value, "32 to 256", "multiple of 32"});
    for (const QString text : {"block_size", "block_size=", "=32", "block_size=x", "", "a=1=2"})
        row(workload + "fma:" + text, {"--workload fma", '"' + text + '"', "KEY=VALUE"});
    row(workload + "fma --timeline-window 10", {"--timeline"});
    for (const QString value : {"0", "x", "60001"})
        row(workload + "fma --timeline t.json --timeline-window " + value,
            {"--timeline-window", "1 to 60000"});
    row(workload + "fma --timeline t.json --timeline-window 20 --timeline-period 19",
        {"--timeline-period", "20 to 60000"});
    row(workload + "fma:block_size=32:block_size=32", {"fma:block_size", "twice"});
    row("inspect --device sim:/", {"--device", "\"/\"", "can be read"});
    row("preview --device sim:h200 --counts 8 --strategy ", {"--strategy", "auto, by_count"});
    row("preview --device sim:h200 --plan ", {"--plan", "a file's name"});
    row("record --device sim:h200 --output ", {"--output", "a file's name"});
    for (const QString option : {"--csv", "--timeline"})
        row(workload + "fma " + option + " ", {option, "a file's name"});
    for (const QString option : {"--output", "--report", "--plan-output"})
        row("experiment scaling --device sim:h200 " + option + " ", {option, "a file's name"});
    row(run + "--seconds 1 --workload fma,", {"--workload"});
    row(run + "--seconds 1 --workload fma,copy,fill", {"--workload", "2"});
    row(run + "--seconds 1 --workload fma --json --csv f.csv", {"--json", "--csv"});
}

void TestCliWrongUsage::wrongWords() {
    QFETCH(const QString, words);
    QFETCH(const QStringList, said);
    const Outcome outcome = run(words);
    QCOMPARE(outcome.status, 2);
    QVERIFY2(outcome.says(said), outcome.err);
    QVERIFY(outcome.err.startsWith("parterre-cli: ") || outcome.err.contains("\nparterre-cli: "));
    QVERIFY(outcome.out.isEmpty());
}

void TestCliWrongUsage::wrongPlan_data() {
    QTest::addColumn<QByteArray>("plan");
    QTest::addColumn<QStringList>("said");
    const auto row = [](const char* name, const QByteArray& plan, const QStringList& said) {
        QTest::newRow(name) << plan << said;
    };
    row("empty", "", {"line 1, column 1"});
    row("broken JSON", "{\"parterre_plan\": 1,\n \"groups\": [,]}", {"line 2, column 13"});
    row("unfinished", "{\"parterre_plan\": 1,\n", {"line 2"});
    row("not UTF-8", "{\"parterre_plan\": 1, \"device\": \"\xff\"}", {"line 1"});
    row("no object", "[]", {"JSON object"});
    row("too deep", QByteArray(100, '[') + QByteArray(100, ']'), {"64 levels"});
    row("no version", R"({"groups": []})", {"parterre_plan", "missing"});
    row("no groups", R"({"parterre_plan": 1})", {"groups is none", "at least one group"});
    row("empty groups", R"({"parterre_plan": 1, "groups": []})",
        {"groups is none", "at least one group"});
    row("newer version", R"({"parterre_plan": 2, "groups": []})", {"parterre_plan"});
    row("count is text", R"({"parterre_plan": 1, "groups": [{"name": "A"},
                             {"name": "B", "sm_count": "many"}]})",
        {"groups[1].sm_count", "many", "from 0 to 4096"});
    row("count too large", R"({"parterre_plan": 1, "groups": [{"name": "A", "sm_count": 1e30}]})",
        {"groups[0].sm_count", "from 0 to 4096"});
    row("unknown strategy", R"({"parterre_plan": 1, "strategy": "magic", "groups": []})",
        {"strategy", "magic", "by_count", "combined"});
    row("names twice", R"({"parterre_plan": 1, "groups": [{"name": "A"}, {"name": "A"}]})",
        {"groups[1].name"});
    row("groups no list", R"({"parterre_plan": 1, "groups": 3})", {"groups", "a list"});
}

void TestCliWrongUsage::wrongPlan() {
    QFETCH(const QByteArray, plan);
    QFETCH(const QStringList, said);
    const QTemporaryDir folder;
    QFile file(folder.filePath("wrong.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(plan);
    file.close();
    for (const QStringList& command :
         {QStringList{"preview"}, QStringList{"run", "--seconds", "1", "--workload", "fma"}}) {
        const Outcome outcome =
            run(command + QStringList{"--device", "sim:h200", "--plan", file.fileName(), "--json"});
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.says(QStringList{"wrong.json"} + said), outcome.err);
        QVERIFY(outcome.out.isEmpty());
    }
}

void TestCliWrongUsage::noArguments() {
    const Outcome outcome = run(QStringList());
    QCOMPARE(outcome.status, 2);
    QVERIFY(outcome.says({"subcommand", "devices", "--help"}));
}

void TestCliWrongUsage::refusals_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<int>("status");
    QTest::addColumn<QStringList>("said");
    for (const QString device : {"sim:h200@12.4", "sim:h200", "sim:h200@13.1"})
        QTest::addRow("too many SMs, %s", qPrintable(device))
            << device + " --counts 133" << 1 << QStringList{"133", "132"};
    QTest::newRow("too many together")
        << "sim:h200 --counts 100,100" << 1 << QStringList{"200", "132"};
    QTest::newRow("unequal by count")
        << "sim:h200 --counts 64,32 --strategy by_count" << 1 << QStringList{"equal groups"};
    QTest::newRow("not aligned") << "sim:h200@13.1 --counts 20,30 --strategy structured" << 1
                                 << QStringList{"multiple of"};
    for (const QString device : {"sim:h200@12.4", "sim:h200@12.8", "sim:h200@13.0"})
        QTest::addRow("no structured splits, %s", qPrintable(device))
            << device + " --counts 64,32 --strategy structured" << 3 << QStringList{"13.1"};
}

void TestCliWrongUsage::refusals() {
    QFETCH(const QString, words);
    QFETCH(const int, status);
    QFETCH(const QStringList, said);
    const Outcome preview = run("preview --device " + words);
    QCOMPARE(preview.status, status);
    QVERIFY2(preview.says(said), preview.err);
    // Refused before it runs for a day.
    const Outcome attempt = run("run --device " + words + " --workload fma --seconds 86400 --json");
    QCOMPARE(attempt.status, status);
    QVERIFY2(attempt.says(said), attempt.err);
    QVERIFY(attempt.out.isEmpty());
}

QTEST_GUILESS_MAIN(TestCliWrongUsage)
#include "tst_cli_wrong_usage.moc"
