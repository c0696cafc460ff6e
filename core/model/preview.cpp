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
    for (const PreviewGroup& group : preview.groups) {
        Json item = Json::object();
        item["name"] = group.name;
        item["requested_sm_count"] = group.requestedSmCount;
        item["sm_count"] = group.smCount;
        item["min_partition_size"] = group.minPartitionSize;
        item["coscheduled_alignment"] = group.coscheduledAlignment;
        item["sm_ids"] = idsToJson(group.smIds);
        item["units"] = group.units;
        json["groups"].push_back(std::move(item));
    }
    json["remainder"] = Json::object();
    json["remainder"]["sm_count"] = preview.remainder.smCount;
    json["remainder"]["sm_ids"] = idsToJson(preview.remainder.smIds);
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
    reader.forEach("groups", [&](const JsonReader& item) {
        preview.groups.push_back(
            {item.string("name"), smCount(item, "requested_sm_count"), smCount(item, "sm_count"),
             smCount(item, "min_partition_size"), smCount(item, "coscheduled_alignment"),
             idsFromJson(item), item.integers("units", 0, mostSms)});
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
