// SPDX-License-Identifier: Apache-2.0
// What holds for every experiment, and what each says of its numbers.
#include "core/experiment/knee.h"
#include "core/experiment/spread.h"
#include "core/model/cancelled.h"
#include "core/model/input_error.h"
#include "tests/core/experiment/virtual_gpu.h"

#include <QTest>

using namespace parterre;
using namespace parterre::test;

namespace {

/// Enough to have samples.
ExperimentParameters briefly(const std::string& experiment) {
    ExperimentParameters parameters;
    const ExperimentInfo& info = findExperiment(experiment).info();
    parameters.seconds = info.seconds > 0 ? 0.05 : 0;
    parameters.runs = 2;
    if (experiment == "scaling")
        parameters.smCounts = {8, 20, 132};
    if (experiment == "connections")
        parameters.smCounts = {16};
    return parameters;
}

void eachExperiment() {
    QTest::addColumn<QString>("name");
    for (const Experiment* experiment : experiments())
        QTest::addRow("%s", experiment->info().name.c_str())
            << QString::fromStdString(experiment->info().name);
}

std::vector<ScalingPoint> curve(const std::function<double(double)>& rate) {
    std::vector<ScalingPoint> points;
    for (int sms = 8; sms <= 128; sms += 8)
        points.push_back({double(sms), rate(sms)});
    return points;
}

} // namespace

class TestExperiments : public QObject {
    Q_OBJECT

private slots:
    void sameInputsGiveTheSameNumbers_data() { eachExperiment(); }
    void sameInputsGiveTheSameNumbers();
    void resultsSurviveJson_data() { eachExperiment(); }
    void resultsSurviveJson();
    void progressGoesToTheEnd_data() { eachExperiment(); }
    void progressGoesToTheEnd();
    void stoppedAtAnyStepLeavesNothing_data() { eachExperiment(); }
    void stoppedAtAnyStepLeavesNothing();
    void wrongParameters_data();
    void wrongParameters();
    void anUnknownOneIsRefused();
    void spread();
    void knee();
    void scalingSaysWhereTheKneeIs();
    void scalingOfComputeHasNoKnee();
    void scalingTellsWhatWasGranted();
    void scalingOfALatency();
    void noisyNeighbourComparesWithAlone();
    void bandwidthTellsWhatIsLost();
    void bandwidthOfSeveralPartitions();
    void connectionsNeedsAProgram();
    void creationCostCountsUpToTheMost();
    void placementOfAPlan();
    void placementOfAGpuThatTellsNothing();
    void theSeedChangesTheOrder();
    void olderDrivers_data();
    void olderDrivers();
};

void TestExperiments::sameInputsGiveTheSameNumbers() {
    QFETCH(QString, name);
    const ExperimentParameters parameters = briefly(name.toStdString());
    const ExperimentResult first = VirtualGpu().run(name.toStdString(), parameters);
    const ExperimentResult second = VirtualGpu().run(name.toStdString(), parameters);
    QVERIFY(first == second);
    QVERIFY(!first.sentence.empty());
    QVERIFY(!first.rows.empty());
    QVERIFY(!first.chart.series.empty());
    for (const auto& row : first.rows)
        QCOMPARE(row.size(), first.columns.size());
}

void TestExperiments::resultsSurviveJson() {
    QFETCH(QString, name);
    const ExperimentResult result =
        VirtualGpu().run(name.toStdString(), briefly(name.toStdString()));
    const Json json = parseJson(Json(result).dump(), "result");
    QVERIFY(experimentResultFromJson(JsonReader(json, "result")) == result);
}

void TestExperiments::progressGoesToTheEnd() {
    QFETCH(QString, name);
    double last = 0;
    int told = 0;
    bool ascends = true;
    VirtualGpu().run(
        name.toStdString(), briefly(name.toStdString()),
        {[&](double fraction, const std::string& text) {
             ascends = ascends && fraction >= last && fraction <= 1 && !text.empty();
             last = fraction;
             ++told;
         },
         {}});
    QVERIFY(ascends);
    QCOMPARE(last, 1.0);
    QVERIFY(told > 2);
}

void TestExperiments::stoppedAtAnyStepLeavesNothing() {
    QFETCH(QString, name);
    std::vector<std::string> steps;
    VirtualGpu().run(
        name.toStdString(), briefly(name.toStdString()),
        {[&](double, const std::string& text) {
             if (steps.empty() || steps.back() != text)
                 steps.push_back(text);
         },
         {}});
    QVERIFY(steps.size() > 1);
    steps.pop_back(); // "done"
    for (std::size_t stopAt = 0; stopAt < steps.size(); ++stopAt) {
        const VirtualGpu gpu;
        std::stop_source stop;
        std::size_t begun = 0;
        std::string current;
        QVERIFY_EXCEPTION_THROWN(
            gpu.run(
                name.toStdString(), briefly(name.toStdString()),
                {[&](double, const std::string& text) {
                     begun += text == current ? 0U : 1U;
                     current = text;
                     if (begun == stopAt + 1)
                         stop.request_stop();
                 },
                 stop.get_token()}),
            Cancelled);
        QCOMPARE(begun, stopAt + 1);
        QCOMPARE(gpu.liveObjects(), std::size_t{0});
    }
}

void TestExperiments::wrongParameters_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("allowed");
    const auto row = [](const char* name, const char* json, const char* field,
                        const char* allowed) {
        QTest::addRow("%s %s", name, json) << name << QByteArray(json) << field << allowed;
    };
    row("scaling", R"({"workload": "nothing"})", "workload", "fma");
    row("scaling", R"({"workload_parameters": {"intensity": 1}})", "workload", "name");
    row("scaling", R"({"workload": "fma", "workload_parameters": {"none": 1}})",
        "workload_parameters.none", "intensity");
    row("scaling", R"({"sm_counts": [133]})", "sm_counts", "from 1 to 132");
    row("scaling", R"({"seconds": 0.01})", "seconds", "0.05");
    row("scaling", R"({"seconds": 5000})", "seconds", "3600");
    row("scaling", R"({"seconds": -1})", "seconds", "0.05");
    row("noisy-neighbour", R"({"sm_counts": [8, 8]})", "sm_counts", "one number");
    row("noisy-neighbour", R"({"sm_counts": [132]})", "sm_counts", "fewer");
    row("bandwidth", R"({"sm_counts": [132]})", "sm_counts", "fewer");
    row("bandwidth", R"({"sm_counts": [100, 100]})", "sm_counts", "room");
    row("creation-cost", R"({"workload": "fma"})", "workload", "nothing");
    row("creation-cost", R"({"sm_counts": [8]})", "sm_counts", "nothing");
    row("creation-cost", R"({"seconds": 1})", "seconds", "nothing");
    row("placement", R"({"workload": "fma"})", "workload", "nothing");
}

void TestExperiments::wrongParameters() {
    QFETCH(QString, name);
    QFETCH(QByteArray, json);
    QFETCH(QString, field);
    QFETCH(QString, allowed);
    const VirtualGpu gpu;
    const Json document = parseJson(json.toStdString(), "parameters");
    try {
        gpu.run(
            name.toStdString(), experimentParametersFromJson(JsonReader(document, "parameters")));
        QFAIL("was not refused");
    } catch (const InputError& error) {
        QCOMPARE(QString::fromStdString(error.field()), field);
        QVERIFY2(QString::fromStdString(error.allowed()).contains(allowed), error.what());
    }
    QCOMPARE(gpu.liveObjects(), std::size_t{0});
}

void TestExperiments::anUnknownOneIsRefused() {
    try {
        findExperiment("nothing");
        QFAIL("was not refused");
    } catch (const InputError& error) {
        QVERIFY(error.allowed().find("scaling") != std::string::npos);
    }
}

void TestExperiments::spread() {
    const Spread odd = spreadOf({3, 1, 10});
    QCOMPARE(odd.median, 3.0);
    QCOMPARE(odd.least, 1.0);
    QCOMPARE(odd.most, 10.0);
    QCOMPARE(spreadOf({4, 1, 2, 10}).median, 3.0);
    QCOMPARE(spreadOf({}).median, 0.0);
}

void TestExperiments::knee() {
    QVERIFY(!kneeOf({}));
    QVERIFY(!kneeOf({{8, 1}}));
    QVERIFY(!kneeOf(curve([](double sms) { return 2 * sms; })));
    QVERIFY(!kneeOf(curve([](double sms) { return sms * sms; })));
    const auto sharp = kneeOf(curve([](double sms) { return std::min(sms, 40.0); }));
    QCOMPARE(sharp.value(), std::size_t{4});
    const auto falls = kneeOf(curve([](double sms) { return std::min(sms, 80 - sms / 4); }));
    QCOMPARE(falls.value(), std::size_t{7});
    // Just below and just above a twentieth.
    QVERIFY(!kneeOf({{50, 0.549}, {100, 1}}));
    QCOMPARE(kneeOf({{50, 0.551}, {100, 1}}).value(), std::size_t{0});
}

void TestExperiments::scalingSaysWhereTheKneeIs() {
    ExperimentParameters parameters = briefly("scaling");
    parameters.workload = "copy";
    parameters.smCounts.clear(); // all
    const ExperimentResult result = VirtualGpu().run("scaling", parameters);
    QCOMPARE(result.rows.size(), std::size_t{17});
    QCOMPARE(result.parameters.smCounts.size(), std::size_t{17});
    QCOMPARE(result.parameters.smCounts.back(), 132);
    QCOMPARE(result.chart.markers.size(), std::size_t{1});
    const double knee = result.chart.markers.front().x;
    QVERIFY2(knee >= 32 && knee <= 48, std::to_string(knee).c_str());
    const std::string words = "knee at " + std::to_string(static_cast<int>(knee)) + " SMs";
    QVERIFY2(result.sentence.find(words) != std::string::npos, result.sentence.c_str());
    for (std::size_t row = 0; row < result.rows.size(); ++row) {
        QVERIFY(numberAt(result, row, "rate_min") <= numberAt(result, row, "rate"));
        QVERIFY(numberAt(result, row, "rate") <= numberAt(result, row, "rate_max"));
        QCOMPARE(numberAt(result, row, "runs"), 2.0);
    }
}

void TestExperiments::scalingOfComputeHasNoKnee() {
    const ExperimentResult result = VirtualGpu().run("scaling", briefly("scaling"));
    QVERIFY(result.chart.markers.empty());
    QVERIFY2(
        result.sentence.find("in proportion to its SMs up to 132") != std::string::npos,
        result.sentence.c_str());
}

void TestExperiments::scalingTellsWhatWasGranted() {
    const ExperimentResult result = VirtualGpu().run("scaling", briefly("scaling"));
    QCOMPARE(numberAt(result, 1, "requested_sm_count"), 20.0);
    QCOMPARE(numberAt(result, 1, "sm_count"), 24.0);
}

void TestExperiments::scalingOfALatency() {
    ExperimentParameters parameters = briefly("scaling");
    parameters.workload = "latency";
    const ExperimentResult result = VirtualGpu().run("scaling", parameters);
    QVERIFY(result.chart.markers.empty());
    QVERIFY2(result.sentence.find("µs with 8 SMs") != std::string::npos, result.sentence.c_str());
}

void TestExperiments::noisyNeighbourComparesWithAlone() {
    const ExperimentResult result = VirtualGpu().run("noisy-neighbour", briefly("noisy-neighbour"));
    QCOMPARE(result.rows.size(), std::size_t{5});
    QCOMPARE(result.parameters.smCounts, std::vector<int>{16});
    QCOMPARE(numberAt(result, 0, "times_alone"), 1.0);
    QVERIFY(numberAt(result, 1, "times_alone") > numberAt(result, 2, "times_alone"));
    QVERIFY(numberAt(result, 2, "times_alone") > numberAt(result, 4, "times_alone"));
    for (std::size_t row = 0; row < result.rows.size(); ++row) {
        QVERIFY(numberAt(result, row, "p50") <= numberAt(result, row, "p99"));
        QVERIFY(numberAt(result, row, "p99") <= 1.01 * numberAt(result, row, "max"));
        const bool hasNeighbour = row != 0 && row != 3;
        const auto& cell = result.rows[row][columnOf(result, "neighbour_rate")];
        QCOMPARE(std::holds_alternative<double>(cell), hasNeighbour);
    }
}

void TestExperiments::bandwidthTellsWhatIsLost() {
    const ExperimentResult result = VirtualGpu().run("bandwidth", briefly("bandwidth"));
    QCOMPARE(result.rows.size(), std::size_t{6});
    QCOMPARE(result.parameters.smCounts, std::vector<int>{32});
    for (std::size_t row = 0; row < result.rows.size(); ++row)
        QCOMPARE(numberAt(result, row, "kept") + numberAt(result, row, "lost"), 100.0);
    QCOMPARE(textAt(result, 2, "neighbour"), std::string("copy"));
    QVERIFY(numberAt(result, 2, "kept") < 50);
    QVERIFY(numberAt(result, 1, "kept") > 95);
    QVERIFY(numberAt(result, 5, "kept") > 95);
    QVERIFY2(result.sentence.find("other 100 SMs") != std::string::npos, result.sentence.c_str());
}

void TestExperiments::bandwidthOfSeveralPartitions() {
    ExperimentParameters parameters = briefly("bandwidth");
    parameters.smCounts = {16, 24, 32};
    parameters.workload = "fma";
    const ExperimentResult result = VirtualGpu().run("bandwidth", parameters);
    QCOMPARE(result.rows.size(), std::size_t{3}); // fma once is enough
    QVERIFY2(result.sentence.find("On 16 SMs") == 0, result.sentence.c_str());
    QVERIFY2(result.sentence.find("other 56 SMs") != std::string::npos, result.sentence.c_str());
}

void TestExperiments::connectionsNeedsAProgram() {
    ExperimentTarget target = VirtualGpu().target();
    target.connectionProbe = nullptr;
    QVERIFY_EXCEPTION_THROWN(
        findExperiment("connections").run(target, briefly("connections")), std::runtime_error);
}

void TestExperiments::creationCostCountsUpToTheMost() {
    const ExperimentResult result = VirtualGpu().run("creation-cost", briefly("creation-cost"));
    const std::vector<double> counts{1, 2, 4, 8, 16, 32, 64, 66};
    QCOMPARE(result.rows.size(), counts.size());
    for (std::size_t row = 0; row < counts.size(); ++row)
        QCOMPARE(numberAt(result, row, "contexts"), counts[row]);
    QVERIFY(numberAt(result, 7, "make") > 60 * numberAt(result, 0, "make"));
}

void TestExperiments::placementOfAPlan() {
    const ExperimentResult result = VirtualGpu().run("placement", briefly("placement"));
    QCOMPARE(result.rows.size(), std::size_t{4});
    for (std::size_t row = 0; row < result.rows.size(); ++row) {
        QCOMPARE(textAt(result, row, "planned_sm_ids"), textAt(result, row, "observed_sm_ids"));
        QCOMPARE(numberAt(result, row, "runs_as_planned"), 2.0);
    }
    QVERIFY2(
        result.sentence.find("no SMs belonged to two") != std::string::npos,
        result.sentence.c_str());
}

void TestExperiments::placementOfAGpuThatTellsNothing() {
    const VirtualGpu gpu;
    const ExperimentResult told =
        findExperiment("placement").run(gpu.target(), briefly("placement"));
    const ExperimentResult seen =
        findExperiment("placement").run(gpu.secretive(), briefly("placement"));
    QVERIFY(seen.provenance.empty());
    QCOMPARE(seen.rows.size(), std::size_t{4});
    for (std::size_t row = 0; row < 3; ++row) {
        QCOMPARE(textAt(seen, row, "planned_sm_ids"), textAt(seen, row, "observed_sm_ids"));
        QCOMPARE(numberAt(seen, row, "runs_as_planned"), 2.0);
    }
    // Of what is left over nobody has looked at the units.
    QVERIFY(std::holds_alternative<std::monostate>(seen.rows[3][columnOf(seen, "planned_sm_ids")]));
    QCOMPARE(gpu.liveObjects(), std::size_t{0});
    QVERIFY(!told.provenance.empty());
}

void TestExperiments::theSeedChangesTheOrder() {
    const auto stepsWith = [](std::uint32_t seed) {
        ExperimentParameters parameters = briefly("scaling");
        parameters.seed = seed;
        std::vector<std::string> steps;
        VirtualGpu().run(
            "scaling", parameters,
            {[&](double, const std::string& text) {
                 if (steps.empty() || steps.back() != text)
                     steps.push_back(text);
             },
             {}});
        return steps;
    };
    QVERIFY(stepsWith(1) == stepsWith(1));
    bool differs = false;
    for (std::uint32_t seed = 2; seed < 8; ++seed)
        differs = differs || stepsWith(seed) != stepsWith(1);
    QVERIFY(differs);
}

void TestExperiments::olderDrivers_data() {
    QTest::addColumn<QString>("profile");
    QTest::addColumn<int>("version");
    QTest::addRow("H200, 12.4") << "h200" << 12040;
    QTest::addRow("H200, 13.1") << "h200" << 13010;
    QTest::addRow("RTX 4090, 12.8") << "rtx-4090" << 12080;
}

void TestExperiments::olderDrivers() {
    QFETCH(QString, profile);
    QFETCH(int, version);
    const VirtualGpu gpu(profile.toStdString(), version);
    for (const Experiment* experiment : experiments()) {
        ExperimentParameters parameters = briefly(experiment->info().name);
        parameters.smCounts.clear();
        const ExperimentResult result = gpu.run(experiment->info().name, parameters);
        QVERIFY2(!result.rows.empty(), experiment->info().name.c_str());
    }
    QCOMPARE(gpu.liveObjects(), std::size_t{0});
}

QTEST_GUILESS_MAIN(TestExperiments)
#include "tst_experiments.moc"
