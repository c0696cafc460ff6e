// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/experiment_options.h"

#include "app/cli/goal_choice.h"
#include "app/cli/option_values.h"
#include "core/model/input_error.h"

#include <fmt/format.h>

#include <limits>

namespace parterre::cli {

void ExperimentOptions::addTo(CLI::App& command) {
    command.add_option("name", m_name, "Which one; --list tells them")->type_name("NAME");
    command.add_flag("--list", m_list, "List the experiments, with what they take");
    command.add_option("--device", m_device, "The GPU: gpu:0, sim:h200 …")->type_name("ID");
    command
        .add_option(
            "--workload", m_workload,
            "A kernel with its parameters, if any: copy:working_set_mib=64")
        ->type_name("NAME[:KEY=VALUE]…");
    command.add_option("--sms", m_smCounts, "SM counts; --list tells of what")->type_name("N,N…");
    command
        .add_option(
            "--goal", m_goals,
            "A kernel with its parameters, if any, and what is wanted of it: 'latency:p99<60us', "
            "'fma:rate>=80%', fma:most; once for each")
        ->type_name("NAME[:KEY=VALUE]…:GOAL")
        ->allow_extra_args(false);
    command.add_option("--seconds", m_seconds, "How long each measurement takes, 0.05 to 3600")
        ->type_name("S");
    command.add_option("--runs", m_runs, "How often everything is measured, 1 to 1000")
        ->type_name("N");
    command.add_option("--seed", m_seed, "Decides in which order a run's measurements are made")
        ->type_name("N");
    command.add_flag("--csv", m_csv, "The table as CSV");
    command.add_option("--output", m_outputFile, "Write the result there, not to standard output")
        ->type_name("FILE");
    command
        .add_option(
            "--report", m_reportFile, "Write a page of HTML with chart and table there, too")
        ->type_name("FILE.html");
    command
        .add_option(
            "--plan-output", m_planFile,
            "Write the plan that it comes to there, for preview, run and the window")
        ->type_name("FILE");
    command.add_flag("--force", m_force, "Replace files that are there already");
}

ExperimentArguments ExperimentOptions::arguments(bool json) const {
    if (m_name.empty())
        throw InputError("the experiment", "missing", "a name, or --list to see which there are");
    if (m_device.empty())
        throw InputError("--device", "missing", "the GPU: gpu:0, sim:h200 …");
    ExperimentArguments arguments;
    arguments.name = m_name;
    arguments.device = m_device;
    ExperimentParameters& parameters = arguments.parameters;
    if (m_workload) {
        const std::vector<WorkloadChoice> choices = workloadChoices(*m_workload, "--workload");
        if (choices.size() > 1)
            throw InputError("--workload", '"' + *m_workload + '"', "one kernel");
        parameters.workload = choices.front().name;
        parameters.workloadParameters = choices.front().parameters;
    }
    if (m_smCounts)
        for (const std::string& count : listOf(*m_smCounts, "--sms"))
            parameters.smCounts.push_back(wholeNumber(count, "--sms", 1, PartitionPlan::mostSms));
    for (const std::string& goal : m_goals) {
        parameters.goals.push_back(goalChoice(goal, "--goal"));
        arguments.goalFields.push_back(goalFields(goal, "--goal"));
    }
    if (m_seconds)
        parameters.seconds = number(
            *m_seconds, "--seconds", ExperimentParameters::leastSeconds,
            ExperimentParameters::mostSeconds);
    if (m_runs)
        parameters.runs = wholeNumber(*m_runs, "--runs", 1, ExperimentParameters::mostRuns);
    if (m_seed)
        parameters.seed = static_cast<std::uint32_t>(
            wholeNumber(*m_seed, "--seed", 0, std::numeric_limits<int>::max()));
    arguments.json = json;
    arguments.csv = m_csv;
    arguments.outputFile = m_outputFile;
    arguments.reportFile = m_reportFile;
    arguments.planFile = m_planFile;
    arguments.force = m_force;
    return arguments;
}

} // namespace parterre::cli
