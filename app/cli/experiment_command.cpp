// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/experiment_texts.h"
#include "app/cli/output_file.h"
#include "app/cli/progress_line.h"
#include "app/cli/stop_signals.h"
#include "core/engine/experiment_target.h"
#include "core/engine/own_program.h"
#include "core/experiment/experiments.h"
#include "core/model/cancelled.h"
#include "core/model/input_error.h"
#include "core/model/plan_text.h"
#include "core/report/experiment_csv.h"
#include "core/report/experiment_report.h"

#include <fmt/format.h>

#include <optional>

namespace parterre::cli {
namespace {

/// As an error names what was given on this command line.
ExperimentFields fieldsOf(const ExperimentArguments& arguments) {
    return {"the experiment",
            "--workload",
            fmt::format("--workload {}:", arguments.parameters.workload),
            "--sms",
            "--seconds",
            "--runs",
            "--goal",
            arguments.goalFields};
}

std::string resultText(const ExperimentResult& result, const ExperimentArguments& arguments) {
    if (arguments.json)
        return Json(result).dump(2) + '\n';
    return arguments.csv ? csvOf(result) : textOf(result);
}

/// "  --sms: the sizes of the partitions (…)"; nothing for what it does not take.
void printOption(const char* option, const std::string& role, const std::string& usual) {
    if (!role.empty())
        fmt::print("    {}: {}{}\n", option, role, usual.empty() ? "" : " (" + usual + ")");
}

std::string choiceText(const ExperimentInfo& info) {
    std::string text = info.workload;
    for (const auto& [name, value] : info.workloadParameters)
        text += fmt::format(":{}={}", name, value);
    return text;
}

std::string goalsText(const std::vector<WorkloadGoal>& goals) {
    std::string text;
    for (const WorkloadGoal& goal : goals)
        text += (text.empty() ? "" : "; ") + textOf(goal);
    return text;
}

} // namespace

ExitStatus listExperiments(bool json) {
    if (json) {
        Json list = Json::array();
        for (const Experiment* experiment : experiments())
            list.push_back(experiment->info());
        fmt::print("{}\n", Json{{"experiments", list}}.dump(2));
        return ExitStatus::done;
    }
    for (const Experiment* experiment : experiments()) {
        const ExperimentInfo& info = experiment->info();
        fmt::print("{} – {}\n    {}\n", info.name, info.title, info.description);
        printOption("--workload", info.workloadRole, choiceText(info));
        printOption("--sms", info.smCountsRole, "");
        printOption("--goal", info.goalsRole, goalsText(info.goals));
        if (info.seconds > 0)
            printOption("--seconds", "of each measurement", fmt::format("{}", info.seconds));
        printOption("--runs", "how often everything is measured", std::to_string(info.runs));
    }
    return ExitStatus::done;
}

ExitStatus runExperiment(DeviceRegistry& registry, const ExperimentArguments& arguments) {
    const Experiment& experiment = findExperiment(arguments.name, "the experiment");
    const OpenDevice device = registry.open(arguments.device, "--device");
    requireDifferentFiles(
        {{"--output", arguments.outputFile},
         {"--report", arguments.reportFile},
         {"--plan-output", arguments.planFile}});
    std::optional<OutputFile> output;
    if (!arguments.outputFile.empty())
        output.emplace(arguments.outputFile, "--output", arguments.force);
    std::optional<OutputFile> report;
    if (!arguments.reportFile.empty())
        report.emplace(arguments.reportFile, "--report", arguments.force);

    std::optional<OutputFile> plan;
    if (!arguments.planFile.empty()) {
        if (experiment.info().goalsRole.empty())
            throw InputError(
                "--plan-output", "given",
                fmt::format("nothing: {} comes to no plan", experiment.info().name));
        plan.emplace(arguments.planFile, "--plan-output", arguments.force);
    }

    const StopSignals signals;
    ExperimentResult result;
    try {
        ProgressLine line;
        result = experiment.run(
            experimentTarget(device, ownProgram()), arguments.parameters,
            {[&](double fraction, const std::string& text) { line.show(fraction, text); },
             signals.token()},
            fieldsOf(arguments));
    } catch (const Cancelled&) {
        fmt::print(stderr, "parterre-cli: stopped, nothing written\n");
        return signals.status();
    }
    if (report)
        report->commit(reportOf(result));
    if (plan && result.plan)
        plan->commit(textOf(*result.plan));
    const std::string text = resultText(result, arguments);
    if (output)
        output->commit(text);
    else
        fmt::print("{}", text);
    if (plan && !result.plan) {
        fmt::print(
            stderr, "parterre-cli: {} is not written: no split meets the goals\n",
            arguments.planFile);
        return ExitStatus::refused;
    }
    return ExitStatus::done;
}

} // namespace parterre::cli
