// SPDX-License-Identifier: Apache-2.0
#include "core/model/partition_report.h"
#include "core/model/preview.h"
#include "core/model/sample.h"
#include "tests/core/engine/engine_in_pipes.h"
#include "tests/support/faulty_driver.h"

#include <QTest>

#include <set>
#include <unistd.h>

using namespace parterre;
using test::EngineInPipes;

namespace {

Json planOf(const std::vector<int>& counts, const std::vector<std::string>& workloads = {}) {
    PartitionPlan plan = planOfCounts("sim:h200", counts);
    for (std::size_t i = 0; i < workloads.size(); ++i)
        plan.groups[i].workload = workloads[i];
    return {{"plan", plan}};
}

const Json h200 = {{"device", "sim:h200"}};

/// The next samples of a partition, until there are as many.
std::vector<Sample> samplesOf(EngineInPipes& engine, int partition, std::size_t count) {
    std::vector<Sample> samples;
    while (samples.size() < count) {
        const Json parameters = engine.notification("samples");
        JsonReader(parameters, "").forEach("samples", [&](const JsonReader& item) {
            const Sample sample = sampleFromJson(item);
            if (sample.partition == partition)
                samples.push_back(sample);
        });
    }
    return samples;
}

double rateOf(const std::vector<Sample>& samples) {
    double work = 0, seconds = 0;
    for (const Sample& sample : samples) {
        work += sample.rate * sample.duration;
        seconds += sample.duration;
    }
    return work / seconds;
}

} // namespace

/// Each method of docs/protocol.md.
class TestEngine : public QObject {
    Q_OBJECT

private slots:
    void hello() {
        EngineInPipes engine;
        const Json result = engine.result("hello", {{"protocol", 1}, {"client", "test"}});
        QCOMPARE(result["protocol"].get<int>(), 1);
        QVERIFY(result["engine"].get<std::string>().starts_with("parterre-cli "));
        QCOMPARE(result["pid"].get<int>(), getpid());
        QCOMPARE(result["hardware_connections"].get<int>(), 32);
    }

    void devices() {
        EngineInPipes engine;
        const Json usual = engine.result("devices");
        QCOMPARE(usual["devices"].size(), DeviceRegistry::builtInIds().size());
        QCOMPARE(usual["devices"][0]["id"].get<std::string>(), std::string("sim:h200"));
        QCOMPARE(usual["notices"].size(), 1U); // why there is no real one
        QVERIFY(!usual["notices"][0].get<std::string>().empty());
        const Json two =
            engine.result("devices", {{"simulated", {"sim:h200@12.4", "sim:h200@13.1"}}});
        QCOMPARE(two["devices"].size(), 2U);
        QCOMPARE(two["devices"][0]["driver_version"].get<int>(), 12040);
        QCOMPARE(engine.result("devices", {{"simulated", Json::array()}})["devices"].size(), 0U);
    }

    void inspect() {
        EngineInPipes engine;
        const Json result = engine.result("inspect", {{"device", "sim:h200@13.1"}});
        const DeviceDescription device = deviceFromJson(JsonReader(result, ""));
        QCOMPARE(device.id, std::string("sim:h200@13.1"));
        QVERIFY(device.simulated && !device.provenance.empty());
        QCOMPARE(device.smCount, 132);
        QCOMPARE(device.driverVersion, 13010);
        QCOMPARE(device.hardwareConnections, 32);
        QCOMPARE(device.smResource->minPartitionSize, 8);
        QVERIFY(device.workqueue.has_value());
        std::set<int> ids;
        for (const auto& gpc : device.gpcs)
            for (const auto& tpc : gpc)
                ids.insert(tpc.begin(), tpc.end());
        QCOMPARE(ids.size(), 132U);
    }

    void workloads() {
        EngineInPipes engine;
        const Json result = engine.result("workloads");
        std::set<std::string> names;
        JsonReader(result, "").forEach("workloads", [&](const JsonReader& item) {
            const WorkloadInfo info = workloadFromJson(item);
            names.insert(info.name);
            QVERIFY(!info.title.empty() && !info.unit.empty() && !info.description.empty());
        });
        QCOMPARE(names, (std::set<std::string>{"copy", "fill", "fma"}));
    }

    void preview() {
        EngineInPipes engine;
        const Json result = engine.result("preview", planOf({64, 32, 16}));
        const Preview preview = previewFromJson(JsonReader(result, ""));
        QCOMPARE(preview.device, std::string("sim:h200"));
        QCOMPARE(preview.groups.size(), 3U);
        QCOMPARE(preview.remainder.smCount, 20);
        QVERIFY(preview.groups[0].smIds.has_value());
        QVERIFY(!preview.grantableSmCounts.empty() && !preview.calls.empty());
        QVERIFY(!engine.result("status", h200)["applied"].get<bool>());
        // What would be refused is a diagnostic, and no error.
        const Json refused = engine.result("preview", planOf({128, 8}));
        QVERIFY(previewFromJson(JsonReader(refused, "")).hasErrors());
    }

    void applyReleaseStatus() {
        EngineInPipes engine;
        QVERIFY(engine.result("release", h200).empty()); // nothing to release is no error
        const int id = engine.post("apply", planOf({64, 32, 16}, {"fma"}));
        double fraction = -1;
        for (int i = 0; i < 2; ++i) {
            const Json progress = engine.notification("progress");
            QCOMPARE(progress["id"].get<int>(), id);
            QVERIFY(progress["fraction"].get<double>() > fraction);
            fraction = progress["fraction"].get<double>();
            QVERIFY(!progress["text"].get<std::string>().empty());
        }
        const Json applied = engine.answerTo(id)["result"];
        QCOMPARE(applied["partitions"].size(), 3U);
        std::set<int> ids;
        std::size_t sum = 0;
        JsonReader(applied, "").forEach("partitions", [&](const JsonReader& item) {
            const PartitionReport report = partitionReportFromJson(item);
            QCOMPARE(static_cast<int>(report.observedSmIds.size()), report.smCount);
            ids.insert(report.observedSmIds.begin(), report.observedSmIds.end());
            sum += report.observedSmIds.size();
        });
        QCOMPARE(sum, 112U);
        QCOMPARE(ids.size(), sum);
        QVERIFY(
            applied["preview"]["groups"][0]["sm_ids"] ==
            applied["partitions"][0]["observed_sm_ids"]);

        const Json status = engine.result("status", h200);
        QVERIFY(status["applied"].get<bool>());
        QCOMPARE(status["partitions"].dump(), applied["partitions"].dump());
        QVERIFY(status["running"].empty());
        QCOMPARE(status["plan"].dump(), Json(planOf({64, 32, 16}, {"fma"})["plan"]).dump());

        QVERIFY(engine.result("release", h200).empty());
        const Json after = engine.result("status", h200);
        QVERIFY(!after["applied"].get<bool>() && after["partitions"].empty());
        QVERIFY(after["plan"].is_null());
    }

    void refusedApplyKeepsWhatIsThere() {
        EngineInPipes engine;
        engine.result("apply", planOf({64}, {"fma"}));
        engine.result("run", h200);
        const Json refused = engine.error("apply", planOf({128, 8}));
        QCOMPARE(refused["code"].get<int>(), 1);
        QCOMPARE(
            refused["data"]["diagnostics"][0]["code"].get<std::string>(),
            std::string("too_many_sms"));
        QVERIFY(refused["data"].contains("hint"));
        Json structured = planOf({16, 8});
        structured["plan"]["strategy"] = "structured";
        structured["plan"]["device"] = "sim:h200@13.0";
        QCOMPARE(engine.error("apply", structured)["code"].get<int>(), 3);
        const Json status = engine.result("status", h200);
        QCOMPARE(status["partitions"].size(), 1U);
        QCOMPARE(status["running"].dump(), std::string("[0]"));
    }

    void runsNearTheModel() {
        EngineInPipes engine;
        engine.result("apply", planOf({32, 64, 16}, {"fma", "copy"}));
        QVERIFY(engine.result("run", {{"device", "sim:h200"}, {"partitions", {0}}}).empty());
        auto samples = samplesOf(engine, 0, 15);
        // performance.jsonl: 15.489 TFLOP/s.
        QVERIFY2(
            qAbs(rateOf(samples) / 15.489 - 1) < 0.03,
            qPrintable(QString::number(rateOf(samples))));
        for (std::size_t i = 1; i < samples.size(); ++i)
            QVERIFY(samples[i].time > samples[i - 1].time);
        QCOMPARE(engine.result("status", h200)["running"].dump(), std::string("[0]"));

        // By default those with a workload; a partition that runs starts again.
        engine.result("run", h200);
        QCOMPARE(engine.result("status", h200)["running"].dump(), std::string("[0,1]"));
        QVERIFY(rateOf(samplesOf(engine, 1, 5)) > 100);
        // A workload for all.
        engine.result("run", {{"device", "sim:h200"}, {"workload", "fill"}});
        QCOMPARE(engine.result("status", h200)["running"].dump(), std::string("[0,1,2]"));
        QVERIFY(rateOf(samplesOf(engine, 2, 3)) > 0);

        QVERIFY(engine.result("stop", {{"device", "sim:h200"}, {"partitions", {0, 2}}}).empty());
        QCOMPARE(engine.result("status", h200)["running"].dump(), std::string("[1]"));
        QVERIFY(engine.result("stop", h200).empty());
        QVERIFY(engine.result("status", h200)["running"].empty());
        // No sample follows the answer.
        engine.endInput();
        bool stopped = false;
        for (const Json& message : engine.untilEnd())
            stopped = stopped || message.contains("result");
        QVERIFY(!stopped);
    }

    void runsOfWhatIsNotThere() {
        EngineInPipes engine;
        engine.result("apply", planOf({64, 32}, {"fma"}));
        const auto run = [&](const Json& partitions, const char* workload = nullptr) {
            Json parameters = {{"device", "sim:h200"}, {"partitions", partitions}};
            if (workload != nullptr)
                parameters["workload"] = workload;
            const Json error = engine.error("run", parameters);
            return error["code"] == -32602 ? error["data"]["field"].get<std::string>()
                                           : error.dump();
        };
        QCOMPARE(run({2}), std::string("partitions"));
        QCOMPARE(run({0, 2}), std::string("partitions"));
        QCOMPARE(run({-1}), std::string("partitions[0]"));
        QCOMPARE(run({1e9}), std::string("partitions[0]"));
        QCOMPARE(run("all"), std::string("partitions"));
        QCOMPARE(run(Json::array()), std::string("partitions"));
        QCOMPARE(run({1}), std::string("workload")); // it has none
        QCOMPARE(run({0}, "dance"), std::string("workload"));
        QVERIFY(engine.result("status", h200)["running"].empty());
        QCOMPARE(
            engine.error("stop", {{"device", "sim:h200"}, {"partitions", {2}}})["data"]["field"]
                .get<std::string>(),
            std::string("partitions"));
        // Twice the same is once.
        engine.result("run", {{"device", "sim:h200"}, {"partitions", {0, 0}}});
        QCOMPARE(engine.result("status", h200)["running"].dump(), std::string("[0]"));
    }

    void aNewApplyStopsWhatRan() {
        EngineInPipes engine;
        engine.result("apply", planOf({64}, {"fma"}));
        engine.result("run", h200);
        QVERIFY(!samplesOf(engine, 0, 2).empty());
        engine.result("apply", planOf({32, 16}, {"copy"}));
        const Json status = engine.result("status", h200);
        QCOMPARE(status["partitions"].size(), 2U);
        QVERIFY(status["running"].empty());
    }

    void twoDevicesAtOnce() {
        EngineInPipes engine;
        Json other = planOf({16}, {"fma"});
        other["plan"]["device"] = "sim:h200@12.4";
        engine.result("apply", planOf({64}, {"fma"}));
        engine.result("apply", other);
        engine.result("run", h200);
        engine.result("run", {{"device", "sim:h200@12.4"}});
        std::map<std::string, int> seen;
        while (seen["sim:h200"] < 3 || seen["sim:h200@12.4"] < 3)
            ++seen[engine.notification("samples")["device"].get<std::string>()];
        engine.result("release", h200);
        QCOMPARE(
            engine.result("status", {{"device", "sim:h200@12.4"}})["running"].dump(),
            std::string("[0]"));
    }

    void shutdown() {
        EngineInPipes engine;
        engine.result("apply", planOf({64}, {"fma"}));
        engine.result("run", h200);
        const int last = engine.post("shutdown");
        const std::vector<Json> messages = engine.untilEnd(); // though the input is open
        QVERIFY(!messages.empty());
        QCOMPARE(messages.back()["id"].get<int>(), last);
        QVERIFY(messages.back()["result"].empty());
    }

    void theInputsEndWhileRunning() {
        EngineInPipes engine;
        engine.result("apply", planOf({64, 32}, {"fma", "copy"}));
        engine.result("run", h200);
        QVERIFY(!samplesOf(engine, 0, 2).empty());
        engine.endInput();
        for (const Json& message : engine.untilEnd())
            QVERIFY2(message["method"] != "run_failed", message.dump().c_str());
    }

    void nobodyListens() {
        EngineInPipes engine;
        engine.result("apply", planOf({64}, {"fma"}));
        engine.result("run", h200);
        engine.closeOutput(); // it ends on its own: the fixture's end waits for it
    }

    void aRunThatFails() {
        std::atomic<bool> broken = false;
        EngineInPipes engine([&](std::shared_ptr<Driver> driver) {
            auto faulty = std::make_shared<test::FaultyDriver>(std::move(driver));
            faulty->failCall(1, abi::CUDA_ERROR_ILLEGAL_ADDRESS, [&](DriverFunction function) {
                return broken && function == DriverFunction::cuLaunchKernelEx;
            });
            return faulty;
        });
        engine.result("apply", planOf({64, 32}, {"fma", "fma"}));
        engine.result("run", h200);
        QVERIFY(!samplesOf(engine, 0, 2).empty());
        broken = true;
        const Json failed = engine.notification("run_failed");
        QCOMPARE(failed["device"].get<std::string>(), std::string("sim:h200"));
        const int partition = failed["partition"].get<int>();
        QVERIFY(partition == 0 || partition == 1);
        QVERIFY(!failed["message"].get<std::string>().empty());
        QCOMPARE(
            failed["data"]["cuda_error"].get<std::string>(),
            std::string("CUDA_ERROR_ILLEGAL_ADDRESS"));
        QCOMPARE(failed["data"]["call"].get<std::string>(), std::string("cuLaunchKernelEx"));
        QVERIFY(failed["data"].contains("hint"));
        // The other one goes on, and this one can be started again.
        QCOMPARE(
            engine.result("status", h200)["running"].dump(),
            Json(std::vector<int>{1 - partition}).dump());
        QVERIFY(!samplesOf(engine, 1 - partition, 3).empty());
        engine.result("run", h200);
        QCOMPARE(engine.result("status", h200)["running"].dump(), std::string("[0,1]"));
    }
};

QTEST_GUILESS_MAIN(TestEngine)
#include "tst_engine.moc"
