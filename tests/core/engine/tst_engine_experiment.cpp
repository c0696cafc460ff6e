// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/experiments.h"
#include "tests/core/engine/engine_in_pipes.h"
#include "tests/support/faulty_driver.h"

#include <QTest>

using namespace parterre;
using test::EngineInPipes;

namespace {

/// Half a second of measuring.
const Json brief{
    {"device", "sim:h200"},
    {"experiment", "scaling"},
    {"workload", "copy"},
    {"sm_counts", {8, 16}},
    {"seconds", 0.05},
    {"runs", 2},
    {"seed", 7}};
/// Ten minutes, unless it is called off.
const Json endless{
    {"device", "sim:h200"},
    {"experiment", "scaling"},
    {"sm_counts", {8}},
    {"seconds", 600},
    {"runs", 1}};

Json planOf8() {
    return {{"plan", planOfCounts("sim:h200", {8})}};
}

Json with(Json parameters, const char* name, const Json& value) {
    parameters[name] = value;
    return parameters;
}

bool isProgress(const Json& message) {
    return message.contains("method") && message["method"] == "progress";
}

} // namespace

/// `experiments` and `experiment` over the engine's pipes; without a parterre-cli to measure
/// connections with.
class TestEngineExperiment : public QObject {
    Q_OBJECT

private slots:
    void listsWhatThereIs();
    void answersWithAResult();
    void wrongParameters_data();
    void wrongParameters();
    void cancelledItLeavesNothing();
    void cancelledBeforeItsTurn();
    void isRefusedWherePartitionsAreApplied();
    void othersWaitForItsEnd();
    void shutdownCallsItOff();
    void theEndOfTheInputDoesNot();
    void endsWhenNobodyReads();
    void aDriversRefusalIsAnswered();
};

void TestEngineExperiment::listsWhatThereIs() {
    EngineInPipes engine;
    const Json list = engine.result("experiments")["experiments"];
    QCOMPARE(list.size(), experiments().size());
    for (std::size_t i = 0; i < list.size(); ++i)
        QVERIFY(
            experimentInfoFromJson(JsonReader(list[i], "experiment")) == experiments()[i]->info());
}

void TestEngineExperiment::answersWithAResult() {
    EngineInPipes engine;
    const int id = engine.post("experiment", brief);
    const Json progress = engine.take(isProgress)["params"];
    QCOMPARE(progress["id"].get<int>(), id);
    QVERIFY(progress["fraction"].get<double>() >= 0 && progress["fraction"].get<double>() < 1);
    QVERIFY(progress["text"].get<std::string>().find("copy on") != std::string::npos);
    const Json answer = engine.answerTo(id);
    QVERIFY2(answer.contains("result"), answer.dump().c_str());
    const ExperimentResult result =
        experimentResultFromJson(JsonReader(answer["result"], "result"));
    QCOMPARE(result.experiment.name, std::string("scaling"));
    QCOMPARE(result.device, std::string("sim:h200"));
    QVERIFY(result.provenance.starts_with("Simulated: "));
    QVERIFY(result.parameters == experimentParametersFromJson(JsonReader(brief, "")));
    QCOMPARE(result.rows.size(), std::size_t{2});
    QVERIFY(!result.sentence.empty());
}

void TestEngineExperiment::wrongParameters_data() {
    QTest::addColumn<QByteArray>("parameters");
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("allowed");
    const auto row = [](const char* name, const Json& parameters, const char* field,
                        const char* allowed) {
        QTest::newRow(name) << QByteArray::fromStdString(parameters.dump()) << field << allowed;
    };
    row("no device", {{"experiment", "scaling"}}, "device", "");
    row("no such device", with(brief, "device", "sim:none"), "device", "h200");
    row("no experiment", {{"device", "sim:h200"}}, "experiment", "");
    row("no such experiment", with(brief, "experiment", "nothing"), "experiment", "scaling");
    row("no such workload", with(brief, "workload", "nothing"), "workload", "fma");
    row("no such parameter", with(brief, "workload_parameters", {{"none", 1}}),
        "workload_parameters.none", "working_set_mib");
    row("too many SMs", with(brief, "sm_counts", {8, 133}), "sm_counts", "from 1 to 132");
    row("no list", with(brief, "sm_counts", "8"), "sm_counts", "list");
    row("too short", with(brief, "seconds", 0.01), "seconds", "from 0.05 to 3600");
    row("too many runs", with(brief, "runs", 1001), "runs", "to 1000");
    row("a negative seed", with(brief, "seed", -1), "seed", "from 0");
    row("not taken", {{"device", "sim:h200"}, {"experiment", "creation-cost"}, {"workload", "fma"}},
        "workload", "does not take it");
}

void TestEngineExperiment::wrongParameters() {
    QFETCH(QByteArray, parameters);
    QFETCH(QString, allowed);
    EngineInPipes engine;
    const Json error =
        engine.error("experiment", parseJson(parameters.toStdString(), "parameters"));
    QCOMPARE(error["code"].get<int>(), -32602);
    const QString field = QString::fromStdString(error["data"]["field"]);
    QTEST(field, "field");
    const QString said = QString::fromStdString(error["data"]["allowed"]);
    QVERIFY2(said.contains(allowed), qPrintable(said));
    // Nothing was begun that others would have to wait for.
    QVERIFY(!engine.result("status", {{"device", "sim:h200"}})["applied"].get<bool>());
}

void TestEngineExperiment::cancelledItLeavesNothing() {
    EngineInPipes engine;
    const int id = engine.post("experiment", endless);
    engine.take(isProgress);
    engine.take(isProgress); // in the midst of the first measurement
    engine.result("cancel", {{"id", id}});
    QCOMPARE(engine.answerTo(id)["error"]["code"].get<int>(), -32002);
    QVERIFY(!engine.result("status", {{"device", "sim:h200"}})["applied"].get<bool>());
    // The device is as free as before: for partitions, and for another try.
    QCOMPARE(engine.result("apply", planOf8())["partitions"].size(), std::size_t{1});
    engine.result("release", {{"device", "sim:h200"}});
    QCOMPARE(engine.result("experiment", brief)["rows"].size(), std::size_t{2});
}

void TestEngineExperiment::cancelledBeforeItsTurn() {
    EngineInPipes engine;
    const int first = engine.post("experiment", endless);
    engine.take(isProgress);
    const int second = engine.post("experiment", endless);
    engine.result("cancel", {{"id", second}});
    engine.result("cancel", {{"id", first}});
    QCOMPARE(engine.answerTo(first)["error"]["code"].get<int>(), -32002);
    QCOMPARE(engine.answerTo(second)["error"]["code"].get<int>(), -32002);
}

void TestEngineExperiment::isRefusedWherePartitionsAreApplied() {
    EngineInPipes engine;
    engine.result("apply", planOf8());
    const Json error = engine.error("experiment", brief);
    QCOMPARE(error["code"].get<int>(), 1);
    QVERIFY(error["message"].get<std::string>().find("sim:h200") != std::string::npos);
    QCOMPARE(error["data"]["hint"].get<std::string>(), std::string("Release them first."));
    QVERIFY(engine.result("status", {{"device", "sim:h200"}})["applied"].get<bool>());
    // Another GPU is another matter.
    const Json other = with(brief, "device", "sim:a100");
    QCOMPARE(engine.result("experiment", other)["rows"].size(), std::size_t{2});
    engine.result("release", {{"device", "sim:h200"}});
    QCOMPARE(engine.result("experiment", brief)["rows"].size(), std::size_t{2});
}

void TestEngineExperiment::othersWaitForItsEnd() {
    EngineInPipes engine;
    const int id = engine.post("experiment", endless);
    engine.take(isProgress);
    const int apply = engine.post("apply", planOf8());
    // A preview changes nothing, and waits for nothing.
    QCOMPARE(engine.result("preview", planOf8())["groups"].size(), std::size_t{1});
    engine.result("cancel", {{"id", id}});
    const auto isEither = [&](const Json& message) {
        return message.contains("id") && (message["id"] == id || message["id"] == apply);
    };
    QVERIFY(engine.take(isEither).contains("error"));
    QVERIFY(engine.take(isEither).contains("result"));
}

void TestEngineExperiment::shutdownCallsItOff() {
    EngineInPipes engine;
    const int experiment = engine.post("experiment", endless);
    engine.take(isProgress);
    const int record = engine.post("record", {{"device", "sim:h200"}}); // waits
    const int apply = engine.post("apply", planOf8());                  // is done, as always
    const int last = engine.post("shutdown");
    QCOMPARE(engine.answerTo(experiment)["error"]["code"].get<int>(), -32002);
    QCOMPARE(engine.answerTo(record)["error"]["code"].get<int>(), -32002);
    QVERIFY(engine.answerTo(apply).contains("result"));
    QVERIFY(engine.answerTo(last).contains("result"));
    for (const Json& message : engine.untilEnd())
        QVERIFY2(isProgress(message), message.dump().c_str());
}

void TestEngineExperiment::theEndOfTheInputDoesNot() {
    EngineInPipes engine;
    const int id = engine.post("experiment", brief);
    engine.endInput();
    QVERIFY(engine.answerTo(id).contains("result"));
}

void TestEngineExperiment::endsWhenNobodyReads() {
    EngineInPipes engine;
    engine.post("experiment", endless);
    engine.take(isProgress);
    engine.closeOutput();
    // Its end, which is ten minutes off unless it is noticed, is waited for.
}

void TestEngineExperiment::aDriversRefusalIsAnswered() {
    std::shared_ptr<test::FaultyDriver> driver;
    EngineInPipes engine([&](std::shared_ptr<Driver> wrapped) {
        return driver = std::make_shared<test::FaultyDriver>(std::move(wrapped));
    });
    engine.result("inspect", {{"device", "sim:h200"}});
    driver->failCall(2, abi::CUDA_ERROR_OUT_OF_MEMORY, [](DriverFunction function) {
        return function == DriverFunction::cuGreenCtxCreate;
    });
    const Json error = engine.error("experiment", brief);
    QCOMPARE(error["code"].get<int>(), 1);
    QCOMPARE(
        error["data"]["cuda_error"].get<std::string>(), std::string("CUDA_ERROR_OUT_OF_MEMORY"));
    QCOMPARE(error["data"]["call"].get<std::string>(), std::string("cuGreenCtxCreate"));
    QVERIFY(!error["data"]["hint"].get<std::string>().empty());
    driver->failCall(0);
    QCOMPARE(engine.result("experiment", brief)["rows"].size(), std::size_t{2});
}

QTEST_GUILESS_MAIN(TestEngineExperiment)
#include "tst_engine_experiment.moc"
