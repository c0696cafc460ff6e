// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/experiment.h"

#include "core/experiment/experiment_run.h"
#include "core/experiment/goal_check.h"
#include "core/model/input_error.h"
#include "core/workload/catalogue.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>

namespace parterre {
namespace {

[[noreturn]] void refuse(const std::string& field, const ExperimentInfo& info) {
    throw InputError(field, "given", fmt::format("nothing: {} does not take it", info.name));
}

void checkWorkload(
    const ExperimentInfo& info, const ExperimentParameters& given, const ExperimentFields& fields) {
    if (given.workload.empty()) {
        if (!given.workloadParameters.empty())
            throw InputError(
                fields.workload, "missing", "the name of the workload that parameters are for");
        return;
    }
    if (info.workloadRole.empty())
        refuse(fields.workload, info);
    Catalogue::check(
        Catalogue::find(given.workload, fields.workload), given.workloadParameters,
        fields.workloadParameters);
}

/// What was given, and what is usual where nothing was.
ExperimentParameters resolved(
    const ExperimentInfo& info, const ExperimentParameters& given, int smCount,
    const ExperimentFields& fields) {
    ExperimentParameters used = given;
    checkWorkload(info, given, fields);
    if (given.workload.empty()) {
        used.workload = info.workload;
        used.workloadParameters = info.workloadParameters;
    }
    if (!given.goals.empty() && info.goalsRole.empty())
        refuse(fields.goals, info);
    used.goals = given.goals.empty() ? info.goals : checkedGoals(given.goals, fields);
    if (!given.smCounts.empty() && info.smCountsRole.empty())
        refuse(fields.smCounts, info);
    for (const int count : given.smCounts)
        if (count < 1 || count > smCount)
            throw InputError(
                fields.smCounts, std::to_string(count),
                allowedRange("a whole number", std::int64_t{1}, smCount));
    if (given.seconds != 0) {
        if (info.seconds == 0)
            refuse(fields.seconds, info);
        constexpr double least = ExperimentParameters::leastSeconds;
        constexpr double most = ExperimentParameters::mostSeconds;
        if (!(given.seconds >= least && given.seconds <= most))
            throw InputError(
                fields.seconds, fmt::format("{}", given.seconds),
                allowedRange("a number", least, most));
    } else {
        used.seconds = info.seconds;
    }
    if (given.runs == 0)
        used.runs = info.runs;
    else if (given.runs < 1 || given.runs > ExperimentParameters::mostRuns)
        throw InputError(
            fields.runs, std::to_string(given.runs),
            allowedRange(
                "a whole number", std::int64_t{1}, std::int64_t{ExperimentParameters::mostRuns}));
    return used;
}

} // namespace

GoalFields ExperimentFields::goal(std::size_t index) const {
    if (index < eachGoal.size())
        return eachGoal[index];
    const std::string goal = fmt::format("{}[{}].", goals, index);
    return {
        goal + "workload", goal + "workload_parameters.", goal + "goal", goal + "value",
        goal + "unit"};
}

ExperimentResult Experiment::run(
    const ExperimentTarget& target, const ExperimentParameters& parameters,
    const ExperimentHooks& hooks, const ExperimentFields& fields) const {
    const auto smCount = target.device.attribute(abi::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    ExperimentResult result;
    result.experiment = info();
    result.parameters = resolved(info(), parameters, smCount, fields);
    result.device = target.id;
    result.deviceName = target.device.name();
    result.driverVersion = target.device.driverVersion();
    if (const PlacementOracle* oracle = target.surroundings.oracle; oracle != nullptr) {
        const auto provenance = oracle->provenanceOf(target.device.handle());
        result.provenance =
            "Simulated" +
            (provenance ? ": " + provenance->sentence(result.deviceName) : std::string());
    }
    result.date = fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::chrono::system_clock::now()));
    ExperimentRun run(target, result.parameters, hooks, fields);
    measure(run, result);
    // Also what was chosen while measuring.
    result.parameters = run.parameters();
    run.tellDone();
    return result;
}

} // namespace parterre
