// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/fake_engine/fake_experiments.h"

#include "core/model/input_error.h"
#include "tests/ui/fake_engine/fake_gpu.h"

#include <algorithm>

namespace parterre::fake {
namespace {

constexpr int knee = 16;
constexpr int chosenSplit = 24; ///< SMs of the first of two kernels
constexpr int mostBlocks = 4096;

/// One that no fields of the window could have written.
void checkGoals(const std::vector<WorkloadGoal>& goals) {
    for (std::size_t i = 0; i < goals.size(); ++i) {
        const std::string path = "goals[" + std::to_string(i) + "].";
        if (goals[i].kind != WorkloadGoal::Kind::most && goals[i].value == 13)
            throw InputError(path + "value", "13", "a number that brings luck");
        if (const auto blocks = goals[i].workloadParameters.find("blocks");
            blocks != goals[i].workloadParameters.end() && blocks->second > mostBlocks)
            throw InputError(
                path + "workload_parameters.blocks", std::to_string(blocks->second),
                "at most 4096");
    }
}

/// The first kernel on some SMs, the second on all others.
PartitionPlan planFor(const std::vector<WorkloadGoal>& goals, const std::string& device) {
    PartitionPlan plan;
    plan.device = device;
    plan.madeFor = PlanOrigin{"Test GPU", smCount};
    plan.strategy = Strategy::byCount;
    PlanGroup group;
    group.name = group.workload = goals.at(0).workload;
    group.workloadParameters = goals.at(0).workloadParameters;
    group.smCount = chosenSplit;
    plan.groups = {group};
    plan.partitionRemainder = true;
    plan.remainderWorkload = goals.at(1).workload;
    return plan;
}

} // namespace

std::vector<ExperimentInfo> experiments() {
    return {
        {"scaling",
         "rate by number of SMs",
         "How does the rate grow?",
         "One size after the other.",
         "the kernel measured",
         "the sizes of the partitions",
         "copy",
         {},
         0.5,
         5},
        {"creation-cost",
         "cost of contexts",
         "What do contexts cost?",
         "Making and destroying them.",
         "",
         "",
         "",
         {},
         0,
         3},
        {"find-split",
         "a split for two goals",
         "Which split gives both what they want?",
         "One split after the other.",
         "",
         "sizes of the first part",
         "",
         {},
         1,
         3,
         "two workloads with a goal each",
         {{"latency", {{"blocks", 528}}, WorkloadGoal::Kind::p99, 400, "µs"},
          {"fma", {}, WorkloadGoal::Kind::most}}}};
}

ExperimentResult experimentResult(
    const std::string& name, ExperimentParameters parameters, const std::string& device) {
    const auto all = experiments();
    const auto info =
        std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
    if (info == all.end())
        throw InputError("experiment", '"' + name + '"', "scaling, creation-cost, find-split");
    if (parameters.smCounts.empty())
        parameters.smCounts = {8, knee, smCount};
    for (const int count : parameters.smCounts)
        if (count > smCount)
            throw InputError("sm_counts", std::to_string(count), "at most 132");
    checkGoals(parameters.goals);
    ExperimentResult result;
    if (!parameters.goals.empty())
        result.plan = planFor(parameters.goals, device);
    result.experiment = *info;
    result.parameters = parameters;
    result.device = device;
    result.deviceName = "Test GPU";
    result.driverVersion = 13000;
    result.provenance = "Simulated: made up for tests";
    result.date = "2026-12-03";
    result.sentence = name + " has its knee at 16 SMs.";
    result.columns = {{"kernel", "kernel", "", 0},        {"sm_count", "SMs", "", 0},
                      {"rate", "median", "GB/s", 1},      {"rate_min", "lowest", "GB/s", 1},
                      {"rate_max", "highest", "GB/s", 1}, {"runs", "runs", "", 0}};
    ChartSeries series{parameters.workload, ChartSeries::Mark::line, {}};
    for (const int count : parameters.smCounts) {
        const double rate = 10.0 * std::min(count, knee);
        result.rows.push_back({parameters.workload, double(count), rate, rate - 1, rate + 2, 3.0});
        series.points.push_back({double(count), rate, rate - 1, rate + 2});
    }
    result.chart = {
        {"SMs of the partition", "", false},
        {"rate", "GB/s", false},
        {series},
        {{double(knee), "knee: 16 SMs"}}};
    return result;
}

} // namespace parterre::fake
