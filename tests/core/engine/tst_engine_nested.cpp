// SPDX-License-Identifier: Apache-2.0
// Nested splits through the engine's messages.
#include "core/model/partition_report.h"
#include "core/model/preview.h"
#include "tests/core/engine/engine_in_pipes.h"

#include <QTest>

#include <set>

using namespace parterre;
using test::EngineInPipes;

namespace {

const Json h200 = {{"device", "sim:h200"}};

/// A of 64 SMs is split into 1 and 2; B has 32. `workload`: of A/1 and B.
PartitionPlan nestedPlan(const std::string& workload = {}) {
    PartitionPlan plan = planOfCounts("sim:h200", {64, 32});
    plan.groups[1].workload = workload;
    plan.groups[0].split = planOfCounts("", {32, 20});
    plan.groups[0].split->groups[0].name = "1";
    plan.groups[0].split->groups[0].workload = workload;
    plan.groups[0].split->groups[1].name = "2";
    return plan;
}

Json asked(const PartitionPlan& plan) {
    return {{"plan", plan}};
}

std::vector<std::string> namesOf(const Json& partitions) {
    std::vector<std::string> names;
    for (const Json& partition : partitions)
        names.push_back(partition["name"].get<std::string>());
    return names;
}

const std::vector<std::string> allNames{"A", "B", "A/1", "A/2"};

} // namespace

class TestEngineNested : public QObject {
    Q_OBJECT

private slots:
    void partitionsAreListedFlat() {
        EngineInPipes engine;
        const Json applied = engine.result("apply", asked(nestedPlan()));
        QCOMPARE(namesOf(applied["partitions"]), allNames);
        const Json& a = applied["partitions"][0];
        QCOMPARE(a["is_split"].dump(), Json(true).dump());
        QVERIFY(!a.contains("parent"));
        const Json& second = applied["partitions"][3];
        QCOMPARE(second["parent"].dump(), Json("A").dump());
        QVERIFY(!second.contains("is_split"));
        QCOMPARE(second["sm_count"].dump(), Json(24).dump());
        const auto aIds = a["observed_sm_ids"].get<std::set<int>>();
        for (const int id : second["observed_sm_ids"].get<std::vector<int>>())
            QVERIFY(aIds.contains(id));
        const Json status = engine.result("status", h200);
        QCOMPARE(status["partitions"].dump(), applied["partitions"].dump());
        QCOMPARE(status["plan"].dump(), Json(nestedPlan()).dump());
    }

    /// The window's way: an applied partition is to be split.
    void aPreviewKnowsWhatIsApplied() {
        EngineInPipes engine;
        const auto nested = [&] {
            const Json answer = engine.result("preview", asked(nestedPlan()));
            return previewFromJson(JsonReader(answer, "")).nested;
        };
        QVERIFY(!nested().at(0).isKnown);
        engine.result("apply", asked(planOfCounts("sim:h200", {64, 32})));
        const auto known = nested();
        QCOMPARE(known.size(), 3U);
        QCOMPARE(known[0].part.smCount, 32);
        QCOMPARE(known[1].part.smCount, 24);
        QVERIFY(known[2].isRemainder);
        const Json applied = engine.result("apply", asked(nestedPlan()));
        QCOMPARE(previewFromJson(JsonReader(applied["preview"], "")).nested, known);
        engine.result("release", h200);
        QVERIFY(!nested().at(0).isKnown);
    }

    /// Not in the group that is split: its SMs are those of its groups.
    void runsInTheGroupsBelow() {
        EngineInPipes engine;
        engine.result("apply", asked(nestedPlan("fma")));
        engine.result("run", h200);
        QCOMPARE(engine.result("status", h200)["running"].dump(), std::string("[1,2]"));
        std::set<int> seen;
        while (seen.size() < 2) {
            const Json message = engine.notification("samples");
            for (const Json& sample : message["samples"])
                seen.insert(sample["partition"].get<int>());
        }
        QCOMPARE(seen, (std::set<int>{1, 2}));
        engine.result("stop", h200);
        engine.result("run", {{"device", "sim:h200"}, {"workload", "fma"}});
        QCOMPARE(engine.result("status", h200)["running"].dump(), std::string("[1,2,3]"));
        const Json error =
            engine.error("run", {{"device", "sim:h200"}, {"workload", "fma"}, {"partitions", {0}}});
        QCOMPARE(error["data"]["field"].dump(), Json("partitions").dump());
        QVERIFY(error["message"].get<std::string>().find("A is split") != std::string::npos);
    }

    void errorsNameThePath() {
        EngineInPipes engine;
        PartitionPlan plan = nestedPlan("fma");
        plan.groups[0].split->groups[0].workloadParameters = {{"of_nobody", 1}};
        QCOMPARE(
            engine.error("apply", asked(plan))["data"]["field"].dump(),
            Json("plan.groups[0].split.groups[0].workload_parameters.of_nobody").dump());
        plan = nestedPlan();
        plan.groups[0].split->remainderWorkload = "dance";
        QCOMPARE(
            engine.error("apply", asked(plan))["data"]["field"].dump(),
            Json("plan.groups[0].split.remainder_workload").dump());
        Json json = plan;
        json["groups"][0]["split"]["groups"][1]["sm_count"] = -1;
        QCOMPARE(
            engine.error("preview", {{"plan", json}})["data"]["field"].dump(),
            Json("plan.groups[0].split.groups[1].sm_count").dump());
    }

    /// What is applied stays when the driver refuses what is below.
    void refusedBelowChangesNothing() {
        EngineInPipes engine;
        engine.result("apply", asked(nestedPlan()));
        PartitionPlan plan = nestedPlan();
        plan.groups[0].split->strategy = Strategy::combined;
        plan.groups[0].split->groups[1].units = {60};
        const Json error = engine.error("apply", asked(plan));
        QCOMPARE(error["data"]["diagnostics"][0]["group"].dump(), Json("A/2").dump());
        QCOMPARE(engine.result("status", h200)["plan"].dump(), Json(nestedPlan()).dump());
    }
};

QTEST_GUILESS_MAIN(TestEngineNested)
#include "tst_engine_nested.moc"
