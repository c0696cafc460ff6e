// SPDX-License-Identifier: Apache-2.0
#include "core/plan/plan_diagnostics.h"

#include <fmt/format.h>

namespace parterre::diagnose {
namespace {

/// CUDA_DEVICE_MAX_CONNECTIONS goes up to this.
constexpr int mostConnections = 32;

Fix setSmCount(int count) {
    return {fmt::format("Use {}", count), Fix::Kind::setSmCount, count};
}

Fix smallestUnits() {
    return {"Use the smallest units", Fix::Kind::useSmallestUnits, 0};
}

std::string granularity(int unit) {
    return fmt::format(
        "This GPU gives out SMs {} at a time, so that the blocks of a cluster can run side by "
        "side.",
        unit);
}

/// "P", "O and P", "N, O and P"; of more than five the first and the last.
std::string listed(const std::vector<std::string>& names) {
    if (names.size() > 5)
        return fmt::format("{} to {}", names.front(), names.back());
    std::string text = names.front();
    for (std::size_t i = 1; i < names.size(); ++i)
        text += (i + 1 == names.size() ? " and " : ", ") + names[i];
    return text;
}

std::string counted(int count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

} // namespace

Diagnostic emptyPlan() {
    return {
        Severity::error,
        "empty_plan",
        "",
        "The plan has no groups, so there is nothing to apply.",
        "Every partition is made of a group.",
        "Add a group.",
        {}};
}

Diagnostic tooManySms(int requested, int total) {
    return {
        Severity::error,
        "too_many_sms",
        "",
        fmt::format("The groups ask for {}, this GPU has {}.", counted(requested, "SM"), total),
        "Partitions of one plan never share an SM.",
        fmt::format("Ask for {} fewer.", requested - total),
        {}};
}

Diagnostic unequalByCount(const PartitionPlan& plan) {
    const PlanGroup& first = plan.groups.front();
    const PlanGroup* other = &first;
    for (const PlanGroup& group : plan.groups)
        if (other->smCount == first.smCount)
            other = &group;
    return {
        Severity::error,
        "unequal_by_count",
        other->name,
        fmt::format(
            "{} asks for {} and {} for {}: a split by count makes equal groups only.", first.name,
            counted(first.smCount, "SM"), other->name, other->smCount),
        "cuDevSmResourceSplitByCount takes one count for all groups.",
        "Ask for the same count in every group, or leave the choice of strategy to Parterre.",
        setSmCount(first.smCount)};
}

Diagnostic unitsNeedCombined(const std::string& group) {
    return {
        Severity::error,
        "units_need_combined",
        group,
        fmt::format(
            "{} is painted on chosen units, which only the combined strategy can give.", group),
        "The other strategies leave it to the driver where a group runs.",
        "Choose the combined strategy, or forget the chosen units.",
        {}};
}

Diagnostic unknownUnit(const std::string& group, int unit, int unitCount, int unitSize) {
    return {
        Severity::error,
        "unknown_unit",
        group,
        fmt::format(
            "{} asks for unit {}, but there are only {} of {}, numbered from 0.", group, unit,
            counted(unitCount, "unit"), counted(unitSize, "SM")),
        "Units are counted in the order in which the driver's split makes them.",
        "Paint the group again.",
        {}};
}

Diagnostic unitsDoNotFit(int rounded, int unitSize, int unitCount, bool smallestMightFit) {
    Diagnostic result{
        Severity::error,
        "too_many_sms",
        "",
        fmt::format(
            "Rounded up to whole units of {}, the groups need {} SMs; this GPU's {} have {}.",
            counted(unitSize, "SM"), rounded, counted(unitCount, "unit"), unitCount * unitSize),
        granularity(unitSize),
        "Ask for fewer SMs.",
        {}};
    if (smallestMightFit) {
        result.hint = "Ask for fewer SMs, or use the smallest units.";
        result.fix = smallestUnits();
    }
    return result;
}

Diagnostic notAligned(const PlanGroup& group, int unit, int most) {
    const int up = (group.smCount + unit - 1) / unit * unit;
    const int use = up <= most ? up : most / unit * unit;
    return {
        Severity::error,
        "not_aligned",
        group.name,
        fmt::format(
            "{} asks for {}; a structured split needs a multiple of {} here.", group.name,
            counted(group.smCount, "SM"), unit),
        "cuDevSmResourceSplit checks counts and never rounds them, unless the group may be "
        "backfilled.",
        fmt::format("Ask for {}, or let the group be backfilled.", use),
        setSmCount(use)};
}

Diagnostic noPlacement(const std::string& driverSays) {
    return {
        Severity::error,
        "no_placement",
        "",
        "The driver finds no room for all of these groups together.",
        "The driver says: " + driverSays,
        "Ask for fewer SMs or a smaller co-scheduled size, or let the last group be backfilled.",
        {}};
}

Diagnostic refusedSizes(const std::string& driverSays) {
    return {
        Severity::error,
        "refused_sizes",
        "",
        "The driver refuses the sizes that these groups ask for.",
        "The driver says: " + driverSays,
        "Use even co-scheduled sizes, or 0 for the architecture's own.",
        {}};
}

Diagnostic unsupported(const std::string& sentence) {
    std::string message = sentence + '.';
    message.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(message.front())));
    return {
        Severity::error,
        "unsupported",
        "",
        message,
        "Each function came with a version of the driver, and this one is older.",
        "Update the driver, or leave the choice of strategy to Parterre.",
        {}};
}

Diagnostic roundedUp(const LayoutPart& part, int total) {
    const int granted = part.smCount();
    Diagnostic result{
        Severity::warning,
        "rounded_up",
        part.name,
        fmt::format(
            "{} asked for {} and gets {}.", part.name, counted(part.requestedSmCount, "SM"),
            granted),
        granularity(part.coscheduledAlignment()),
        "",
        setSmCount(granted)};
    if (granted == total)
        result.why = "No smaller grant has room for that many: the group gets the whole GPU.";
    else if (part.coscheduledAlignment() > 2)
        result.hint = "The smallest units come closer, at the price of clusters.";
    return result;
}

Diagnostic belowMinimum(const LayoutPart& part) {
    return {
        Severity::warning,
        "below_minimum",
        part.name,
        fmt::format(
            "{} asked for {}; the smallest partition here has {}, so it gets {}.", part.name,
            counted(part.requestedSmCount, "SM"), part.minPartitionSize(), part.smCount()),
        granularity(part.coscheduledAlignment()),
        part.coscheduledAlignment() > 2
            ? "The smallest units come closer, at the price of clusters."
            : "",
        setSmCount(part.smCount())};
}

Diagnostic fewerSms(const LayoutPart& part) {
    return {
        Severity::warning,
        "fewer_sms",
        part.name,
        fmt::format(
            "{} asked for {} and gets {}: its chosen units have no more.", part.name,
            counted(part.requestedSmCount, "SM"), part.smCount()),
        "A group that is painted gets exactly its units.",
        "Paint more units, or forget the chosen ones.",
        setSmCount(part.smCount())};
}

Diagnostic chosenUnits(const LayoutPart& part) {
    return {
        Severity::warning,
        "rounded_up",
        part.name,
        fmt::format(
            "{} asked for {} and gets {}: that is what its chosen units have.", part.name,
            counted(part.requestedSmCount, "SM"), part.smCount()),
        "A group that is painted gets exactly its units.",
        "",
        setSmCount(part.smCount())};
}

Diagnostic fewerGroups(const PartitionPlan& plan, const SplitLayout& layout, int total) {
    const int made = static_cast<int>(layout.groups.size());
    const int asked = static_cast<int>(plan.groups.size());
    std::vector<std::string> missing;
    for (std::size_t i = layout.groups.size(); i < plan.groups.size(); ++i)
        missing.push_back(plan.groups[i].name);
    Diagnostic result{
        Severity::warning,
        "fewer_groups",
        missing.size() == 1 ? missing.front() : "",
        fmt::format(
            "Only {} of {} groups fit: {} {} nothing.", made, asked, listed(missing),
            missing.size() == 1 ? "gets" : "get"),
        fmt::format(
            "The {} SMs sit in GPCs, and a group must be able to hold a cluster, which cannot "
            "straddle two of them: {} of {} fit.",
            total, counted(made, "group"), counted(layout.groups.front().smCount(), "SM")),
        "",
        Fix{fmt::format("Keep {}", made), Fix::Kind::setGroupCount, made}};
    if (plan.ignoreCoscheduling)
        result.why = fmt::format(
            "{} groups of {} are more than the {} SMs there are.", asked,
            counted(layout.groups.front().smCount(), "SM"), total);
    else if (plan.requestedSmCount() <= total)
        result.hint = "The smallest units make room for more groups, at the price of clusters.";
    return result;
}

Diagnostic tooManyPartitions(int partitions, int hardwareConnections) {
    Diagnostic result{
        Severity::warning,
        "too_many_partitions",
        "",
        fmt::format(
            "{} partitions share {}: some will take turns when all are busy.", partitions,
            counted(hardwareConnections, "hardware connection")),
        "Work reaches the GPU through CUDA_DEVICE_MAX_CONNECTIONS connections; streams on the "
        "same one wait for each other.",
        "",
        {}};
    if (hardwareConnections < mostConnections) {
        result.hint =
            fmt::format("Start the engine with CUDA_DEVICE_MAX_CONNECTIONS={}.", mostConnections);
        result.fix =
            Fix{fmt::format("Use {} connections", mostConnections),
                Fix::Kind::setHardwareConnections, mostConnections};
    } else {
        result.hint = "There can be no more than 32; use fewer partitions.";
    }
    return result;
}

Diagnostic clusterLimited(int cluster, bool asked) {
    return {
        asked ? Severity::info : Severity::warning,
        "cluster_limited",
        "",
        asked ? fmt::format(
                    "The smallest units are used: a cluster can have at most {}.",
                    counted(cluster, "block"))
              : fmt::format(
                    "These counts only fit in the smallest units, so a cluster can have at most "
                    "{}.",
                    counted(cluster, "block")),
        "SMs that are given out in units below the co-scheduled size come without a promise that "
        "larger clusters fit.",
        asked ? "" : "Round the counts so that they fit in co-scheduled units to keep clusters.",
        {}};
}

Diagnostic mpsReachesFurther(int activeThreadPercentage) {
    return {
        Severity::warning,
        "mps_reaches_further",
        "",
        fmt::format(
            "CUDA_MPS_ACTIVE_THREAD_PERCENTAGE is {}: kernels may run on more SMs than their "
            "partition has.",
            activeThreadPercentage),
        "Under MPS with a percentage the driver may scale a kernel's SMs up to the process's "
        "share.",
        "Start the engine without CUDA_MPS_ACTIVE_THREAD_PERCENTAGE to keep partitions apart.",
        {}};
}

Diagnostic optionsIgnored(const std::string& group, Strategy strategy) {
    const bool structured = strategy == Strategy::structured;
    return {
        Severity::warning,
        "options_ignored",
        group,
        structured ? "The largest potential cluster is an option of splits by count and has no "
                     "effect here."
                   : fmt::format(
                         "{}'s co-scheduled sizes and backfill have no effect with the {} "
                         "strategy.",
                         group, strategyWord(strategy)),
        "Each driver function has options of its own.",
        structured ? "Set the groups' co-scheduled sizes instead."
                   : "Choose the structured strategy (driver 13.1), or clear them.",
        {}};
}

Diagnostic observedDiffers(const std::string& partition, int reported, int observed) {
    return {
        Severity::warning,
        "observed_differs",
        partition,
        fmt::format(
            "The driver reports {} for {}, but its kernels ran on {}.", counted(reported, "SM"),
            partition, observed),
        "A driver reports the sum of a context's resources; where these overlap, or other work "
        "holds an SM, kernels see fewer.",
        "Apply again when the GPU is idle; if it stays, trust what was observed.",
        {}};
}

Diagnostic noRemainder(int total) {
    return {
        Severity::info,
        "no_remainder",
        "",
        fmt::format("Nothing is left over: all {} SMs are in partitions.", total),
        "Work outside the partitions, a library's own streams say, then runs on SMs that belong to "
        "one.",
        "",
        {}};
}

Diagnostic notObserved(const std::string& why) {
    return {
        Severity::info,
        "not_observed",
        "",
        "Where the partitions run was not observed: a kernel has to run to see its SM.",
        why,
        "",
        {}};
}

} // namespace parterre::diagnose
