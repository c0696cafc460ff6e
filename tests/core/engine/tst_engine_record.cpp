// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/device_profile.h"
#include "tests/core/engine/engine_in_pipes.h"

#include <QTest>

using namespace parterre;
using test::EngineInPipes;

namespace {

const Json orin = {{"device", "sim:jetson-orin"}};

bool isProgress(const Json& message) {
    return message.contains("method") && message["method"] == "progress";
}

} // namespace

/// `record` over the engine's pipes; without a parterre-cli to measure connections with.
class TestEngineRecord : public QObject {
    Q_OBJECT

private slots:
    void answersWithAProfile() {
        EngineInPipes engine;
        const int id = engine.post("record", orin);
        const Json progress = engine.take(isProgress)["params"];
        QCOMPARE(progress["id"].get<int>(), id);
        QVERIFY(progress["fraction"].get<double>() >= 0 && progress["fraction"].get<double>() <= 1);
        QVERIFY(!progress["text"].get<std::string>().empty());
        const Json answer = engine.answerTo(id);
        const DeviceProfile profile =
            DeviceProfile::fromJson(answer["result"]["profile"], "profile");
        QCOMPARE(profile.smCount, 16);
        QCOMPARE(profile.name, std::string("NVIDIA Jetson AGX Orin 64GB"));
        QVERIFY(profile.provenance.kind == ProfileProvenance::Kind::modelled);
    }

    void isCancelled() {
        EngineInPipes engine;
        const int id = engine.post("record", orin);
        engine.take(isProgress);
        engine.result("cancel", {{"id", id}});
        QCOMPARE(engine.answerTo(id)["error"]["code"].get<int>(), -32002);
        // The device is as free as before.
        const Json plan = planOfCounts("sim:jetson-orin", {8});
        QCOMPARE(engine.result("apply", {{"plan", plan}})["partitions"].size(), std::size_t{1});
    }

    void isRefusedWherePartitionsAreApplied() {
        EngineInPipes engine;
        const Json plan = planOfCounts("sim:jetson-orin", {8});
        engine.result("apply", {{"plan", plan}});
        const Json error = engine.error("record", orin);
        QCOMPARE(error["code"].get<int>(), 1);
        QVERIFY(error["message"].get<std::string>().find("sim:jetson-orin") != std::string::npos);
        QVERIFY(!error["data"]["hint"].get<std::string>().empty());
        QVERIFY(engine.result("status", orin)["applied"].get<bool>());
    }

    void wrongDevices() {
        EngineInPipes engine;
        const auto field = [&](const Json& parameters) {
            return engine.error("record", parameters)["data"]["field"].get<std::string>();
        };
        QCOMPARE(field(Json::object()), std::string("device"));
        QCOMPARE(field({{"device", "sim:none"}}), std::string("device"));
        const Json old = engine.error("record", {{"device", "sim:h200@12.3"}});
        QCOMPARE(old["code"].get<int>(), 3); // unsupported
        QCOMPARE(old["data"]["needs"].get<std::string>(), std::string("driver 12.4"));
    }
};

QTEST_GUILESS_MAIN(TestEngineRecord)
#include "tst_engine_record.moc"
