// SPDX-License-Identifier: Apache-2.0
#include "core/model/partition_plan.h"

#include <QTest>

using namespace parterre;

namespace {

/// Every field set, to something that isn't its default.
constexpr const char* fullPlan = R"({
    "parterre_plan": 1, "device": "sim:h200@13.1", "strategy": "structured",
    "ignore_coscheduling": false, "max_cluster": true, "partition_remainder": true,
    "remainder_workload": "copy",
    "groups": [
        {"name": "decode", "colour": "#12aBcD", "sm_count": 64, "coscheduled_sm_count": 16,
         "preferred_coscheduled_sm_count": 32, "backfill": true,
         "workqueue": {"concurrency_limit": 4, "sharing_scope": "green_ctx_balanced"},
         "workload": "fma"},
        {"name": "prefill", "sm_count": 8, "units": [0, 3, 65]}
    ]})";

PartitionPlan read(const Json& json, const std::string& path = {}) {
    return planFromJson(JsonReader(json, path));
}

Json valid() {
    return parseJson(fullPlan, "plan");
}

} // namespace

class TestPartitionPlan : public QObject {
    Q_OBJECT

private slots:
    void readsEveryField() {
        const PartitionPlan plan = read(valid());
        QCOMPARE(plan.device, std::string("sim:h200@13.1"));
        QCOMPARE(plan.strategy, Strategy::structured);
        QVERIFY(!plan.ignoreCoscheduling && plan.maxCluster && plan.partitionRemainder);
        QCOMPARE(plan.remainderWorkload, std::string("copy"));
        QCOMPARE(plan.groups.size(), 2U);
        const PlanGroup& group = plan.groups[0];
        QCOMPARE(group.name, std::string("decode"));
        QCOMPARE(group.colour, std::string("#12aBcD"));
        QCOMPARE(group.smCount, 64);
        QCOMPARE(group.coscheduledSmCount, 16);
        QCOMPARE(group.preferredCoscheduledSmCount, 32);
        QVERIFY(group.backfill);
        QCOMPARE(group.workqueue->concurrencyLimit, 4);
        QCOMPARE(group.workqueue->sharingScope, WorkqueueScope::greenContextBalanced);
        QCOMPARE(group.workload, std::string("fma"));
        QCOMPARE(plan.groups[1].units, (std::vector<int>{0, 3, 65}));
        QCOMPARE(plan.requestedSmCount(), 72);
        QVERIFY(!plan.hasEqualGroups());
    }

    void roundTrip() {
        const PartitionPlan plan = read(valid());
        const Json written = plan;
        QCOMPARE(read(written), plan);
        QCOMPARE(Json(read(written)).dump(), written.dump());
    }

    /// In the plan and in every object inside it, beside all that is known there.
    void unknownKeysSurvive_data() {
        QTest::addColumn<QString>("object");
        QTest::newRow("the plan") << "";
        QTest::newRow("a group") << "/groups/0";
        QTest::newRow("another group") << "/groups/1";
        QTest::newRow("a work queue") << "/groups/0/workqueue";
    }
    void unknownKeysSurvive() {
        QFETCH(QString, object);
        const Json news = parseJson(R"({"deep": [1, null, {"a": 0.5}], "on": true})", "news");
        Json json = valid();
        const Json::json_pointer place(object.toStdString());
        json[place]["from_the_future"] = news;
        const PartitionPlan plan = read(json);
        const Json written = plan;
        QCOMPARE(written[place]["from_the_future"].dump(), news.dump());
        QCOMPARE(read(parseJson(written.dump(), "text")), plan);
        QVERIFY(plan != read(valid())); // or saving it would be thought needless
    }

    void defaults() {
        const PartitionPlan plan = read(parseJson(R"({"parterre_plan": 1})", "plan"));
        QCOMPARE(plan, PartitionPlan());
        const PartitionPlan nulls = read(parseJson(
            R"({"parterre_plan": 1, "device": null, "groups": null, "strategy": null})", "plan"));
        QCOMPARE(nulls, PartitionPlan());
    }

    void strategies_data() {
        QTest::addColumn<QString>("word");
        for (const char* word : {"auto", "by_count", "structured", "combined"})
            QTest::newRow(word) << word;
    }
    void strategies() {
        QFETCH(QString, word);
        Json json = valid();
        json["strategy"] = word.toStdString();
        QCOMPARE(Json(read(json))["strategy"].get<std::string>(), word.toStdString());
        QCOMPARE(
            std::string(strategyWord(strategyFromWord(word.toStdString(), "x"))),
            word.toStdString());
    }

    /// One field after the other, spoilt.
    void errorsNameFieldValueAndAllowed_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QByteArray>("value"); // JSON; empty: taken away
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("allowed"); // a part of it
        const auto row = [](const char* pointer, const char* value, const char* field,
                            const char* allowed) {
            QTest::addRow("%s = %.20s", pointer, value)
                << QString(pointer) << QByteArray(value) << QString(field) << QString(allowed);
        };
        row("/parterre_plan", "", "parterre_plan", "here only 1");
        row("/parterre_plan", "2", "parterre_plan", "here only 1");
        row("/parterre_plan", "\"1\"", "parterre_plan", "here only 1");
        row("/device", "7", "device", "a text");
        row("/strategy", "\"best\"", "strategy", "auto, by_count, structured, combined");
        row("/strategy", "1", "strategy", "a text");
        row("/ignore_coscheduling", "1", "ignore_coscheduling", "true or false");
        row("/max_cluster", "\"yes\"", "max_cluster", "true or false");
        row("/ignore_coscheduling", "true", "max_cluster", "one of the two");
        row("/partition_remainder", "[]", "partition_remainder", "true or false");
        row("/remainder_workload", "{}", "remainder_workload", "a text");
        row("/groups", "{}", "groups", "a list");
        row("/groups", "\"A\"", "groups", "a list");
        row("/groups/1", "8", "groups[1]", "a JSON object");
        row("/groups/1/name", "", "groups[1].name", "a text");
        row("/groups/1/name", "1", "groups[1].name", "a text");
        row("/groups/1/name", "\"\"", "groups[1].name", "one letter");
        row("/groups/1/name", "\"decode\"", "groups[1].name", "no other group has");
        row("/groups/0/colour", "\"red\"", "groups[0].colour", "#rrggbb");
        row("/groups/0/colour", "\"#12345g\"", "groups[0].colour", "#rrggbb");
        row("/groups/0/colour", "\"#1234567\"", "groups[0].colour", "#rrggbb");
        row("/groups/0/colour", "255", "groups[0].colour", "a text");
        for (const char* key :
             {"sm_count", "coscheduled_sm_count", "preferred_coscheduled_sm_count"})
            for (const char* value : {"-1", "4097", "1.5", "\"many\"", "18446744073709551615"})
                row((std::string("/groups/0/") + key).c_str(), value,
                    (std::string("groups[0].") + key).c_str(), "a whole number from 0 to 4096");
        row("/groups/0/backfill", "0", "groups[0].backfill", "true or false");
        row("/groups/0/workload", "[]", "groups[0].workload", "a text");
        row("/groups/0/workqueue", "4", "groups[0].workqueue", "a JSON object");
        row("/groups/0/workqueue/concurrency_limit", "-4", "groups[0].workqueue.concurrency_limit",
            "a whole number from 0");
        row("/groups/0/workqueue/sharing_scope", "\"mine\"", "groups[0].workqueue.sharing_scope",
            "device_ctx, green_ctx_balanced");
        row("/groups/1/units", "3", "groups[1].units", "a list of whole numbers from 0 to 4096");
        row("/groups/1/units/1", "-1", "groups[1].units[1]", "a list of whole numbers");
        row("/groups/1/units/2", "\"a\"", "groups[1].units[2]", "a list of whole numbers");
        row("/groups/1/units/1", "4294967296", "groups[1].units[1]", "a list of whole numbers");
        row("/groups/1/units/1", "0", "groups[1].units", "no other group has");
        row("/groups/0/units", "[65]", "groups[1].units", "no other group has");
    }
    void errorsNameFieldValueAndAllowed() {
        QFETCH(QString, pointer);
        QFETCH(QByteArray, value);
        QFETCH(QString, field);
        QFETCH(QString, allowed);
        Json json = valid();
        const Json::json_pointer place(pointer.toStdString());
        if (value.isEmpty())
            json[place.parent_pointer()].erase(place.back());
        else
            json[place] = parseJson(value.toStdString(), "value");
        try {
            (void)read(json, "plan");
            QFAIL("no error");
        } catch (const InputError& error) {
            QCOMPARE(QString::fromStdString(error.field()), "plan." + field);
            QVERIFY2(!error.value().empty(), error.what());
            QVERIFY2(QString::fromStdString(error.allowed()).contains(allowed), error.what());
            // The sentence holds all three.
            for (const std::string& part : {error.field(), error.value(), error.allowed()})
                QVERIFY(std::string(error.what()).find(part) != std::string::npos);
        }
    }

    void wrongDocument() {
        for (const char* text : {"[]", "1", "null", "\"plan\""})
            QVERIFY_EXCEPTION_THROWN(read(parseJson(text, "plan")), InputError);
    }

    void tooManyGroups() {
        const auto counts = [](int n) { return std::vector<int>(static_cast<std::size_t>(n), 2); };
        validate(planOfCounts("sim:h200", counts(PartitionPlan::mostGroups)));
        try {
            validate(planOfCounts("sim:h200", counts(PartitionPlan::mostGroups + 1)), "plan");
            QFAIL("no error");
        } catch (const InputError& error) {
            QCOMPARE(error.field(), std::string("plan.groups"));
        }
    }

    void groupNames() {
        QCOMPARE(defaultGroupName(0), std::string("A"));
        QCOMPARE(defaultGroupName(25), std::string("Z"));
        QCOMPARE(defaultGroupName(26), std::string("AA"));
        QCOMPARE(defaultGroupName(51), std::string("AZ"));
        QCOMPARE(defaultGroupName(52), std::string("BA"));
        QCOMPARE(defaultGroupName(255), std::string("IV"));
    }
};

QTEST_GUILESS_MAIN(TestPartitionPlan)
#include "tst_partition_plan.moc"
