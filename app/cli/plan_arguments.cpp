// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plan_arguments.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <fstream>
#include <iterator>

namespace parterre::cli {
namespace {

std::string readFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file)
        throw InputError("--plan", '"' + path + '"', "a file that can be read");
    return text;
}

} // namespace

void PlanArguments::addTo(CLI::App& command) {
    command.add_option("--device", m_device, "The GPU: gpu:0, gpu:UUID, sim:h200, sim:h200@12.4 …")
        ->type_name("ID");
    CLI::Option* plan =
        command.add_option("--plan", m_planFile, "A plan saved by the window")->type_name("FILE");
    CLI::Option* counts =
        command.add_option("--counts", m_counts, "One group for each number, of that many SMs")
            ->delimiter(',')
            ->type_name("N,N…");
    CLI::Option* groups =
        command.add_option("--groups", m_groups, "How many equal groups")->type_name("N");
    CLI::Option* minCount =
        command.add_option("--min-count", m_minCount, "SMs of each equal group, at least")
            ->type_name("K");
    groups->needs(minCount);
    minCount->needs(groups);
    plan->excludes(counts)->excludes(groups);
    counts->excludes(groups);
    command
        .add_option(
            "--strategy", m_strategy, "How groups are made: auto, by_count, structured or combined")
        ->type_name("WORD");
    command.add_flag(
        "--ignore-coscheduling", m_ignoreCoscheduling,
        "Smallest units, with no guarantee for thread block clusters");
    command.add_flag(
        "--max-cluster", m_maxCluster, "Groups that allow the largest potential cluster");
}

PartitionPlan PlanArguments::planFromFile() const {
    const Json json = parseJson(readFile(m_planFile), m_planFile);
    try {
        return planFromJson(JsonReader(json, ""));
    } catch (const InputError& error) {
        throw InputError(m_planFile + ": " + error.field(), error.value(), error.allowed());
    }
}

PartitionPlan PlanArguments::plan() const {
    PartitionPlan plan;
    if (!m_planFile.empty()) {
        plan = planFromFile();
    } else if (!m_counts.empty()) {
        for (const int count : m_counts)
            if (count < 1 || count > PartitionPlan::mostSms)
                throw InputError(
                    "--counts", std::to_string(count),
                    fmt::format("whole numbers from 1 to {}", PartitionPlan::mostSms));
        plan = planOfCounts("", m_counts);
    } else if (m_groups) {
        if (*m_groups < 1 || *m_groups > PartitionPlan::mostGroups)
            throw InputError(
                "--groups", std::to_string(*m_groups),
                fmt::format("a whole number from 1 to {}", PartitionPlan::mostGroups));
        if (*m_minCount < 1 || *m_minCount > PartitionPlan::mostSms)
            throw InputError(
                "--min-count", std::to_string(*m_minCount),
                fmt::format("a whole number from 1 to {}", PartitionPlan::mostSms));
        plan = planOfCounts("", std::vector<int>(static_cast<std::size_t>(*m_groups), *m_minCount));
    } else {
        throw InputError("the plan", "missing", "--plan, --counts, or --groups with --min-count");
    }

    if (!m_device.empty())
        plan.device = m_device;
    if (plan.device.empty())
        throw InputError("--device", "missing", "a device's id such as gpu:0 or sim:h200");
    if (!m_strategy.empty())
        plan.strategy = strategyFromWord(m_strategy, "--strategy");
    plan.ignoreCoscheduling = plan.ignoreCoscheduling || m_ignoreCoscheduling;
    plan.maxCluster = plan.maxCluster || m_maxCluster;
    validate(plan);
    return plan;
}

} // namespace parterre::cli
