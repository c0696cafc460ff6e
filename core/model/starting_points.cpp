// SPDX-License-Identifier: Apache-2.0
#include "core/model/starting_points.h"

#include "core/model/sm_supply.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace parterre {
namespace {

constexpr const char* compute = "fma";
constexpr const char* memory = "copy";
constexpr const char* latency = "latency";

/// A plan, or why there is none.
struct Outcome {
    PartitionPlan plan;
    std::string whyNot;
};

Outcome impossible(std::string why) {
    return {{}, std::move(why)};
}

std::string tooSmall(const SmSupply& supply, int parts) {
    return fmt::format(
        "This GPU has {} SMs and a partition at least {}: too few for {} partitions.",
        supply.total(), supply.least(), parts);
}

Outcome equalParts(const SmSupply& supply, int parts) {
    const int each = wholeUnits(supply.total() / parts, supply.alignment());
    // Groups of one unit each are as many as the units, which GPCs may keep below the SMs.
    if (each < supply.least() || (each == supply.alignment() && parts * each > supply.inPieces()))
        return impossible(tooSmall(supply, parts));
    return {
        planOfCounts(supply.device().id, std::vector<int>(static_cast<std::size_t>(parts), each)),
        {}};
}

/// Two groups of so many SMs, each with a name and a workload.
Outcome pair(
    const SmSupply& supply, std::pair<const char*, int> first, std::pair<const char*, int> second) {
    if (std::min(first.second, second.second) < supply.least())
        return impossible(tooSmall(supply, 2));
    PartitionPlan plan = planOfCounts(supply.device().id, {first.second, second.second});
    plan.groups[0].name = first.first;
    plan.groups[0].workload = compute;
    plan.groups[1].name = second.first;
    plan.groups[1].workload = memory;
    return {plan, {}};
}

Outcome computeBesideMemory(const SmSupply& supply) {
    const auto part = [&](int divisor) {
        return std::max(wholeUnits(supply.total() / divisor, supply.piece()), supply.piece());
    };
    if (part(2) + part(4) > supply.inPieces())
        return impossible(tooSmall(supply, 2));
    return pair(supply, {"A", part(2)}, {"B", part(4)});
}

Outcome prefillAndDecode(const SmSupply& supply) {
    const int usable = supply.inPieces();
    // A quarter, to the nearest unit, draws most of the memory's bandwidth already.
    const int decode =
        std::max(wholeUnits(usable / 4 + supply.piece() / 2, supply.piece()), supply.piece());
    return pair(supply, {"prefill", usable - decode}, {"decode", decode});
}

Outcome smallAndRest(const SmSupply& supply) {
    const int small = std::max(wholeUnits(supply.total() / 8, supply.alignment()), supply.least());
    if (supply.total() - small < supply.least())
        return impossible(tooSmall(supply, 2));
    PartitionPlan plan = planOfCounts(supply.device().id, {small});
    plan.groups[0].name = "latency";
    plan.groups[0].workload = latency;
    plan.partitionRemainder = true;
    plan.remainderWorkload = compute;
    return {plan, {}};
}

/// The units that lie in one GPC altogether, by GPC; GPCs without any are left out, as are lone
/// TPCs, which form clusters with no other.
std::vector<std::pair<std::size_t, std::vector<int>>>
unitsByGpc(const DeviceDescription& device, const SplitUnits& units) {
    std::vector<std::pair<std::size_t, std::vector<int>>> result;
    for (std::size_t gpc = 0; gpc < device.gpcs.size(); ++gpc) {
        if (device.gpcs[gpc].size() < 2)
            continue;
        std::set<int> sms;
        for (const std::vector<int>& tpc : device.gpcs[gpc])
            sms.insert(tpc.begin(), tpc.end());
        std::vector<int> inside;
        for (std::size_t unit = 0; unit < units.smIds->size(); ++unit) {
            const std::vector<int>& ids = (*units.smIds)[unit];
            if (std::includes(sms.begin(), sms.end(), ids.begin(), ids.end()))
                inside.push_back(static_cast<int>(unit));
        }
        if (!inside.empty())
            result.emplace_back(gpc, std::move(inside));
    }
    return result;
}

Outcome onePerGpc(const SmSupply& supply) {
    const DeviceDescription& device = supply.device();
    const SplitUnits* units = supply.units(false);
    if (device.gpcs.empty() || !units || !units->smIds)
        return impossible(
            "Nobody has looked where this GPU's SMs are. \"Find the SMs\" on the SM map does.");
    auto byGpc = unitsByGpc(device, *units);
    if (byGpc.size() < 2 && supply.smallestUnits()->smIds) {
        // Without clusters, before Hopper, larger units may be dealt across GPCs.
        units = supply.smallestUnits();
        byGpc = unitsByGpc(device, *units);
    }
    if (byGpc.size() < 2)
        return impossible(
            "This GPU gives out SMs in units of which hardly one lies within a single GPC.");
    PartitionPlan plan;
    plan.ignoreCoscheduling = units->ignoreCoscheduling;
    plan.device = device.id;
    plan.strategy = Strategy::combined;
    for (const auto& [gpc, inside] : byGpc) {
        PlanGroup group;
        group.name = fmt::format("GPC {}", gpc);
        group.units = inside;
        for (const int unit : inside)
            group.smCount += units->smCounts[static_cast<std::size_t>(unit)];
        if (group.smCount >= supply.least())
            plan.groups.push_back(std::move(group));
    }
    return {plan, {}};
}

Outcome smallestPartitions(const SmSupply& supply) {
    const SplitUnits* units = supply.smallestUnits();
    if (!units || units->smCounts.empty())
        return impossible("This driver does not say what the smallest units are.");
    const auto count =
        std::min(units->smCounts.size(), static_cast<std::size_t>(PartitionPlan::mostGroups));
    PartitionPlan plan =
        planOfCounts(supply.device().id, std::vector<int>(count, units->smCount()));
    plan.ignoreCoscheduling = units->ignoreCoscheduling;
    return {plan, {}};
}

struct Entry {
    const char* id;
    const char* title;
    const char* purpose;
    Outcome (*make)(const SmSupply&);
};

constexpr Entry first{
    "compute_and_memory", "Compute beside memory",
    "A compute-bound and a memory-bound partition, and SMs to spare: to see what a split isolates "
    "and what it does not.",
    computeBesideMemory};

constexpr Entry entries[] = {
    first,
    {"halves", "Halves", "Two equal partitions: two jobs that must not slow each other down.",
     [](const SmSupply& supply) { return equalParts(supply, 2); }},
    {"quarters", "Quarters", "Four equal partitions: four tenants, or four ranks of one job.",
     [](const SmSupply& supply) { return equalParts(supply, 4); }},
    {"small_and_rest", "One small, and the rest",
     "A small partition for work that must answer at once; all other SMs for batch work.",
     smallAndRest},
    {"prefill_decode", "Prefill and decode",
     "Serving a language model: most SMs for the compute-bound prefill, some for the memory-bound "
     "decode.",
     prefillAndDecode},
    {"one_per_gpc", "One per GPC",
     "A partition in each GPC: clusters as large as they can be, and nobody shares a GPC.",
     onePerGpc},
    {"smallest_units", "Smallest units",
     "As many partitions as there can be, each of the smallest unit: to paint from, or to see what "
     "that many contexts cost.",
     smallestPartitions},
};

std::string whyNone(const DeviceDescription& device) {
    for (const Capability& one : device.capabilities)
        if (one.id == "green_contexts" && !one.available)
            return one.sentence + '.';
    return device.smResource ? "" : "This GPU does not say what SMs it can give out.";
}

Outcome outcomeOf(const Entry& entry, const DeviceDescription& device) {
    const std::string none = whyNone(device);
    return none.empty() ? entry.make(SmSupply(device)) : impossible(none);
}

} // namespace

std::vector<StartingPoint> startingPoints(const DeviceDescription& device) {
    std::vector<StartingPoint> points;
    for (const Entry& entry : entries) {
        Outcome outcome = outcomeOf(entry, device);
        outcome.plan.device = device.id;
        points.push_back(
            {entry.id, entry.title, entry.purpose, std::move(outcome.plan),
             std::move(outcome.whyNot)});
    }
    return points;
}

PartitionPlan firstPlan(const DeviceDescription& device) {
    PartitionPlan plan = outcomeOf(first, device).plan;
    plan.device = device.id;
    return plan;
}

} // namespace parterre
