// SPDX-License-Identifier: Apache-2.0
#include "core/plan/observed_placement.h"
#include "core/simulator/simulated_driver.h"
#include "tests/core/engine/engine_in_pipes.h"
#include "tests/support/faulty_driver.h"

#include <QTest>

#include <set>

using namespace parterre;
using test::EngineInPipes;

namespace {

using Sms = std::set<int>;

/// GPCs as sets of TPCs, whatever their order.
std::set<std::set<Sms>> gpcsOf(const Json& device) {
    std::set<std::set<Sms>> gpcs;
    for (const Json& gpc : device["gpcs"]) {
        std::set<Sms> tpcs;
        for (const Json& tpc : gpc)
            tpcs.insert(tpc.get<Sms>());
        gpcs.insert(std::move(tpcs));
    }
    return gpcs;
}

bool isProgress(const Json& message) {
    return message.contains("method") && message["method"] == "progress";
}

} // namespace

/// `probe` over the engine's pipes: what kernels show of a simulated GPU is what its profile says.
class TestEngineProbe : public QObject {
    Q_OBJECT

private slots:
    void seesWhatTheProfileSays_data() {
        QTest::addColumn<QString>("device");
        QTest::addColumn<bool>("showsGpcs");
        QTest::newRow("h200, 13.0") << "sim:h200@13.0" << true;
        QTest::newRow("h200, 12.4") << "sim:h200@12.4" << true;
        QTest::newRow("a100: no clusters") << "sim:a100" << false;
        QTest::newRow("b200") << "sim:b200" << true;
    }
    void seesWhatTheProfileSays() {
        QFETCH(QString, device);
        QFETCH(bool, showsGpcs);
        const Json parameters = {{"device", device.toStdString()}};
        EngineInPipes engine;
        const Json known = engine.result("inspect", parameters);
        const int id = engine.post("probe", parameters);
        QCOMPARE(engine.take(isProgress)["params"]["id"].get<int>(), id);
        const Json seen = engine.answerTo(id)["result"];
        QVERIFY(!known["units"].empty());
        QVERIFY2(seen["units"] == known["units"], seen["units"].dump().c_str());
        if (showsGpcs)
            QVERIFY(gpcsOf(seen) == gpcsOf(known));
        else
            QVERIFY(seen["gpcs"].empty());
        // The engine goes on telling what the profile says.
        QVERIFY(engine.result("inspect", parameters) == known);
    }

    void isCancelled() {
        EngineInPipes engine;
        const int id = engine.post("probe", {{"device", "sim:h200"}});
        engine.take(isProgress);
        engine.result("cancel", {{"id", id}});
        QCOMPARE(engine.answerTo(id)["error"]["code"].get<int>(), -32002);
        const Json plan = planOfCounts("sim:h200", {64});
        QCOMPARE(engine.result("apply", {{"plan", plan}})["partitions"].size(), std::size_t{1});
    }

    void appliedPartitionsStay() {
        EngineInPipes engine;
        PartitionPlan plan = planOfCounts("sim:h200", {64, 32});
        plan.groups[0].workload = "fma";
        const Json device = {{"device", "sim:h200"}};
        engine.result("apply", {{"plan", plan}});
        const Json partitions = engine.result("status", device)["partitions"];
        QVERIFY(engine.result("probe", device).contains("units"));
        QVERIFY(engine.result("status", device)["partitions"] == partitions);
        engine.result("run", device);
        const Json error = engine.error("probe", device);
        QCOMPARE(error["code"].get<int>(), 1);
        QVERIFY(!error["data"]["hint"].get<std::string>().empty());
        QCOMPARE(engine.result("status", device)["running"].size(), std::size_t{1});
    }

    void wrongDevices() {
        EngineInPipes engine;
        QCOMPARE(
            engine.error("probe", Json::object())["data"]["field"].get<std::string>(),
            std::string("device"));
        QCOMPARE(engine.error("probe", {{"device", "sim:h200@12.3"}})["code"].get<int>(), 3);
    }

    void aFailedCallLeavesNothing() {
        SimulationOptions options;
        options.driverVersion = 13000;
        options.clock = std::make_shared<VirtualClock>();
        const auto simulated =
            std::make_shared<SimulatedDriver>(DeviceProfile::load("jetson-orin"), options);
        const auto faulty = std::make_shared<test::FaultyDriver>(simulated);
        const Device device(faulty, 0);
        const std::size_t before = simulated->liveObjects();
        int failed = 0;
        for (int call = 1;; ++call) {
            faulty->failCall(call, abi::CUDA_ERROR_OUT_OF_MEMORY, [](DriverFunction function) {
                return !test::isRelease(function);
            });
            try {
                observePlacement(device, [](double) {});
            } catch (const std::exception&) {
                ++failed;
            }
            QCOMPARE(simulated->liveObjects(), before);
            QCOMPARE(faulty->refusedReleases(), 0);
            if (faulty->calls() < call)
                break;
        }
        QVERIFY(failed > 100);
        qInfo("%d calls failed, each once", failed);
    }
};

QTEST_GUILESS_MAIN(TestEngineProbe)
#include "tst_engine_probe.moc"
