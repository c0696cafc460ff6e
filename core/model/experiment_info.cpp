// SPDX-License-Identifier: Apache-2.0
#include "core/model/experiment_info.h"

#include "core/model/partition_plan.h"

#include <fmt/format.h>

#include <limits>

namespace parterre {
namespace {

std::vector<WorkloadGoal> goalsOf(const JsonReader& reader) {
    std::vector<WorkloadGoal> goals;
    reader.forEach(
        "goals", [&](const JsonReader& goal) { goals.push_back(workloadGoalFromJson(goal)); });
    return goals;
}

} // namespace

void to_json(Json& json, const ExperimentInfo& info) {
    json = {
        {"name", info.name},
        {"title", info.title},
        {"description", info.description},
        {"method", info.method},
        {"workload_role", info.workloadRole},
        {"sm_counts_role", info.smCountsRole},
        {"workload", info.workload},
        {"workload_parameters", info.workloadParameters},
        {"seconds", info.seconds},
        {"runs", info.runs}};
    if (!info.goalsRole.empty()) {
        json["goals_role"] = info.goalsRole;
        json["goals"] = info.goals;
    }
}

ExperimentInfo experimentInfoFromJson(const JsonReader& reader) {
    ExperimentInfo info;
    info.name = reader.string("name");
    info.title = reader.string("title");
    info.description = reader.string("description");
    info.method = reader.string("method");
    info.workloadRole = reader.string("workload_role", "");
    info.smCountsRole = reader.string("sm_counts_role", "");
    info.workload = reader.string("workload", "");
    info.workloadParameters = workloadParametersFromJson(reader, "workload_parameters");
    info.seconds = reader.number("seconds", 0);
    info.runs =
        static_cast<int>(reader.integer("runs", 1, ExperimentParameters::mostRuns, info.runs));
    info.goalsRole = reader.string("goals_role", "");
    info.goals = goalsOf(reader);
    return info;
}

void to_json(Json& json, const ExperimentParameters& parameters) {
    json = {
        {"workload", parameters.workload},  {"workload_parameters", parameters.workloadParameters},
        {"sm_counts", parameters.smCounts}, {"seconds", parameters.seconds},
        {"runs", parameters.runs},          {"seed", parameters.seed}};
    if (!parameters.goals.empty())
        json["goals"] = parameters.goals;
}

ExperimentParameters experimentParametersFromJson(const JsonReader& reader) {
    ExperimentParameters parameters;
    parameters.workload = reader.string("workload", "");
    parameters.workloadParameters = workloadParametersFromJson(reader, "workload_parameters");
    parameters.smCounts = reader.integers("sm_counts", 1, PartitionPlan::mostSms);
    parameters.goals = goalsOf(reader);
    parameters.seconds = reader.number("seconds", 0);
    parameters.runs =
        static_cast<int>(reader.integer("runs", 0, ExperimentParameters::mostRuns, 0));
    parameters.seed = static_cast<std::uint32_t>(
        reader.integer("seed", 0, std::numeric_limits<std::uint32_t>::max(), parameters.seed));
    return parameters;
}

} // namespace parterre
