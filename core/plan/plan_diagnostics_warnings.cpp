// SPDX-License-Identifier: Apache-2.0
// The warnings and remarks of plan_diagnostics.h: what differs from what was asked for or expected.
#include "core/plan/diagnostic_texts.h"
#include "core/plan/plan_diagnostics.h"

#include <fmt/format.h>

namespace parterre::diagnose {
namespace {

/// CUDA_DEVICE_MAX_CONNECTIONS goes up to this.
constexpr int mostConnections = 32;

/// "P", "O and P", "N, O and P"; of more than five the first and the last.
std::string listed(const std::vector<std::string>& names) {
    if (names.size() > 5)
        return fmt::format("{} to {}", names.front(), names.back());
    std::string text = names.front();
    for (std::size_t i = 1; i < names.size(); ++i)
        text += (i + 1 == names.size() ? " and " : ", ") + names[i];
    return text;
}

constexpr auto smallestUnitsComeCloser =
    "The smallest units come closer, at the price of clusters.";
constexpr auto paintedGetsItsUnits = "A group that is painted gets exactly its units.";

} // namespace

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
        result.why = "No smaller grant has room for that many: the group gets all SMs there are.";
    else if (part.coscheduledAlignment() > 2)
        result.hint = smallestUnitsComeCloser;
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
        part.coscheduledAlignment() > 2 ? smallestUnitsComeCloser : "",
        setSmCount(part.smCount())};
}

Diagnostic splitInFewer(const LayoutPart& part) {
    return {
        Severity::warning,
        "fewer_sms",
        part.name,
        fmt::format(
            "{} asked for {} and gets {}.", part.name, counted(part.requestedSmCount, "SM"),
            part.smCount()),
        "The driver was asked for that count and makes a smaller group out of these SMs.",
        "",
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
        paintedGetsItsUnits,
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
        paintedGetsItsUnits,
        "",
        setSmCount(part.smCount())};
}

Diagnostic fewerGroups(const PlanSplit& plan, const SplitLayout& layout, int total) {
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

Diagnostic combinedInsteadOf(Strategy usual) {
    const bool structured = usual == Strategy::structured;
    return {
        Severity::info,
        "combined_instead",
        "",
        structured ? "A structured split finds no room for all of these groups, so they are "
                     "combined out of units."
                   : "A split by count would round these groups up and have room for fewer of "
                     "them, so they are combined out of units.",
        "Every strategy gives out SMs in pieces of its own; where one has no room another may.",
        "",
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

Diagnostic knownOnceApplied(const std::string& group, int groups) {
    return {
        Severity::info,
        "known_once_applied",
        group,
        fmt::format(
            "What the {} of {} get{} is known once {} is applied.", counted(groups, "group"), group,
            groups == 1 ? "s" : "", group),
        "A driver splits the SMs of a device or of a context, and this group has no context yet.",
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
