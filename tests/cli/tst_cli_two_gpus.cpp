// SPDX-License-Identifier: Apache-2.0
// One engine with two GPUs at work, and two engines with one each.
#include "core/model/partition_plan.h"
#include "tests/cli/command_line.h"
#include "tests/cli/engine_process.h"

#include <QTest>

#include <algorithm>
#include <numeric>
#include <set>

using namespace parterre;
using namespace parterre::test;

namespace {

constexpr const char* hopper = "sim:h200";
constexpr const char* ampere = "sim:a100";

Json on(const std::string& device) {
    return {{"device", device}};
}

Json planOf(const std::string& device, const std::vector<int>& counts) {
    PartitionPlan plan = planOfCounts(device, counts);
    for (PlanGroup& group : plan.groups)
        group.workload = "fma";
    return {{"plan", plan}};
}

bool isDone(const Json& answer) {
    return answer.contains("result");
}

/// Applies and starts the plan; what was reported of its partitions, null if any of it failed.
Json started(EngineProcess& engine, const Json& plan) {
    const Json applied = engine.ask("apply", plan);
    const bool isRunning = isDone(applied) && isDone(engine.ask("run", on(plan["plan"]["device"])));
    return isRunning ? applied["result"]["partitions"] : Json();
}

/// Reads until that many samples of the device have come; false when the engine ended before.
bool brings(EngineProcess& engine, const std::string& device, int count = 3) {
    while (count > 0) {
        const auto message = engine.read();
        if (!message)
            return false;
        if (message->value("method", "") == "samples" && message->at("params")["device"] == device)
            --count;
    }
    return true;
}

std::vector<int> runningOn(EngineProcess& engine, const std::string& device) {
    return engine.ask("status", on(device))["result"]["running"].get<std::vector<int>>();
}

std::size_t differentSms(const Json& partitions) {
    std::set<int> ids;
    for (const Json& partition : partitions)
        for (const Json& id : partition["observed_sm_ids"])
            ids.insert(id.get<int>());
    return ids.size();
}

} // namespace

class TestCliTwoGpus : public QObject {
    Q_OBJECT
private slots:
    void bothAreTold();
    void bothWorkAtOnce();
    void stoppingOneLeavesTheOther();
    void whatFailsOnOneLeavesTheOther();
    void aLostEngineLeavesTheOther();
    void saysWhatHidesGpus();
};

void TestCliTwoGpus::bothAreTold() {
    EngineProcess engine;
    const Json answer = engine.ask("devices", {{"simulated", {hopper, ampere}}});
    QVERIFY(isDone(answer));
    std::vector<std::string> ids, uuids;
    for (const Json& device : answer["result"]["devices"])
        if (device["simulated"] == Json(true)) {
            ids.push_back(device["id"]);
            uuids.push_back(device["uuid"]);
        }
    QCOMPARE(ids, (std::vector<std::string>{hopper, ampere}));
    QVERIFY(!uuids[0].empty());
    QVERIFY(uuids[0] != uuids[1]);
}

void TestCliTwoGpus::bothWorkAtOnce() {
    EngineProcess engine;
    const Json first = started(engine, planOf(hopper, {64, 32}));
    const Json second = started(engine, planOf(ampere, {54, 32}));
    QCOMPARE(differentSms(first), std::size_t{96});
    QCOMPARE(differentSms(second), std::size_t{86});
    QVERIFY(brings(engine, hopper));
    QVERIFY(brings(engine, ampere));
    QCOMPARE(runningOn(engine, hopper), (std::vector<int>{0, 1}));
    QCOMPARE(runningOn(engine, ampere), (std::vector<int>{0, 1}));
}

void TestCliTwoGpus::stoppingOneLeavesTheOther() {
    EngineProcess engine;
    QVERIFY(!started(engine, planOf(hopper, {64, 32})).is_null());
    QVERIFY(!started(engine, planOf(ampere, {54, 32})).is_null());
    QVERIFY(isDone(engine.ask("stop", on(hopper))));
    QVERIFY(runningOn(engine, hopper).empty());
    QCOMPARE(runningOn(engine, ampere), (std::vector<int>{0, 1}));
    QVERIFY(isDone(engine.ask("release", on(hopper))));
    QCOMPARE(engine.ask("status", on(hopper))["result"]["applied"], Json(false));
    QCOMPARE(engine.ask("status", on(ampere))["result"]["applied"], Json(true));
    QVERIFY(brings(engine, ampere));
}

void TestCliTwoGpus::whatFailsOnOneLeavesTheOther() {
    EngineProcess engine;
    QVERIFY(!started(engine, planOf(hopper, {64, 32})).is_null());
    // The H200 has 132 SMs, the A100 108.
    const Json refused = engine.ask("apply", planOf(ampere, {64, 64}));
    QVERIFY(refused.contains("error"));
    QVERIFY(isDone(engine.ask("preview", planOf(hopper, {64, 64}))));
    QCOMPARE(engine.ask("status", on(ampere))["result"]["applied"], Json(false));
    QCOMPARE(runningOn(engine, hopper), (std::vector<int>{0, 1}));
    QVERIFY(brings(engine, hopper));
}

void TestCliTwoGpus::aLostEngineLeavesTheOther() {
    EngineProcess one, other;
    QVERIFY(!started(one, planOf(hopper, {64, 32})).is_null());
    QVERIFY(!started(other, planOf(ampere, {54, 32})).is_null());
    one.process().kill();
    QVERIFY(one.process().waitForFinished());
    QVERIFY(brings(other, ampere));
    QCOMPARE(runningOn(other, ampere), (std::vector<int>{0, 1}));
}

void TestCliTwoGpus::saysWhatHidesGpus() {
    const Outcome hidden = shell(R"(CUDA_VISIBLE_DEVICES=3,1 "$CLI" devices --json)");
    QCOMPARE(hidden.status, 0);
    const Json notices = hidden.document()["notices"];
    QVERIFY2(notices[0].get<std::string>().find("\"3,1\"") != std::string::npos, hidden.out);
    const Outcome order = shell(R"(CUDA_DEVICE_ORDER=FASTEST_FIRST "$CLI" devices)");
    QCOMPARE(order.status, 0);
    QVERIFY2(order.err.contains("FASTEST_FIRST"), order.err);
}

QTEST_GUILESS_MAIN(TestCliTwoGpus)
#include "tst_cli_two_gpus.moc"
