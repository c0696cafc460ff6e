// SPDX-License-Identifier: Apache-2.0
// The experiment find-split on simulated GPUs in virtual time.
#include "core/model/input_error.h"
#include "core/plan/applied_plan.h"
#include "tests/core/experiment/virtual_gpu.h"

#include <QTest>

#include <set>

using namespace parterre;
using namespace parterre::test;

namespace {

using Kind = WorkloadGoal::Kind;

/// A kernel of many blocks: its latency depends on the SMs that it has.
WorkloadGoal latencyBelow(double value, const std::string& unit = "us") {
    return {"latency", {{"blocks", 528}, {"intensity", 32}}, Kind::p99, value, unit};
}

WorkloadGoal atLeast(const std::string& workload, double value, const std::string& unit = "%") {
    return {workload, {}, Kind::rate, value, unit};
}

WorkloadGoal most(const std::string& workload) {
    return {workload, {}, Kind::most, 0, ""};
}

ExperimentParameters briefly(std::vector<WorkloadGoal> goals) {
    ExperimentParameters parameters;
    parameters.goals = std::move(goals);
    parameters.seconds = 0.05;
    parameters.runs = 3;
    return parameters;
}

ExperimentResult find(const VirtualGpu& gpu, std::vector<WorkloadGoal> goals) {
    return gpu.run("find-split", briefly(std::move(goals)));
}

/// The row that has this choice.
std::size_t rowOf(const ExperimentResult& result, const std::string& choice) {
    for (std::size_t row = 0; row < result.rows.size(); ++row)
        if (textAt(result, row, "choice") == choice)
            return row;
    throw std::out_of_range(choice);
}

bool says(const ExperimentResult& result, const std::string& words) {
    return result.sentence.find(words) != std::string::npos;
}

/// SMs of each partition that the plan is granted.
std::vector<int> grantedTo(const PartitionPlan& plan, const VirtualGpu& gpu) {
    const ExperimentTarget target = gpu.target();
    const Preview preview = previewPlan(target.device, plan, target.surroundings);
    std::vector<int> counts;
    for (const PreviewGroup& group : preview.groups)
        counts.push_back(group.smCount);
    if (plan.partitionRemainder)
        counts.push_back(preview.remainder.smCount);
    return counts;
}

} // namespace

class TestFindSplit : public QObject {
    Q_OBJECT

private slots:
    void onAnyGpu_data();
    void onAnyGpu();
    void theEdgeIsWhereTheCurveSays();
    void mostMayComeFirst();
    void bothGoalsAreBounds();
    void theSameKernelTwice();
    void sharesAreOfWhatIsReachedAlone();
    void noSplitMeetsIt();
    void onlySizesAskedFor();
    void measurementsAreBounded();
    void theChartShowsFrontierAndGoals();
    void millisecondsAreMicroseconds();
    void wrongGoals_data();
    void wrongGoals();
    void wrongSizes();
};

void TestFindSplit::onAnyGpu_data() {
    QTest::addColumn<QString>("profile");
    QTest::addColumn<int>("version");
    QTest::addColumn<double>("microseconds");
    for (const int version : {12040, 13000, 13010}) {
        QTest::addRow("H200, %d", version) << "h200" << version << 400.0;
        QTest::addRow("RTX 4090, %d", version) << "rtx-4090" << version << 400.0;
    }
    for (const int version : {13000, 13010}) {
        QTest::addRow("Jetson Orin, %d", version) << "jetson-orin" << version << 2500.0;
        QTest::addRow("B200, %d", version) << "b200" << version << 400.0;
    }
}

void TestFindSplit::onAnyGpu() {
    QFETCH(QString, profile);
    QFETCH(int, version);
    QFETCH(double, microseconds);
    const VirtualGpu gpu(profile.toStdString(), version);
    const ExperimentResult result = find(gpu, {latencyBelow(microseconds), most("fma")});
    qInfo("%s", result.sentence.c_str());
    QVERIFY(result.plan.has_value());
    const std::size_t chosen = rowOf(result, "chosen");
    QVERIFY(numberAt(result, chosen, "first") < microseconds);
    QCOMPARE(textAt(result, chosen, "meets"), std::string("yes"));
    // All smaller first parts that were measured miss the goal, all larger ones leave fma less.
    for (std::size_t row = 0; textAt(result, row, "choice") != "alone"; ++row) {
        if (row < chosen)
            QVERIFY(numberAt(result, row, "first") >= microseconds);
        if (row > chosen)
            QVERIFY(numberAt(result, row, "second") < numberAt(result, chosen, "second"));
    }
    QVERIFY(chosen > 0); // so that there is an edge
    QCOMPARE(numberAt(result, chosen, "runs"), 6.0);
    QCOMPARE(numberAt(result, chosen - 1, "runs"), 6.0);

    const PartitionPlan& plan = *result.plan;
    QCOMPARE(plan.device, "sim:" + profile.toStdString());
    QCOMPARE(plan.groups.size(), std::size_t{1});
    QCOMPARE(plan.groups[0].name, std::string("latency"));
    QCOMPARE(plan.groups[0].workload, std::string("latency"));
    QCOMPARE(plan.groups[0].workloadParameters.at("blocks"), 528);
    QCOMPARE(plan.remainderWorkload, std::string("fma"));
    const std::vector<int> counts{
        int(numberAt(result, chosen, "first_sm_count")),
        int(numberAt(result, chosen, "second_sm_count"))};
    QCOMPARE(grantedTo(plan, gpu), counts);
    QCOMPARE(
        double(counts[0] + counts[1]), numberAt(result, rowOf(result, "alone"), "first_sm_count"));
    QVERIFY(says(
        result, "Give latency " + std::to_string(counts[0]) + " SMs and fma the other " +
                    std::to_string(counts[1])));
    // What the plan says is what is applied.
    {
        const ExperimentTarget target = gpu.target();
        const auto applied = applyPlan(target.device, plan, target.surroundings);
        QCOMPARE(applied->partitions().size(), std::size_t{2});
        for (std::size_t i = 0; i < counts.size(); ++i)
            QCOMPARE(applied->partitions()[i].report.smCount, counts[i]);
    }
    QCOMPARE(gpu.liveObjects(), std::size_t{0});
}

void TestFindSplit::theEdgeIsWhereTheCurveSays() {
    // Every split, to know beforehand what each gives.
    ExperimentParameters all = briefly({latencyBelow(1e6), most("fma")});
    std::vector<std::pair<int, double>> curve;
    for (int sms = 8; sms <= 120; sms += 8) {
        all.smCounts = {sms};
        const ExperimentResult one = VirtualGpu().run("find-split", all);
        curve.emplace_back(sms, numberAt(one, 0, "first"));
    }
    for (const std::size_t edge : {std::size_t{1}, std::size_t{6}, std::size_t{12}}) {
        const double between = (curve[edge - 1].second + curve[edge].second) / 2;
        const ExperimentResult result = find(VirtualGpu(), {latencyBelow(between), most("fma")});
        QCOMPARE(
            int(numberAt(result, rowOf(result, "chosen"), "first_sm_count")), curve[edge].first);
        QVERIFY(says(
            result, "With " + std::to_string(curve[edge - 1].first) + " and " +
                        std::to_string(132 - curve[edge - 1].first) +
                        " SMs latency misses its goal"));
    }
}

void TestFindSplit::mostMayComeFirst() {
    const ExperimentResult one = find(VirtualGpu(), {latencyBelow(400), most("fma")});
    const ExperimentResult other = find(VirtualGpu(), {most("fma"), latencyBelow(400)});
    QVERIFY(one == other);
    QCOMPARE(other.parameters.goals.back().kind, Kind::most);
}

void TestFindSplit::bothGoalsAreBounds() {
    const VirtualGpu gpu;
    const ExperimentResult result = find(gpu, {atLeast("fma", 30), atLeast("copy", 2000, "GB/s")});
    qInfo("%s", result.sentence.c_str());
    const std::size_t chosen = rowOf(result, "chosen");
    QCOMPARE(numberAt(result, chosen, "first_sm_count"), 40.0);
    QCOMPARE(numberAt(result, chosen, "second_sm_count"), 24.0);
    QCOMPARE(numberAt(result, chosen, "left_over"), 68.0);
    QVERIFY(says(result, "68 SMs are left over"));
    QVERIFY(says(result, "With 32 and 24 SMs fma misses its goal"));
    QVERIFY(says(result, "With 40 and 16 SMs copy misses its goal"));
    QCOMPARE(result.plan->groups.size(), std::size_t{2});
    QVERIFY(!result.plan->partitionRemainder);
    QCOMPARE(grantedTo(*result.plan, gpu), (std::vector<int>{40, 24}));
    QCOMPARE(result.plan->groups[1].workload, std::string("copy"));
}

void TestFindSplit::theSameKernelTwice() {
    const VirtualGpu gpu;
    const ExperimentResult result = find(gpu, {atLeast("fma", 20), atLeast("fma", 40)});
    QCOMPARE(result.plan->groups[0].name, std::string("fma"));
    QCOMPARE(result.plan->groups[1].name, std::string("fma 2"));
    QCOMPARE(grantedTo(*result.plan, gpu), (std::vector<int>{32, 56}));
    QVERIFY2(says(result, "Give fma 32 SMs and fma 2 56: "), result.sentence.c_str());
    std::set<std::string> names;
    for (const ExperimentColumn& column : result.columns)
        names.insert(column.name);
    QCOMPARE(names.size(), result.columns.size());
}

void TestFindSplit::sharesAreOfWhatIsReachedAlone() {
    const ExperimentResult result = find(VirtualGpu(), {atLeast("copy", 80), most("fma")});
    const std::size_t alone = rowOf(result, "alone");
    const double whole = numberAt(result, alone, "first");
    QCOMPARE(numberAt(result, alone, "first_share"), 100.0);
    for (std::size_t row = 0; row < alone; ++row) {
        QCOMPARE(
            numberAt(result, row, "first_share"), 100 * numberAt(result, row, "first") / whole);
        QCOMPARE(
            textAt(result, row, "meets") == "yes", numberAt(result, row, "first") >= 0.8 * whole);
    }
    QVERIFY(says(result, "(goal: at least 80 % of alone)"));
}

void TestFindSplit::noSplitMeetsIt() {
    const ExperimentResult result = find(VirtualGpu(), {latencyBelow(20), most("fma")});
    qInfo("%s", result.sentence.c_str());
    QVERIFY(!result.plan.has_value());
    QVERIFY(says(result, "No split meets the goal"));
    QVERIFY(says(result, "The nearest is 120 SMs for latency and 12 for fma"));
    QVERIFY(says(result, "and even alone on the whole GPU"));
    const std::size_t nearest = rowOf(result, "nearest");
    QCOMPARE(numberAt(result, nearest, "first_sm_count"), 120.0);
    QCOMPARE(numberAt(result, nearest, "runs"), 6.0); // looked at twice
    const ExperimentResult two = find(VirtualGpu(), {atLeast("fma", 60), atLeast("fma", 60)});
    QVERIFY(!two.plan.has_value());
    QVERIFY(says(two, "No split meets both goals"));
    QVERIFY(!says(two, "alone on the whole GPU")); // each reaches it alone
}

void TestFindSplit::onlySizesAskedFor() {
    ExperimentParameters parameters = briefly({latencyBelow(400), most("fma")});
    parameters.smCounts = {104, 16, 64};
    const ExperimentResult result = VirtualGpu().run("find-split", parameters);
    QCOMPARE(result.rows.size(), std::size_t{5});
    QCOMPARE(numberAt(result, rowOf(result, "chosen"), "first_sm_count"), 64.0);
    QCOMPARE(result.parameters.smCounts, (std::vector<int>{16, 64, 104}));
}

void TestFindSplit::measurementsAreBounded() {
    // 63 splits are granted here; what is told beforehand is not more than it takes.
    double last = 0;
    std::set<std::string> steps;
    VirtualGpu("rtx-4090")
        .run(
            "find-split", briefly({latencyBelow(400), most("fma")}),
            {[&](double fraction, const std::string& text) {
                 QVERIFY(fraction >= last && fraction <= 1);
                 last = fraction;
                 steps.insert(text);
             },
             {}});
    QCOMPARE(last, 1.0);
    QVERIFY2(steps.size() < 3 * (2 + 9 + 6 + 8), std::to_string(steps.size()).c_str());
}

void TestFindSplit::theChartShowsFrontierAndGoals() {
    const ExperimentResult result = find(VirtualGpu(), {latencyBelow(400), atLeast("fma", 30)});
    const Chart& chart = result.chart;
    QCOMPARE(chart.markers.size(), std::size_t{1});
    QCOMPARE(chart.markers.front().x, 400.0);
    QVERIFY(chart.markers.front().label.find("below 400 µs") != std::string::npos);
    const auto named = [&](const std::string& name) {
        const auto found =
            std::find_if(chart.series.begin(), chart.series.end(), [&](const ChartSeries& series) {
                return series.name.rfind(name, 0) == 0;
            });
        return found == chart.series.end() ? ChartSeries() : *found;
    };
    // Without the two that ran alone.
    QCOMPARE(
        named("frontier").points.size() + named("other splits").points.size() + 2,
        result.rows.size());
    const std::size_t chosen = rowOf(result, "chosen");
    const ChartSeries choice = named("chosen: 32 and ");
    QCOMPARE(choice.points.size(), std::size_t{1});
    QCOMPARE(choice.points[0].x, numberAt(result, chosen, "first"));
    QCOMPARE(choice.points[0].y, numberAt(result, chosen, "second"));
    const ChartSeries bound = named("goal of fma");
    QCOMPARE(bound.points.size(), std::size_t{2});
    QCOMPARE(bound.points[0].y, 0.3 * numberAt(result, rowOf(result, "alone") + 1, "second"));
    QCOMPARE(bound.points[1].y, bound.points[0].y);
    for (const ChartSeries& series : chart.series)
        QVERIFY(std::is_sorted(
            series.points.begin(), series.points.end(),
            [](const ChartPoint& a, const ChartPoint& b) { return a.x < b.x; }));
}

void TestFindSplit::millisecondsAreMicroseconds() {
    const ExperimentResult result = find(VirtualGpu(), {latencyBelow(0.4, "ms"), most("fma")});
    QVERIFY(result == find(VirtualGpu(), {latencyBelow(400, "µs"), most("fma")}));
    QVERIFY(says(result, "(goal: below 400 µs)"));
}

void TestFindSplit::wrongGoals_data() {
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("second");
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("allowed");
    const QByteArray mostFma = R"({"workload": "fma", "goal": "most"})";
    const auto row = [&](const char* name, const QByteArray& first, const QByteArray& second,
                         const char* field, const char* value, const char* allowed) {
        QTest::addRow("%s", name) << first << second << field << value << allowed;
    };
    const auto first = [&](const char* name, const QByteArray& json, const char* field,
                           const char* value, const char* allowed) {
        row(name, json, mostFma, field, value, allowed);
    };
    row("one goal", "", mostFma, "goals", "given 1 time", "two workloads");
    row("two most", mostFma, mostFma, "goals[1].goal", "most", "rate>=80%");
    first("no workload", R"({"goal": "most"})", "goals[0].workload", "missing", "text");
    first(
        "unknown workload", R"({"workload": "none", "goal": "most"})", "goals[0].workload", "none",
        "fma");
    first(
        "unknown parameter",
        R"({"workload": "latency", "workload_parameters": {"none": 1}, "goal": "p99", "value": 60, "unit": "us"})",
        "goals[0].workload_parameters.none", "", "period_us");
    first("no goal", R"({"workload": "copy"})", "goals[0].goal", "missing", "text");
    first(
        "unknown goal", R"({"workload": "copy", "goal": "p42"})", "goals[0].goal", "p42",
        "p50, p99, max, rate, most");
    first(
        "a latency of what has none",
        R"({"workload": "copy", "goal": "p99", "value": 60, "unit": "us"})", "goals[0].goal", "p99",
        "rate or most");
    first(
        "a rate of a latency",
        R"({"workload": "latency", "goal": "rate", "value": 60, "unit": "%"})", "goals[0].goal",
        "rate", "p50, p99 or max");
    first(
        "as much latency as possible", R"({"workload": "latency", "goal": "most"})",
        "goals[0].goal", "most", "p50, p99 or max");
    first(
        "a latency without unit", R"({"workload": "latency", "goal": "p99", "value": 60})",
        "goals[0].unit", "missing", "us, µs or ms");
    first(
        "a latency in percent",
        R"({"workload": "latency", "goal": "p99", "value": 60, "unit": "%"})", "goals[0].unit", "%",
        "us, µs or ms");
    first(
        "a rate without unit", R"({"workload": "copy", "goal": "rate", "value": 60})",
        "goals[0].unit", "missing", "GB/s, or %");
    first(
        "a rate in another unit",
        R"({"workload": "copy", "goal": "rate", "value": 60, "unit": "TFLOP/s"})", "goals[0].unit",
        "TFLOP/s", "GB/s, or %");
    first(
        "no value", R"({"workload": "copy", "goal": "rate", "unit": "%"})", "goals[0].value", "0 %",
        "above 0, up to 100 %");
    first(
        "more than all", R"({"workload": "copy", "goal": "rate", "value": 101, "unit": "%"})",
        "goals[0].value", "101 %", "up to 100 %");
    first(
        "a negative rate", R"({"workload": "copy", "goal": "rate", "value": -1, "unit": "GB/s"})",
        "goals[0].value", "-1 GB/s", "above 0");
    first(
        "no time at all", R"({"workload": "latency", "goal": "max", "value": 0, "unit": "us"})",
        "goals[0].value", "0 µs", "above 0");
    first(
        "longer than is measured",
        R"({"workload": "latency", "goal": "max", "value": 2000000, "unit": "ms"})",
        "goals[0].value", "2e+09 µs", "up to 1e+09");
    first(
        "most with a value", R"({"workload": "copy", "goal": "most", "value": 1})",
        "goals[0].value", "1", "nothing");
}

void TestFindSplit::wrongGoals() {
    QFETCH(QByteArray, first);
    QFETCH(QByteArray, second);
    QFETCH(QString, field);
    QFETCH(QString, value);
    QFETCH(QString, allowed);
    const VirtualGpu gpu;
    const QByteArray text =
        R"({"goals": [)" + first + (first.isEmpty() ? "" : ", ") + second + "]}";
    try {
        const Json document = parseJson(text.toStdString(), "parameters");
        gpu.run("find-split", experimentParametersFromJson(JsonReader(document, "")));
        QFAIL("was not refused");
    } catch (const InputError& error) {
        QCOMPARE(QString::fromStdString(error.field()), field);
        QVERIFY2(QString::fromStdString(error.value()).contains(value), error.what());
        QVERIFY2(QString::fromStdString(error.allowed()).contains(allowed), error.what());
    }
    QCOMPARE(gpu.liveObjects(), std::size_t{0});
}

void TestFindSplit::wrongSizes() {
    ExperimentParameters parameters = briefly({latencyBelow(400), most("fma")});
    parameters.smCounts = {8, 20};
    try {
        VirtualGpu().run("find-split", parameters);
        QFAIL("was not refused");
    } catch (const InputError& error) {
        QCOMPARE(error.field(), std::string("sm_counts"));
        QCOMPARE(error.value(), std::string("20"));
        QVERIFY2(error.allowed().find("8, 16, 24") != std::string::npos, error.what());
    }
}

QTEST_GUILESS_MAIN(TestFindSplit)
#include "tst_find_split.moc"
