// SPDX-License-Identifier: Apache-2.0
// The experiment find-split on a real GPU.
#include "core/experiment/experiments.h"
#include "core/plan/applied_plan.h"
#include "tests/gpu/real_gpu.h"

#include <QTest>

using namespace parterre;

class TestGpuFindSplit : public QObject {
    Q_OBJECT

    test::RealGpu m_gpu;

    ExperimentTarget target() const { return {"gpu:0", m_gpu.device(), {}, {}}; }

    ExperimentResult find(std::vector<WorkloadGoal> goals) const {
        ExperimentParameters parameters;
        parameters.goals = std::move(goals);
        parameters.seconds = 0.2;
        parameters.runs = 3;
        ExperimentResult result = findExperiment("find-split").run(target(), parameters);
        qInfo("%s", result.sentence.c_str());
        return result;
    }

    static double cell(const ExperimentResult& result, std::size_t row, const std::string& name) {
        for (std::size_t i = 0; i < result.columns.size(); ++i)
            if (result.columns[i].name == name)
                return std::get<double>(result.rows.at(row)[i]);
        throw std::out_of_range(name);
    }

    static std::size_t chosenRow(const ExperimentResult& result) {
        for (std::size_t row = 0; row < result.rows.size(); ++row)
            for (const ExperimentCell& each : result.rows[row])
                if (each == ExperimentCell("chosen"))
                    return row;
        throw std::out_of_range("chosen");
    }

    /// The plan applied has the partitions that were measured.
    void compareWithApplied(const ExperimentResult& result) const {
        QVERIFY(result.plan.has_value());
        const auto applied = applyPlan(m_gpu.device(), *result.plan, target().surroundings);
        const std::size_t row = chosenRow(result);
        QCOMPARE(applied->partitions().size(), std::size_t{2});
        QCOMPARE(
            double(applied->partitions()[0].report.smCount), cell(result, row, "first_sm_count"));
        QCOMPARE(
            double(applied->partitions()[1].report.smCount), cell(result, row, "second_sm_count"));
    }

private slots:
    void initTestCase() { PARTERRE_NEEDS_GPU(m_gpu); }

    void aLatencyAndTheRest() {
        using Kind = WorkloadGoal::Kind;
        // The bound lies between what the smallest part gives and the largest, found out first.
        const WorkloadParameters wide{{"blocks", 528}, {"intensity", 32}};
        const ExperimentResult open =
            find({{"latency", wide, Kind::p50, 1e6, "us"}, {"fma", {}, Kind::most}});
        QCOMPARE(chosenRow(open), std::size_t{0}); // the smallest part does
        const std::size_t largest = open.rows.size() - 3;
        const double bound = (cell(open, 0, "first") + cell(open, largest, "first")) / 2;
        const ExperimentResult result =
            find({{"latency", wide, Kind::p50, bound, "us"}, {"fma", {}, Kind::most}});
        QVERIFY(chosenRow(result) > 0);
        QVERIFY(cell(result, chosenRow(result), "first") < bound);
        compareWithApplied(result);
    }

    void twoRates() {
        using Kind = WorkloadGoal::Kind;
        const ExperimentResult result =
            find({{"fma", {}, Kind::rate, 30, "%"}, {"copy", {}, Kind::rate, 40, "%"}});
        QVERIFY(cell(result, chosenRow(result), "first_share") >= 30);
        QVERIFY(cell(result, chosenRow(result), "second_share") >= 40);
        QVERIFY(cell(result, chosenRow(result), "left_over") > 0);
        compareWithApplied(result);
    }
};

QTEST_GUILESS_MAIN(TestGpuFindSplit)
#include "tst_gpu_find_split.moc"
