// SPDX-License-Identifier: Apache-2.0
#include "core/model/preview.h"

#include <algorithm>

namespace parterre {
namespace {

constexpr std::int64_t mostSms = 1 << 20;

Json idsToJson(const std::optional<std::vector<int>>& ids) {
    return ids ? Json(*ids) : Json();
}

std::optional<std::vector<int>> idsFromJson(const JsonReader& reader) {
    if (!reader.has("sm_ids"))
        return std::nullopt;
    return reader.integers("sm_ids", 0, mostSms);
}

int smCount(const JsonReader& reader, std::string_view key) {
    return static_cast<int>(reader.integer(key, 0, mostSms, 0));
}

Json groupToJson(const PreviewGroup& group) {
    Json json = Json::object();
    json["name"] = group.name;
    json["requested_sm_count"] = group.requestedSmCount;
    json["sm_count"] = group.smCount;
    json["min_partition_size"] = group.minPartitionSize;
    json["coscheduled_alignment"] = group.coscheduledAlignment;
    json["sm_ids"] = idsToJson(group.smIds);
    json["units"] = group.units;
    return json;
}

PreviewGroup groupFromJson(const JsonReader& reader) {
    return {
        reader.string("name"),
        smCount(reader, "requested_sm_count"),
        smCount(reader, "sm_count"),
        smCount(reader, "min_partition_size"),
        smCount(reader, "coscheduled_alignment"),
        idsFromJson(reader),
        reader.integers("units", 0, mostSms)};
}

Json nestedToJson(const NestedPreview& nested) {
    Json json = groupToJson(nested.part);
    if (!nested.isKnown)
        for (const char* key : {"sm_count", "min_partition_size", "coscheduled_alignment"})
            json[key] = nullptr;
    json["parent"] = nested.parent;
    json["is_remainder"] = nested.isRemainder;
    return json;
}

} // namespace

bool Preview::hasErrors() const {
    return std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& diagnostic) {
        return diagnostic.severity == Severity::error;
    });
}

void to_json(Json& json, const Preview& preview) {
    json = Json::object();
    json["device"] = preview.device;
    json["strategy"] = strategyWord(preview.strategy);
    json["driver_version"] = preview.driverVersion;
    json["groups"] = Json::array();
    for (const PreviewGroup& group : preview.groups)
        json["groups"].push_back(groupToJson(group));
    json["remainder"] = Json::object();
    json["remainder"]["sm_count"] = preview.remainder.smCount;
    json["remainder"]["sm_ids"] = idsToJson(preview.remainder.smIds);
    if (!preview.nested.empty())
        json["nested"] = Json::array();
    for (const NestedPreview& nested : preview.nested)
        json["nested"].push_back(nestedToJson(nested));
    json["grantable_sm_counts"] = preview.grantableSmCounts;
    json["unit_sm_counts"] = preview.unitSmCounts;
    json["calls"] = preview.calls;
    json["diagnostics"] = Json::array();
    for (const Diagnostic& diagnostic : preview.diagnostics)
        json["diagnostics"].push_back(diagnostic);
}

Preview previewFromJson(const JsonReader& reader) {
    Preview preview;
    preview.device = reader.string("device");
    preview.strategy = strategyFromWord(reader.string("strategy"), reader.pathOf("strategy"));
    preview.driverVersion = static_cast<int>(reader.integer("driver_version", 0, 1'000'000));
    reader.forEach(
        "groups", [&](const JsonReader& item) { preview.groups.push_back(groupFromJson(item)); });
    reader.forEach("nested", [&](const JsonReader& item) {
        preview.nested.push_back(
            {item.string("parent"), item.boolean("is_remainder", false), item.has("sm_count"),
             groupFromJson(item)});
    });
    const JsonReader remainder = reader.object("remainder");
    preview.remainder = {smCount(remainder, "sm_count"), idsFromJson(remainder)};
    preview.grantableSmCounts = reader.integers("grantable_sm_counts", 0, mostSms);
    preview.unitSmCounts = reader.integers("unit_sm_counts", 0, mostSms);
    preview.calls = reader.strings("calls");
    reader.forEach("diagnostics", [&](const JsonReader& item) {
        preview.diagnostics.push_back(diagnosticFromJson(item));
    });
    return preview;
}

} // namespace parterre
