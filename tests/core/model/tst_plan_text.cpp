// SPDX-License-Identifier: Apache-2.0
// Saved plans as text: what is wrong is told with its line.
#include "core/model/json_lines.h"
#include "core/model/plan_text.h"

#include <QTest>

using namespace parterre;

class TestPlanText : public QObject {
    Q_OBJECT
private slots:
    void everyFieldIsOnItsLine_data();
    void everyFieldIsOnItsLine();
    void errorsNameLineFieldAndWhatIsAllowed_data();
    void errorsNameLineFieldAndWhatIsAllowed();
    void isReadAsItWasWritten();
};

void TestPlanText::everyFieldIsOnItsLine_data() {
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<int>("line");
    QTest::newRow("the whole") << QByteArray("") << 2;
    QTest::newRow("no path at all") << QByteArray("the document") << 2;
    QTest::newRow("a member") << QByteArray("strategy") << 3;
    QTest::newRow("behind braces in a text") << QByteArray("groups") << 4;
    QTest::newRow("an element") << QByteArray("groups[1]") << 6;
    QTest::newRow("a member of it") << QByteArray("groups[1].sm_count") << 8;
    QTest::newRow("of a member") << QByteArray("groups[1].workqueue.scope") << 11;
    QTest::newRow("an element of a member") << QByteArray("groups[1].units[2]") << 9;
    QTest::newRow("missing") << QByteArray("groups[0].sm_count") << 5;
    QTest::newRow("missing within what is missing") << QByteArray("groups[0].workqueue.scope") << 5;
    QTest::newRow("beyond the last") << QByteArray("groups[7].name") << 4;
    QTest::newRow("an escaped key") << QByteArray("é\"") << 14;
    QTest::newRow("twice: the last counts") << QByteArray("twice") << 16;
    QTest::newRow("no index") << QByteArray("groups[x]") << 4;
}

void TestPlanText::everyFieldIsOnItsLine() {
    QFETCH(const QByteArray, path);
    const std::string text = "\xEF\xBB\xBF\n" // 1
                             R"({
  "strategy": "a \"}] {[ \\", "other": [[], {}, [1, {"groups": 2}]],
  "groups": [
    {"name": "A"},
    {
      "name": "B",
      "sm_count": "many", "units": [1,
        2, -1],
      "workqueue": {
        "scope": null
      }
    }],
  "\u00e9\"": true,
  "twice": 1,
  "twice": 2
})";
    (void)parseJson(text, "text");
    QTEST(lineOfField(text, path.toStdString()), "line");
}

void TestPlanText::errorsNameLineFieldAndWhatIsAllowed_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("syntax") << QByteArray("{\n  \"groups\": [,]\n}")
                            << "plan.json, line 2, column 14 is not JSON; allowed: a JSON document";
    QTest::newRow("a word for a number")
        << QByteArray("{\"parterre_plan\": 1,\n\"groups\": [{\"name\": \"A\",\n\"sm_count\": "
                      "\"many\"}]}")
        << "plan.json, line 3: groups[0].sm_count is \"many\"; allowed: a whole number from 0 to "
           "4096";
    QTest::newRow("missing") << QByteArray("{\"parterre_plan\": 1,\n\"groups\": [\n{}]}")
                             << "plan.json, line 3: groups[0].name is missing; allowed: a text";
    QTest::newRow("twice the same name")
        << QByteArray("{\"parterre_plan\": 1,\n\"groups\": [{\"name\": \"A\"},\n{\"name\":\n"
                      "\"A\"}]}")
        << "plan.json, line 4: groups[1].name is \"A\"; allowed: a name no other group has";
    QTest::newRow("a newer format")
        << QByteArray("{\n\"parterre_plan\": 2}")
        << "plan.json, line 2: parterre_plan is 2; allowed: a whole number, here only 1";
    QTest::newRow("no object") << QByteArray("\n[1]")
                               << "plan.json, line 2: the document is [1]; allowed: a JSON object";
    QTest::newRow("a GPU without SMs")
        << QByteArray("{\"parterre_plan\": 1,\n\"made_for\": {\"name\": \"X\", \"sm_count\": 0}}")
        << "plan.json, line 2: made_for.sm_count is 0; allowed: a whole number from 1 to 4096";
}

void TestPlanText::errorsNameLineFieldAndWhatIsAllowed() {
    QFETCH(const QByteArray, text);
    QFETCH(const QString, sentence);
    try {
        (void)planFromText(text.toStdString(), "plan.json");
        QFAIL("no error");
    } catch (const InputError& error) {
        QCOMPARE(QString::fromStdString(error.what()), sentence);
    }
}

void TestPlanText::isReadAsItWasWritten() {
    PartitionPlan plan = planOfCounts("gpu:0", {64, 32});
    plan.madeFor = PlanOrigin{"NVIDIA H200", 132, Json{{"from_a_newer_version", 1}}};
    plan.unknown["more"] = {1, 2};
    QCOMPARE(planFromText(textOf(plan), "plan.json"), plan);
    plan.madeFor.reset();
    QCOMPARE(planFromText(textOf(plan), "plan.json"), plan);
}

QTEST_GUILESS_MAIN(TestPlanText)
#include "tst_plan_text.moc"
