// SPDX-License-Identifier: Apache-2.0
#include "core/model/partition_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace parterre {
namespace {

const std::vector<std::pair<std::string_view, Strategy>> strategies{
    {"auto", Strategy::automatic},
    {"by_count", Strategy::byCount},
    {"structured", Strategy::structured},
    {"combined", Strategy::combined}};

bool isColour(const std::string& text) {
    return text.empty() ||
           (text.size() == 7 && text[0] == '#' &&
            text.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos);
}

void checkCount(const std::string& field, int value) {
    if (value < 0 || value > PartitionPlan::mostSms)
        throw InputError(
            field, std::to_string(value),
            fmt::format("a whole number from 0 to {}", PartitionPlan::mostSms));
}

/// Reads what every split has; `known`: further fields that its object may have.
void readSplit(
    PlanSplit& split, const JsonReader& reader, std::initializer_list<std::string_view> known);

PlanGroup groupFromJson(const JsonReader& reader) {
    PlanGroup group;
    group.name = reader.string("name");
    group.colour = reader.string("colour", "");
    group.smCount = static_cast<int>(reader.integer("sm_count", 0, PartitionPlan::mostSms, 0));
    group.units = reader.integers("units", 0, PartitionPlan::mostSms);
    group.coscheduledSmCount =
        static_cast<int>(reader.integer("coscheduled_sm_count", 0, PartitionPlan::mostSms, 0));
    group.preferredCoscheduledSmCount = static_cast<int>(
        reader.integer("preferred_coscheduled_sm_count", 0, PartitionPlan::mostSms, 0));
    group.backfill = reader.boolean("backfill", false);
    if (reader.has("workqueue"))
        group.workqueue = workqueueFromJson(reader.object("workqueue"));
    group.workload = reader.string("workload", "");
    group.workloadParameters = workloadParametersFromJson(reader, "workload_parameters");
    if (reader.has("split"))
        readSplit(group.split.emplace(), reader.object("split"), {});
    group.unknown = reader.unknownFields(
        {"name", "colour", "sm_count", "units", "coscheduled_sm_count",
         "preferred_coscheduled_sm_count", "backfill", "workqueue", "workload",
         "workload_parameters", "split"});
    return group;
}

PlanOrigin originFromJson(const JsonReader& reader) {
    return {
        reader.string("name", ""),
        static_cast<int>(reader.integer("sm_count", 1, PartitionPlan::mostSms)),
        reader.unknownFields({"name", "sm_count"})};
}

Json originToJson(const PlanOrigin& origin) {
    Json json = Json::object();
    json["name"] = origin.name;
    json["sm_count"] = origin.smCount;
    json.update(origin.unknown);
    return json;
}

void readSplit(
    PlanSplit& split, const JsonReader& reader, std::initializer_list<std::string_view> known) {
    split.strategy = reader.word("strategy", strategies, Strategy::automatic);
    split.ignoreCoscheduling = reader.boolean("ignore_coscheduling", false);
    split.maxCluster = reader.boolean("max_cluster", false);
    split.partitionRemainder = reader.boolean("partition_remainder", false);
    split.remainderWorkload = reader.string("remainder_workload", "");
    split.remainderWorkloadParameters =
        workloadParametersFromJson(reader, "remainder_workload_parameters");
    reader.forEach(
        "groups", [&](const JsonReader& group) { split.groups.push_back(groupFromJson(group)); });
    split.unknown = reader.unknownFields(
        {"strategy", "ignore_coscheduling", "max_cluster", "partition_remainder",
         "remainder_workload", "remainder_workload_parameters", "groups"});
    for (const std::string_view key : known)
        split.unknown.erase(std::string(key));
}

void writeSplit(Json& json, const PlanSplit& split);

Json groupToJson(const PlanGroup& group) {
    Json json = Json::object();
    json["name"] = group.name;
    if (!group.colour.empty())
        json["colour"] = group.colour;
    json["sm_count"] = group.smCount;
    if (!group.units.empty())
        json["units"] = group.units;
    if (group.coscheduledSmCount != 0)
        json["coscheduled_sm_count"] = group.coscheduledSmCount;
    if (group.preferredCoscheduledSmCount != 0)
        json["preferred_coscheduled_sm_count"] = group.preferredCoscheduledSmCount;
    if (group.backfill)
        json["backfill"] = true;
    if (group.workqueue)
        json["workqueue"] = *group.workqueue;
    if (!group.workload.empty())
        json["workload"] = group.workload;
    if (!group.workloadParameters.empty())
        json["workload_parameters"] = group.workloadParameters;
    if (group.split) {
        json["split"] = Json::object();
        writeSplit(json["split"], *group.split);
    }
    json.update(group.unknown);
    return json;
}

void writeSplit(Json& json, const PlanSplit& split) {
    json["strategy"] = strategyWord(split.strategy);
    json["ignore_coscheduling"] = split.ignoreCoscheduling;
    json["max_cluster"] = split.maxCluster;
    json["partition_remainder"] = split.partitionRemainder;
    if (!split.remainderWorkload.empty())
        json["remainder_workload"] = split.remainderWorkload;
    if (!split.remainderWorkloadParameters.empty())
        json["remainder_workload_parameters"] = split.remainderWorkloadParameters;
    json["groups"] = Json::array();
    for (const PlanGroup& group : split.groups)
        json["groups"].push_back(groupToJson(group));
    json.update(split.unknown);
}

/// The plan's splits, level by level; `root` comes before all paths.
template <typename Split, typename Plan>
std::vector<SplitPlace<Split>> placesOf(Plan& plan, const std::string& root) {
    std::vector<SplitPlace<Split>> places{{&plan, {}, root, 1}};
    for (std::size_t next = 0; next < places.size(); ++next) {
        const SplitPlace<Split> place = places[next];
        for (std::size_t i = 0; i < place.split->groups.size(); ++i) {
            auto& group = place.split->groups[i];
            if (group.split)
                places.push_back(
                    {&*group.split, fullName(place.parent, group.name),
                     fmt::format("{}groups[{}].split.", place.path, i), place.level + 1});
        }
    }
    return places;
}

void validateGroup(const PlanGroup& group, const std::string& at) {
    if (group.name.empty())
        throw InputError(at + "name", "empty", "a name of one letter or more");
    if (!isColour(group.colour))
        throw InputError(at + "colour", '"' + group.colour + '"', "#rrggbb");
    checkCount(at + "sm_count", group.smCount);
    checkCount(at + "coscheduled_sm_count", group.coscheduledSmCount);
    checkCount(at + "preferred_coscheduled_sm_count", group.preferredCoscheduledSmCount);
    if (!group.split)
        return;
    const std::string none = "none: a group that is split leaves its SMs to its groups";
    if (!group.workload.empty())
        throw InputError(at + "workload", '"' + group.workload + '"', none);
    if (group.workqueue)
        throw InputError(at + "workqueue", "settings", none);
}

/// `names`: full ones, of all groups so far.
void validateSplit(const SplitPlace<const PlanSplit>& place, std::set<std::string>& names) {
    if (place.split->ignoreCoscheduling && place.split->maxCluster)
        throw InputError(
            place.path + "max_cluster", "true while ignore_coscheduling is true",
            "one of the two; the driver refuses both together");
    std::set<int> units;
    for (std::size_t i = 0; i < place.split->groups.size(); ++i) {
        const PlanGroup& group = place.split->groups[i];
        const std::string at = fmt::format("{}groups[{}].", place.path, i);
        validateGroup(group, at);
        if (!names.insert(fullName(place.parent, group.name)).second)
            throw InputError(at + "name", '"' + group.name + '"', "a name no other group has");
        for (const int unit : group.units)
            if (!units.insert(unit).second)
                throw InputError(at + "units", std::to_string(unit), "units no other group has");
    }
}

} // namespace

std::string_view strategyWord(Strategy strategy) {
    return strategies[static_cast<std::size_t>(strategy)].first;
}

Strategy strategyFromWord(std::string_view word, const std::string& field) {
    for (const auto& [name, value] : strategies)
        if (name == word)
            return value;
    throw InputError(field, fmt::format("\"{}\"", word), "auto, by_count, structured or combined");
}

bool PlanSplit::hasEqualGroups() const {
    return std::all_of(groups.begin(), groups.end(), [&](const PlanGroup& group) {
        return group.smCount == groups.front().smCount;
    });
}

int PlanSplit::requestedSmCount() const {
    return std::accumulate(groups.begin(), groups.end(), 0, [](int sum, const PlanGroup& group) {
        return sum + group.smCount;
    });
}

bool operator==(const PlanSplit& a, const PlanSplit& b) {
    return splitsAlike(a, b) && a.partitionRemainder == b.partitionRemainder &&
           a.remainderWorkload == b.remainderWorkload &&
           a.remainderWorkloadParameters == b.remainderWorkloadParameters && a.groups == b.groups &&
           a.unknown == b.unknown;
}

std::vector<SplitPlace<const PlanSplit>> splitsOf(const PartitionPlan& plan) {
    return placesOf<const PlanSplit>(plan, {});
}

std::vector<SplitPlace<PlanSplit>> splitsOf(PartitionPlan& plan) {
    return placesOf<PlanSplit>(plan, {});
}

std::string fullName(const std::string& parent, const std::string& name) {
    return parent.empty() ? name : parent + '/' + name;
}

bool splitsAlike(const PlanSplit& a, const PlanSplit& b) {
    const auto asksAlike = [](const PlanGroup& one, const PlanGroup& other) {
        return one.smCount == other.smCount && one.units == other.units &&
               one.coscheduledSmCount == other.coscheduledSmCount &&
               one.preferredCoscheduledSmCount == other.preferredCoscheduledSmCount &&
               one.backfill == other.backfill;
    };
    return a.strategy == b.strategy && a.ignoreCoscheduling == b.ignoreCoscheduling &&
           a.maxCluster == b.maxCluster &&
           std::equal(
               a.groups.begin(), a.groups.end(), b.groups.begin(), b.groups.end(), asksAlike);
}

void validate(const PartitionPlan& plan, const std::string& path) {
    const auto places = placesOf<const PlanSplit>(plan, path.empty() ? "" : path + '.');
    std::size_t groups = 0;
    std::set<std::string> names;
    for (const auto& place : places) {
        groups += place.split->groups.size();
        if (groups > static_cast<std::size_t>(PartitionPlan::mostGroups))
            throw InputError(
                place.path + "groups", fmt::format("a list of {}", place.split->groups.size()),
                fmt::format("at most {} groups in all", PartitionPlan::mostGroups));
        if (place.level > PartitionPlan::mostLevels)
            throw InputError(
                place.path.substr(0, place.path.size() - 1), fmt::format("level {}", place.level),
                fmt::format(
                    "none, as groups go at most {} levels deep", PartitionPlan::mostLevels));
        validateSplit(place, names);
    }
}

void to_json(Json& json, const PartitionPlan& plan) {
    json = Json::object();
    json["parterre_plan"] = PartitionPlan::formatVersion;
    json["device"] = plan.device;
    if (plan.madeFor)
        json["made_for"] = originToJson(*plan.madeFor);
    writeSplit(json, plan);
}

PartitionPlan planFromJson(const JsonReader& reader) {
    reader.integer("parterre_plan", 1, PartitionPlan::formatVersion);
    PartitionPlan plan;
    plan.device = reader.string("device", "");
    if (reader.has("made_for"))
        plan.madeFor = originFromJson(reader.object("made_for"));
    readSplit(plan, reader, {"parterre_plan", "device", "made_for"});
    validate(plan, reader.path());
    return plan;
}

std::string defaultGroupName(int index) {
    std::string name;
    for (int rest = index; rest >= 0; rest = rest / 26 - 1)
        name.insert(name.begin(), static_cast<char>('A' + rest % 26));
    return name;
}

PartitionPlan planOfCounts(std::string device, const std::vector<int>& smCounts) {
    PartitionPlan plan;
    plan.device = std::move(device);
    for (const int count : smCounts) {
        PlanGroup group;
        group.name = defaultGroupName(static_cast<int>(plan.groups.size()));
        group.smCount = count;
        plan.groups.push_back(std::move(group));
    }
    return plan;
}

} // namespace parterre
