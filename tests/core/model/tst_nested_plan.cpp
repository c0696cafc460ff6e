// SPDX-License-Identifier: Apache-2.0
// Plans whose groups are split again.
#include "core/model/partition_plan.h"

#include <QTest>

using namespace parterre;

namespace {

constexpr const char* nestedPlan = R"({
    "parterre_plan": 1, "device": "sim:h200",
    "groups": [
        {"name": "A", "sm_count": 64,
         "split": {"strategy": "by_count", "partition_remainder": true,
                   "remainder_workload": "copy",
                   "remainder_workload_parameters": {"working_set_mib": 64},
                   "groups": [
            {"name": "1", "sm_count": 32, "split": {
                "strategy": "combined", "ignore_coscheduling": true,
                "groups": [{"name": "x", "sm_count": 2, "units": [0], "workload": "fma"},
                           {"name": "y", "sm_count": 6}]}},
            {"name": "2", "sm_count": 16, "workload": "idle"}]}},
        {"name": "B", "sm_count": 32, "split": {"max_cluster": true, "groups": [
            {"name": "1", "sm_count": 8}]}}
    ]})";

PartitionPlan read(const Json& json, const std::string& path = {}) {
    return planFromJson(JsonReader(json, path));
}

Json valid() {
    return parseJson(nestedPlan, "plan");
}

/// Groups, each the only one of the group above.
PartitionPlan chainOf(int levels) {
    PartitionPlan plan;
    PlanSplit* split = &plan;
    for (int level = 1; level <= levels; ++level) {
        PlanGroup group;
        group.name = "A";
        group.smCount = 8;
        split->groups.push_back(group);
        if (level < levels)
            split = &split->groups[0].split.emplace();
    }
    return plan;
}

} // namespace

class TestNestedPlan : public QObject {
    Q_OBJECT

private slots:
    void readsEveryLevel() {
        const PartitionPlan plan = read(valid());
        const PlanSplit& a = *plan.groups[0].split;
        QCOMPARE(a.strategy, Strategy::byCount);
        QVERIFY(a.partitionRemainder);
        QCOMPARE(a.remainderWorkload, std::string("copy"));
        QCOMPARE(a.remainderWorkloadParameters, (WorkloadParameters{{"working_set_mib", 64}}));
        QCOMPARE(a.requestedSmCount(), 48);
        const PlanSplit& first = *a.groups[0].split;
        QVERIFY(first.ignoreCoscheduling);
        QCOMPARE(first.groups[0].units, std::vector<int>{0});
        QVERIFY(plan.groups[1].split->maxCluster);
        QVERIFY(!a.groups[1].split.has_value());
        QCOMPARE(plan.requestedSmCount(), 96); // of its own groups
    }

    void roundTrip() {
        const PartitionPlan plan = read(valid());
        const Json written = plan;
        QCOMPARE(read(written), plan);
        QCOMPARE(Json(read(written)).dump(), written.dump());
    }

    /// What a version without nested splits wrote, this one writes again byte by byte.
    void plansWithoutStayAsTheyWere() {
        const Json written = planOfCounts("sim:h200", {64, 32});
        QCOMPARE(written.dump().find("split"), std::string::npos);
        QCOMPARE(Json(read(written)).dump(), written.dump());
    }

    void unknownKeysSurvive_data() {
        QTest::addColumn<QString>("object");
        for (const char* object :
             {"/groups/0", "/groups/0/split", "/groups/0/split/groups/0",
              "/groups/0/split/groups/0/split", "/groups/0/split/groups/0/split/groups/1"})
            QTest::newRow(object) << object;
    }
    void unknownKeysSurvive() {
        QFETCH(QString, object);
        Json json = valid();
        const Json::json_pointer place(object.toStdString());
        const Json news = parseJson(R"({"deep": [1, null]})", "news");
        // "device" is known of the plan, and of nothing below.
        for (const char* key : {"from_the_future", "device"})
            json[place][key] = news;
        const PartitionPlan plan = read(json);
        const Json written = plan;
        for (const char* key : {"from_the_future", "device"})
            QCOMPARE(written[place][key].dump(), news.dump());
        QVERIFY(plan != read(valid()));
    }

    void errorsNameThePath_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("allowed");
        const auto row = [](const char* pointer, const char* value, const char* field,
                            const char* allowed) {
            QTest::addRow("%s = %.20s", pointer, value)
                << QString(pointer) << QByteArray(value) << QString(field) << QString(allowed);
        };
        row("/groups/0/split", "8", "groups[0].split", "a JSON object");
        row("/groups/0/split/strategy", "\"best\"", "groups[0].split.strategy", "auto, by_count");
        row("/groups/0/split/groups", "{}", "groups[0].split.groups", "a list");
        row("/groups/1/split/ignore_coscheduling", "true", "groups[1].split.max_cluster",
            "one of the two");
        row("/groups/0/split/groups/1/name", "\"\"", "groups[0].split.groups[1].name",
            "one letter");
        row("/groups/0/split/groups/1/name", "\"1\"", "groups[0].split.groups[1].name",
            "no other group has");
        // Full names are unique, too.
        row("/groups/1/name", "\"A/2\"", "groups[0].split.groups[1].name", "no other group has");
        row("/groups/0/split/groups/0/sm_count", "-1", "groups[0].split.groups[0].sm_count",
            "a whole number from 0");
        row("/groups/0/split/groups/0/split/groups/1/units", "[0]",
            "groups[0].split.groups[0].split.groups[1].units", "no other group has");
        row("/groups/0/workload", "\"fma\"", "groups[0].workload", "none");
        row("/groups/0/workqueue", "{\"concurrency_limit\": 4}", "groups[0].workqueue", "none");
        row("/groups/0/split/groups/0/workload", "\"fma\"", "groups[0].split.groups[0].workload",
            "none");
    }
    void errorsNameThePath() {
        QFETCH(QString, pointer);
        QFETCH(QByteArray, value);
        QFETCH(QString, field);
        QFETCH(QString, allowed);
        Json json = valid();
        json[Json::json_pointer(pointer.toStdString())] = parseJson(value.toStdString(), "value");
        try {
            (void)read(json, "plan");
            QFAIL("no error");
        } catch (const InputError& error) {
            QCOMPARE(QString::fromStdString(error.field()), "plan." + field);
            QVERIFY2(QString::fromStdString(error.allowed()).contains(allowed), error.what());
        }
    }

    void threeLevelsAtMost() {
        validate(chainOf(PartitionPlan::mostLevels));
        try {
            validate(chainOf(PartitionPlan::mostLevels + 1));
            QFAIL("no error");
        } catch (const InputError& error) {
            QCOMPARE(error.field(), std::string("groups[0].split.groups[0].split.groups[0].split"));
            QVERIFY(error.allowed().find("at most 3 levels") != std::string::npos);
        }
    }

    void groupsAreCountedOnAllLevels() {
        PartitionPlan plan = planOfCounts("sim:h200", {8});
        plan.groups[0].split = planOfCounts(
            "", std::vector<int>(static_cast<std::size_t>(PartitionPlan::mostGroups - 1), 2));
        validate(plan);
        PlanGroup more;
        more.name = "one more";
        plan.groups[0].split->groups.push_back(more);
        try {
            validate(plan, "plan");
            QFAIL("no error");
        } catch (const InputError& error) {
            QCOMPARE(error.field(), std::string("plan.groups[0].split.groups"));
        }
    }

    void splitsGoLevelByLevel() {
        PartitionPlan plan = read(valid());
        std::vector<std::string> parents, paths;
        for (const auto& place : splitsOf(plan)) {
            parents.push_back(place.parent);
            paths.push_back(place.path);
            QCOMPARE(place.level, place.parent.empty() ? 1 : place.parent == "A/1" ? 3 : 2);
        }
        QCOMPARE(parents, (std::vector<std::string>{"", "A", "B", "A/1"}));
        QCOMPARE(
            paths,
            (std::vector<std::string>{
                "", "groups[0].split.", "groups[1].split.", "groups[0].split.groups[0].split."}));
        splitsOf(plan)[3].split->groups[0].smCount = 4;
        QCOMPARE(plan.groups[0].split->groups[0].split->groups[0].smCount, 4);
    }

    /// Names and what runs don't matter to a driver, sizes and options do.
    void alike() {
        const PartitionPlan plan = read(valid());
        PartitionPlan other = plan;
        other.groups[0].name = "renamed";
        other.groups[0].colour = "#112233";
        other.groups[1].workload = "fma";
        other.groups[0].split.reset();
        other.partitionRemainder = true;
        QVERIFY(splitsAlike(plan, other));
        for (const auto change : std::vector<void (*)(PartitionPlan&)>{
                 [](PartitionPlan& it) { it.groups[0].smCount = 56; },
                 [](PartitionPlan& it) { it.groups[1].backfill = true; },
                 [](PartitionPlan& it) { it.groups[1].coscheduledSmCount = 4; },
                 [](PartitionPlan& it) { it.groups[1].preferredCoscheduledSmCount = 4; },
                 [](PartitionPlan& it) { it.groups[0].units = {1}; },
                 [](PartitionPlan& it) { it.groups.pop_back(); },
                 [](PartitionPlan& it) { it.strategy = Strategy::combined; },
                 [](PartitionPlan& it) { it.maxCluster = true; },
                 [](PartitionPlan& it) { it.ignoreCoscheduling = true; }}) {
            PartitionPlan changed = plan;
            change(changed);
            QVERIFY(!splitsAlike(plan, changed));
            QVERIFY(plan != changed);
        }
    }
};

QTEST_GUILESS_MAIN(TestNestedPlan)
#include "tst_nested_plan.moc"
