// SPDX-License-Identifier: Apache-2.0
#include "core/model/workload_goal.h"

#include <fmt/format.h>

namespace parterre {

bool isOfLatency(WorkloadGoal::Kind kind) {
    return kind == WorkloadGoal::Kind::p50 || kind == WorkloadGoal::Kind::p99 ||
           kind == WorkloadGoal::Kind::largest;
}

const std::vector<std::pair<std::string_view, WorkloadGoal::Kind>>& goalWords() {
    static const std::vector<std::pair<std::string_view, WorkloadGoal::Kind>> words{
        {"p50", WorkloadGoal::Kind::p50},
        {"p99", WorkloadGoal::Kind::p99},
        {"max", WorkloadGoal::Kind::largest},
        {"rate", WorkloadGoal::Kind::rate},
        {"most", WorkloadGoal::Kind::most}};
    return words;
}

std::string_view wordOf(WorkloadGoal::Kind kind) {
    for (const auto& [word, value] : goalWords())
        if (value == kind)
            return word;
    return {};
}

std::string measureText(WorkloadGoal::Kind kind) {
    switch (kind) {
    case WorkloadGoal::Kind::p50:
        return "median latency";
    case WorkloadGoal::Kind::p99:
        return "p99";
    case WorkloadGoal::Kind::largest:
        return "largest latency";
    case WorkloadGoal::Kind::rate:
    case WorkloadGoal::Kind::most:
        break;
    }
    return "rate";
}

std::string aimText(const WorkloadGoal& goal) {
    if (goal.kind == WorkloadGoal::Kind::most)
        return "as much as possible";
    if (goal.isShare())
        return fmt::format("at least {:g} % of alone", goal.value);
    return fmt::format(
        "{} {:g} {}", isOfLatency(goal.kind) ? "below" : "at least", goal.value, goal.unit);
}

std::string textOf(const WorkloadGoal& goal) {
    std::string text = goal.workload;
    for (const auto& [name, value] : goal.workloadParameters)
        text += fmt::format(", {} {}", name, value);
    return text + ": " + (isOfLatency(goal.kind) ? measureText(goal.kind) + ' ' : std::string()) +
           aimText(goal);
}

void to_json(Json& json, const WorkloadGoal& goal) {
    json = {
        {"workload", goal.workload},
        {"workload_parameters", goal.workloadParameters},
        {"goal", wordOf(goal.kind)}};
    if (goal.kind != WorkloadGoal::Kind::most) {
        json["value"] = goal.value;
        json["unit"] = goal.unit;
    }
}

WorkloadGoal workloadGoalFromJson(const JsonReader& reader) {
    WorkloadGoal goal;
    goal.workload = reader.string("workload");
    goal.workloadParameters = workloadParametersFromJson(reader, "workload_parameters");
    (void)reader.string("goal"); // it has to be there
    goal.kind = reader.word("goal", goalWords(), goal.kind);
    goal.value = reader.number("value", 0);
    goal.unit = reader.string("unit", "");
    return goal;
}

} // namespace parterre
