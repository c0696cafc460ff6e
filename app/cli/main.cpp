// SPDX-License-Identifier: GPL-3.0-or-later
/// parterre-cli: reads the command line, does what it says, answers with an exit status.
#include "app/cli/commands.h"
#include "app/cli/plan_arguments.h"
#include "core/engine/engine_version.h"
#include "core/engine/hardware_connections.h"

#include <CLI/CLI.hpp>

#include <functional>

using namespace parterre;

int main(int argc, char** argv) {
    CLI::App app("Inspect NVIDIA GPUs, real or simulated, and partition them with green contexts.");
    app.name("parterre-cli");
    app.set_version_flag("--version", std::string("parterre-cli ") + engineVersion());
    app.require_subcommand(1);
    app.failure_message(CLI::FailureMessage::simple);

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
    addJson(inspect);
    inspect.callback([&] {
        action = [&](auto& registry) { return cli::inspectDevice(registry, device, json); };
    });

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
    CLI::App& run = *app.add_subcommand("run", "Make a plan's partitions and run a kernel in each");
    planArguments.addTo(run);
    run.add_option(
           "--workload", runArguments.workloads,
           "Kernels for the partitions in order, the last one for all that follow: fma, copy, fill")
        ->delimiter(',')
        ->type_name("NAME,…");
    run.add_option("--seconds", runArguments.seconds, "How long to run")
        ->type_name("S")
        ->required();
    CLI::Option* asJson = addJson(run);
    run.add_option("--csv", runArguments.csvFile, "Write all samples there")
        ->type_name("FILE")
        ->excludes(asJson);
    run.callback([&] {
        action = [&](auto& registry) {
            runArguments.plan = planArguments.plan();
            runArguments.json = json;
            return cli::runPlan(registry, runArguments);
        };
    });

    app.add_subcommand(
           "serve", "Be the engine that the window talks to, on standard input and output")
        ->callback([&] { action = cli::serve; });

    try {
        app.parse(argc, argv);
        DeviceRegistry registry(settleHardwareConnections());
        return static_cast<int>(action(registry));
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : static_cast<int>(cli::ExitStatus::usage);
    } catch (...) {
        return static_cast<int>(cli::report(std::current_exception()));
    }
}
