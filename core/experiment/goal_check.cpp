// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/goal_check.h"

#include "core/model/input_error.h"
#include "core/workload/catalogue.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

namespace parterre {
namespace {

using Kind = WorkloadGoal::Kind;

std::string inQuotes(std::string_view text) {
    return fmt::format("\"{}\"", text);
}

std::string unitText(const std::string& unit) {
    return unit.empty() ? "missing" : inQuotes(unit);
}

void checkKind(Kind kind, const WorkloadInfo& workload, const std::string& field) {
    // A latency's rate is its median, and does not add up to anything.
    const bool hasLatencies = !workload.isAdditive;
    if (isOfLatency(kind) && !hasLatencies)
        throw InputError(
            field, inQuotes(wordOf(kind)),
            fmt::format(
                "rate or most: {} has a rate and no latencies; latency has", workload.name));
    if (!isOfLatency(kind) && hasLatencies)
        throw InputError(
            field, inQuotes(wordOf(kind)),
            fmt::format("p50, p99 or max: {} has latencies and no rate", workload.name));
}

/// With latencies in µs.
WorkloadGoal checked(WorkloadGoal goal, const WorkloadInfo& workload, const GoalFields& fields) {
    if (goal.kind == Kind::most) {
        if (goal.value != 0 || !goal.unit.empty())
            throw InputError(
                fields.value, fmt::format("{:g}{}", goal.value, goal.unit),
                "nothing: most is as much as possible");
        return goal;
    }
    double most = std::numeric_limits<double>::max();
    if (isOfLatency(goal.kind)) {
        most = WorkloadGoal::mostMicroseconds;
        if (goal.unit == "ms")
            goal.value *= 1000;
        else if (goal.unit != "us" && goal.unit != "µs")
            throw InputError(fields.unit, unitText(goal.unit), "us, µs or ms");
        goal.unit = "µs";
    } else if (goal.isShare()) {
        most = 100;
    } else if (goal.unit != workload.unit) {
        throw InputError(
            fields.unit, unitText(goal.unit),
            fmt::format(
                "{}, or % of what {} reaches alone on the whole GPU", workload.unit,
                workload.name));
    }
    if (!(goal.value > 0 && goal.value <= most))
        throw InputError(
            fields.value, fmt::format("{:g} {}", goal.value, goal.unit),
            most == std::numeric_limits<double>::max()
                ? "a number above 0"
                : fmt::format("a number above 0, up to {:g} {}", most, goal.unit));
    return goal;
}

} // namespace

std::vector<WorkloadGoal>
checkedGoals(std::vector<WorkloadGoal> goals, const ExperimentFields& fields) {
    constexpr std::size_t workloads = 2;
    if (goals.size() != workloads)
        throw InputError(
            fields.goals,
            fmt::format("given {} time{}", goals.size(), goals.size() == 1 ? "" : "s"),
            "two workloads with a goal each");
    for (std::size_t i = 0; i < goals.size(); ++i) {
        const GoalFields names = fields.goal(i);
        const WorkloadInfo& workload = Catalogue::find(goals[i].workload, names.workload);
        Catalogue::check(workload, goals[i].workloadParameters, names.parameters);
        checkKind(goals[i].kind, workload, names.kind);
        goals[i] = checked(goals[i], workload, names);
    }
    if (goals[0].kind == Kind::most && goals[1].kind == Kind::most)
        throw InputError(
            fields.goal(1).kind, inQuotes(wordOf(Kind::most)),
            "a bound, as rate>=80%: only one of the two can have all the rest");
    if (goals[0].kind == Kind::most)
        std::swap(goals[0], goals[1]);
    return goals;
}

} // namespace parterre
