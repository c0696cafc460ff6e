// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plan_arguments.h"

#include "app/cli/option_values.h"
#include "app/cli/text_file.h"
#include "core/model/plan_text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <vector>

namespace parterre::cli {
namespace {

std::vector<int> countsOf(const std::string& text) {
    std::vector<int> counts;
    for (const std::string& count : listOf(text, "--counts"))
        counts.push_back(wholeNumber(count, "--counts", 1, PartitionPlan::mostSms));
    if (counts.size() > static_cast<std::size_t>(PartitionPlan::mostGroups))
        throw InputError(
            "--counts", fmt::format("a list of {}", counts.size()),
            fmt::format("at most {} groups", PartitionPlan::mostGroups));
    return counts;
}

} // namespace

void PlanArguments::addTo(CLI::App& command) {
    command.add_option("--device", m_device, "The GPU: gpu:0, gpu:UUID, sim:h200, sim:h200@12.4 …")
        ->type_name("ID");
    CLI::Option* plan =
        command.add_option("--plan", m_planFile, "A plan saved by the window")->type_name("FILE");
    CLI::Option* counts =
        command.add_option("--counts", m_counts, "One group for each number, of that many SMs")
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
    return planFromText(readTextFile(m_planFile, "--plan"), m_planFile);
}

PartitionPlan PlanArguments::planFromOptions() const {
    if (m_counts)
        return planOfCounts("", countsOf(*m_counts));
    if (!m_groups)
        throw InputError("the plan", "missing", "--plan, --counts, or --groups with --min-count");
    const int groups = wholeNumber(*m_groups, "--groups", 1, PartitionPlan::mostGroups);
    const int minCount = wholeNumber(*m_minCount, "--min-count", 1, PartitionPlan::mostSms);
    return planOfCounts("", std::vector<int>(static_cast<std::size_t>(groups), minCount));
}

PartitionPlan PlanArguments::plan() const {
    PartitionPlan plan = m_planFile.empty() ? planFromOptions() : planFromFile();
    if (plan.groups.empty())
        throw InputError(
            m_planFile + ": groups", "none", "at least one group, of which a partition is made");
    if (!m_device.empty())
        plan.device = m_device;
    if (plan.device.empty())
        throw InputError("--device", "missing", "a device's id such as gpu:0 or sim:h200");
    if (m_strategy)
        plan.strategy = strategyFromWord(*m_strategy, "--strategy");
    plan.ignoreCoscheduling = plan.ignoreCoscheduling || m_ignoreCoscheduling;
    plan.maxCluster = plan.maxCluster || m_maxCluster;
    if (plan.ignoreCoscheduling && plan.maxCluster)
        throw InputError(
            m_maxCluster ? "--max-cluster" : "--ignore-coscheduling",
            "given with its opposite, in the options or the plan",
            "one of --ignore-coscheduling and --max-cluster; the driver refuses both together");
    validate(plan);
    return plan;
}

} // namespace parterre::cli
