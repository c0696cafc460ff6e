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
    group.unknown = reader.unknownFields(
        {"name", "colour", "sm_count", "units", "coscheduled_sm_count",
         "preferred_coscheduled_sm_count", "backfill", "workqueue", "workload",
         "workload_parameters"});
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
    json.update(group.unknown);
    return json;
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

bool PartitionPlan::hasEqualGroups() const {
    return std::all_of(groups.begin(), groups.end(), [&](const PlanGroup& group) {
        return group.smCount == groups.front().smCount;
    });
}

int PartitionPlan::requestedSmCount() const {
    return std::accumulate(groups.begin(), groups.end(), 0, [](int sum, const PlanGroup& group) {
        return sum + group.smCount;
    });
}

void validate(const PartitionPlan& plan, const std::string& path) {
    const std::string root = path.empty() ? "" : path + '.';
    if (plan.groups.size() > static_cast<std::size_t>(PartitionPlan::mostGroups))
        throw InputError(
            root + "groups", fmt::format("a list of {}", plan.groups.size()),
            fmt::format("at most {} groups", PartitionPlan::mostGroups));
    if (plan.ignoreCoscheduling && plan.maxCluster)
        throw InputError(
            root + "max_cluster", "true while ignore_coscheduling is true",
            "one of the two; the driver refuses both together");
    std::set<std::string> names;
    std::set<int> units;
    for (std::size_t i = 0; i < plan.groups.size(); ++i) {
        const PlanGroup& group = plan.groups[i];
        const std::string at = fmt::format("{}groups[{}].", root, i);
        if (group.name.empty())
            throw InputError(at + "name", "empty", "a name of one letter or more");
        if (!names.insert(group.name).second)
            throw InputError(at + "name", '"' + group.name + '"', "a name no other group has");
        if (!isColour(group.colour))
            throw InputError(at + "colour", '"' + group.colour + '"', "#rrggbb");
        checkCount(at + "sm_count", group.smCount);
        checkCount(at + "coscheduled_sm_count", group.coscheduledSmCount);
        checkCount(at + "preferred_coscheduled_sm_count", group.preferredCoscheduledSmCount);
        for (const int unit : group.units)
            if (!units.insert(unit).second)
                throw InputError(at + "units", std::to_string(unit), "units no other group has");
    }
}

void to_json(Json& json, const PartitionPlan& plan) {
    json = Json::object();
    json["parterre_plan"] = PartitionPlan::formatVersion;
    json["device"] = plan.device;
    if (plan.madeFor)
        json["made_for"] = originToJson(*plan.madeFor);
    json["strategy"] = strategyWord(plan.strategy);
    json["ignore_coscheduling"] = plan.ignoreCoscheduling;
    json["max_cluster"] = plan.maxCluster;
    json["partition_remainder"] = plan.partitionRemainder;
    if (!plan.remainderWorkload.empty())
        json["remainder_workload"] = plan.remainderWorkload;
    if (!plan.remainderWorkloadParameters.empty())
        json["remainder_workload_parameters"] = plan.remainderWorkloadParameters;
    json["groups"] = Json::array();
    for (const PlanGroup& group : plan.groups)
        json["groups"].push_back(groupToJson(group));
    json.update(plan.unknown);
}

PartitionPlan planFromJson(const JsonReader& reader) {
    reader.integer("parterre_plan", 1, PartitionPlan::formatVersion);
    PartitionPlan plan;
    plan.device = reader.string("device", "");
    if (reader.has("made_for"))
        plan.madeFor = originFromJson(reader.object("made_for"));
    plan.strategy = reader.word("strategy", strategies, Strategy::automatic);
    plan.ignoreCoscheduling = reader.boolean("ignore_coscheduling", false);
    plan.maxCluster = reader.boolean("max_cluster", false);
    plan.partitionRemainder = reader.boolean("partition_remainder", false);
    plan.remainderWorkload = reader.string("remainder_workload", "");
    plan.remainderWorkloadParameters =
        workloadParametersFromJson(reader, "remainder_workload_parameters");
    reader.forEach(
        "groups", [&](const JsonReader& group) { plan.groups.push_back(groupFromJson(group)); });
    plan.unknown = reader.unknownFields(
        {"parterre_plan", "device", "made_for", "strategy", "ignore_coscheduling", "max_cluster",
         "partition_remainder", "remainder_workload", "remainder_workload_parameters", "groups"});
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
