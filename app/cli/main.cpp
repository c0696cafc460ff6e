// SPDX-License-Identifier: GPL-3.0-or-later
/// parterre-cli: reads the command line, does what it says, answers with an exit status.
#include "app/cli/commands.h"
#include "app/cli/experiment_options.h"
#include "app/cli/kernel_choice.h"
#include "app/cli/option_values.h"
#include "app/cli/plan_arguments.h"
#include "app/cli/workload_choice.h"
#include "core/engine/device_order.h"
#include "core/engine/engine_version.h"
#include "core/engine/hardware_connections.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <functional>
#include <optional>
#include <string_view>

using namespace parterre;

namespace {

/// The parser would only say that a subcommand is required, also where one was given.
void requireSubcommand(const CLI::App& app, int argc, char** argv) {
    const std::string_view first = argc < 2 ? "" : argv[1];
    if (first.rfind('-', 0) == 0)
        return;
    std::string names;
    for (const CLI::App* subcommand : app.get_subcommands({})) {
        if (subcommand->get_name() == first)
            return;
        names += subcommand->get_name() + ", ";
    }
    throw InputError(
        "the subcommand", argc < 2 ? "missing" : fmt::format("\"{}\"", first), names + "--help");
}

/// An empty name, of a variable that is not set say, is no option left out.
void refuseEmptyFileNames(CLI::App& app) {
    for (CLI::App* subcommand : app.get_subcommands({}))
        for (CLI::Option* option : subcommand->get_options())
            if (option->get_type_name().rfind("FILE", 0) == 0)
                option->check([name = option->get_name()](const std::string& value) {
                    if (value.empty())
                        throw InputError(name, "\"\"", "a file's name");
                    return std::string();
                });
}

int wrongUsage(const CLI::ParseError& error) {
    fmt::print(stderr, "parterre-cli: {}\nRun with --help for more information.\n", error.what());
    return static_cast<int>(cli::ExitStatus::usage);
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app("Inspect NVIDIA GPUs, real or simulated, and partition them with green contexts.");
    app.name("parterre-cli");
    app.set_version_flag("--version", std::string("parterre-cli ") + engineVersion());
    app.require_subcommand(0, 1);

    std::function<cli::ExitStatus(DeviceRegistry&)> action;
    bool json = false;
    const auto addJson = [&](CLI::App& command) {
        return command.add_flag("--json", json, "One JSON document on standard output");
    };

    CLI::App& devices = *app.add_subcommand("devices", "List GPUs");
    addJson(devices);
    devices.callback(
        [&] { action = [&](auto& registry) { return cli::listDevices(registry, json); }; });

    std::string device;
    CLI::App& inspect = *app.add_subcommand("inspect", "Describe one GPU");
    inspect.add_option("--device", device, "The GPU")->type_name("ID")->required();
    bool probe = false;
    inspect.add_flag(
        "--probe", probe, "Look where its SMs are: runs small kernels for some seconds");
    addJson(inspect);
    inspect.callback([&] {
        action = [&](auto& registry) { return cli::inspectDevice(registry, device, probe, json); };
    });

    CLI::App& kernels =
        *app.add_subcommand("workloads", "List the kernels that partitions can be given");
    addJson(kernels);
    kernels.callback([&] { action = [&](auto&) { return cli::listWorkloads(json); }; });

    cli::PlanArguments planArguments;
    CLI::App& preview = *app.add_subcommand(
        "preview", "Say what the driver would grant to a plan; creates nothing");
    planArguments.addTo(preview);
    addJson(preview);
    preview.callback([&] {
        action = [&](auto& registry) {
            return cli::showPreview(registry, planArguments.plan(), json);
        };
    });

    cli::RunArguments runArguments;
    std::optional<std::string> workloads;
    std::string seconds;
    CLI::App& run = *app.add_subcommand("run", "Make a plan's partitions and run a kernel in each");
    planArguments.addTo(run);
    run.add_option(
           "--workload", workloads,
           "Kernels for the partitions in order (nested ones after the plan's own), the last one "
           "for all that follow, each with its parameters, if any: "
           "fma,copy:working_set_mib=64:block_size=128. "
           "`parterre-cli workloads` lists them")
        ->type_name("NAME[:KEY=VALUE]…,…");
    std::optional<std::string> kernel;
    std::string kernelLimit = std::to_string(EditedKernel::usualLimit.count());
    CLI::Option* edited =
        run.add_option(
               "--kernel", kernel,
               "CUDA C++ in place of the code of a workload's kernel (usually custom's), compiled "
               "by NVRTC; partitions with that workload run it. Without --workload, all do")
            ->type_name("[NAME=]FILE.cu");
    run.add_option(
           "--kernel-limit", kernelLimit,
           "Seconds in which something of it must come to an end, or the program ends, 1 to 600 "
           "(usually 5)")
        ->type_name("S")
        ->needs(edited);
    run.add_option("--seconds", seconds, "How long to run, 0.1 to 86400")
        ->type_name("S")
        ->required();
    CLI::Option* asJson = addJson(run);
    run.add_option("--csv", runArguments.csvFile, "Write all samples there")
        ->type_name("FILE")
        ->excludes(asJson);
    std::string timelineWindow = "10";
    std::string timelinePeriod = "100";
    CLI::Option* timeline = run.add_option(
                                   "--timeline", runArguments.timelineFile,
                                   "Write where and when blocks ran: trace events for Perfetto, "
                                   "or CSV if the name ends in .csv")
                                ->type_name("FILE");
    run.add_option(
           "--timeline-window", timelineWindow,
           "Milliseconds recorded at the beginning of each period (usually 10)")
        ->type_name("MS")
        ->needs(timeline);
    run.add_option(
           "--timeline-period", timelinePeriod,
           "Milliseconds from one window to the next (usually 100)")
        ->type_name("MS")
        ->needs(timeline);
    run.callback([&] {
        action = [&](auto& registry) {
            runArguments.plan = planArguments.plan();
            runArguments.planFile = planArguments.planFile();
            runArguments.seconds = cli::number(seconds, "--seconds", 0.1, 86'400);
            if (workloads)
                runArguments.workloads = cli::workloadChoices(*workloads, "--workload");
            if (kernel)
                runArguments.kernel = cli::kernelChoice(*kernel, kernelLimit);
            if (kernel && !workloads)
                runArguments.workloads = {{runArguments.kernel->workload, {}}};
            runArguments.json = json;
            runArguments.timeline = cli::timelineChoice(timelineWindow, timelinePeriod);
            return cli::runPlan(registry, runArguments);
        };
    });

    std::string profileFile;
    bool force = false;
    CLI::App& record = *app.add_subcommand(
        "record", "Measure a GPU, so that it can be simulated: --device sim:FILE");
    record.add_option("--device", device, "The GPU")->type_name("ID")->required();
    record.add_option("--output", profileFile, "Where to write the profile")
        ->type_name("FILE")
        ->required();
    record.add_flag("--force", force, "Replace a file that is there already");
    record.callback([&] {
        action = [&](auto& registry) {
            return cli::recordDevice(registry, device, profileFile, force);
        };
    });

    cli::ExperimentOptions experimentOptions;
    CLI::App& experiment =
        *app.add_subcommand("experiment", "Answer a question about a GPU by measuring");
    experimentOptions.addTo(experiment);
    addJson(experiment)->excludes(experiment.get_option("--csv"));
    experiment.callback([&] {
        action = [&](auto& registry) {
            return experimentOptions.isList()
                       ? cli::listExperiments(json)
                       : cli::runExperiment(registry, experimentOptions.arguments(json));
        };
    });

    app.add_subcommand(
           "serve", "Be the engine that the window talks to, on standard input and output")
        ->callback([&] { action = cli::serve; });

    refuseEmptyFileNames(app);
    try {
        requireSubcommand(app, argc, argv);
        app.parse(argc, argv);
        settleDeviceOrder();
        DeviceRegistry registry(settleHardwareConnections());
        if (action == nullptr) // options alone
            requireSubcommand(app, 1, argv);
        const cli::ExitStatus status = action(registry);
        cli::finishOutput();
        return static_cast<int>(status);
    } catch (const CLI::Success& helpOrVersion) {
        return app.exit(helpOrVersion);
    } catch (const CLI::ParseError& error) {
        return wrongUsage(error);
    } catch (...) {
        return static_cast<int>(cli::report(std::current_exception()));
    }
}
