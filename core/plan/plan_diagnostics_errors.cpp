// SPDX-License-Identifier: Apache-2.0
// The errors of plan_diagnostics.h: what applying would be refused for.
#include "core/plan/diagnostic_texts.h"
#include "core/plan/plan_diagnostics.h"

#include <fmt/format.h>

#include <cctype>

namespace parterre::diagnose {
namespace {

Fix smallestUnits() {
    return {"Use the smallest units", Fix::Kind::useSmallestUnits, 0};
}

} // namespace

Diagnostic emptyPlan() {
    return {
        Severity::error,
        "empty_plan",
        "",
        "There are no groups, so there is nothing to apply.",
        "Every partition is made of a group.",
        "Add a group.",
        {}};
}

Diagnostic tooManySms(int requested, int total) {
    return {
        Severity::error,
        "too_many_sms",
        "",
        fmt::format("The groups ask for {}, there are {}.", counted(requested, "SM"), total),
        "Partitions of one plan never share an SM.",
        fmt::format("Ask for {} fewer.", requested - total),
        {}};
}

Diagnostic unequalByCount(const PlanSplit& plan) {
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
            "Rounded up to whole units of {}, the groups need {} SMs; the {} there are have {}.",
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

} // namespace parterre::diagnose
