// SPDX-License-Identifier: Apache-2.0
#include "core/model/partition_plan.h"

#include <QTest>

using namespace parterre;

class TestPartitionPlan : public QObject {
    Q_OBJECT

    static PartitionPlan read(const std::string& text) {
        const Json json = parseJson(text, "the plan");
        return planFromJson(JsonReader(json, "plan"));
    }

private slots:
    void readsBackAsWritten() {
        PartitionPlan plan = planOfCounts("sim:h200@13.1", {64, 32});
        plan.strategy = Strategy::structured;
        plan.partitionRemainder = true;
        plan.remainderWorkload = "copy";
        PlanGroup& group = plan.groups.front();
        group.colour = "#1b9E77";
        group.coscheduledSmCount = 8;
        group.preferredCoscheduledSmCount = 16;
        group.backfill = true;
        group.workqueue = WorkqueueDescription{4, WorkqueueScope::greenContextBalanced};
        group.workload = "fma";
        plan.groups.back().units = {3, 1};
        QVERIFY(read(Json(plan).dump()) == plan);
    }

    void keepsWhatANewerVersionWrote() {
        const PartitionPlan plan = read(
            R"({"parterre_plan": 1, "later": {"x": [1]}, "groups": [{"name": "A", "mood": "calm"}]})");
        const Json json = plan;
        QCOMPARE(json["later"]["x"][0].get<int>(), 1);
        QCOMPARE(json["groups"][0]["mood"].get<std::string>(), std::string("calm"));
    }

    void wrongPlans_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("field");
        const auto group = [](const char* name, const QByteArray& fields, const char* field) {
            QTest::newRow(name) << R"({"parterre_plan":1,"groups":[{"name":"A"},{)" + fields + "}]}"
                                << QByteArray("plan.groups[1].") + field;
        };
        QTest::newRow("no version") << QByteArray("{}") << QByteArray("plan.parterre_plan");
        QTest::newRow("newer version")
            << QByteArray(R"({"parterre_plan":2})") << QByteArray("plan.parterre_plan");
        QTest::newRow("strategy") << QByteArray(R"({"parterre_plan":1,"strategy":"best"})")
                                  << QByteArray("plan.strategy");
        QTest::newRow("both flags")
            << QByteArray(R"({"parterre_plan":1,"ignore_coscheduling":true,"max_cluster":true})")
            << QByteArray("plan.max_cluster");
        QTest::newRow("groups") << QByteArray(R"({"parterre_plan":1,"groups":3})")
                                << QByteArray("plan.groups");
        group("no name", "", "name");
        group("empty name", R"("name":"")", "name");
        group("name twice", R"("name":"A")", "name");
        group("colour", R"("name":"B","colour":"red")", "colour");
        group("negative", R"("name":"B","sm_count":-1)", "sm_count");
        group("no number", R"("name":"B","sm_count":"8")", "sm_count");
        group("too many", R"("name":"B","sm_count":4097)", "sm_count");
        group("unit twice", R"("name":"B","units":[1,1])", "units");
        group("units", R"("name":"B","units":[-1])", "units[0]");
        group("backfill", R"("name":"B","backfill":1)", "backfill");
        group(
            "scope", R"("name":"B","workqueue":{"sharing_scope":"all"})",
            "workqueue.sharing_scope");
    }

    void wrongPlans() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, field);
        try {
            read(text.toStdString());
            QFAIL("accepted");
        } catch (const InputError& error) {
            QCOMPARE(QByteArray::fromStdString(error.field()), field);
            QVERIFY(!error.allowed().empty());
        }
    }

    void namesOfGroups() {
        QCOMPARE(defaultGroupName(0), std::string("A"));
        QCOMPARE(defaultGroupName(25), std::string("Z"));
        QCOMPARE(defaultGroupName(26), std::string("AA"));
        QCOMPARE(defaultGroupName(255), std::string("IV"));
    }

    void asManyGroupsAsAllowed() {
        const int most = PartitionPlan::mostGroups;
        validate(planOfCounts("", std::vector<int>(static_cast<std::size_t>(most), 1)));
        QVERIFY_EXCEPTION_THROWN(
            validate(planOfCounts("", std::vector<int>(static_cast<std::size_t>(most) + 1, 1))),
            InputError);
    }
};

QTEST_GUILESS_MAIN(TestPartitionPlan)
#include "tst_partition_plan.moc"
