// SPDX-License-Identifier: Apache-2.0
#include "core/model/split_units.h"

#include <algorithm>

namespace parterre {
namespace {

constexpr std::int64_t mostSms = 1 << 20;

bool isSmId(const Json& value) {
    return value.is_number_unsigned() && value.get<std::uint64_t>() < mostSms;
}

bool areIds(const Json& value, const std::vector<int>& smCounts) {
    if (!value.is_array() || value.size() != smCounts.size())
        return false;
    for (std::size_t i = 0; i < smCounts.size(); ++i)
        if (!value[i].is_array() || value[i].size() != static_cast<std::size_t>(smCounts[i]) ||
            !std::all_of(value[i].begin(), value[i].end(), isSmId))
            return false;
    return true;
}

} // namespace

int SplitUnits::smCount() const {
    return smCounts.empty() ? 0 : *std::max_element(smCounts.begin(), smCounts.end());
}

void to_json(Json& json, const SplitUnits& units) {
    json = Json::object();
    json["ignore_coscheduling"] = units.ignoreCoscheduling;
    json["sm_counts"] = units.smCounts;
    json["sm_ids"] = units.smIds ? Json(*units.smIds) : Json();
}

SplitUnits splitUnitsFromJson(const JsonReader& reader) {
    SplitUnits units;
    units.ignoreCoscheduling = reader.boolean("ignore_coscheduling", false);
    units.smCounts = reader.integers("sm_counts", 0, mostSms);
    if (!reader.has("sm_ids"))
        return units;
    const Json& ids = reader.raw("sm_ids");
    if (!areIds(ids, units.smCounts))
        throw InputError(
            reader.pathOf("sm_ids"), "something else",
            "null, or for each unit a list of as many SM ids as it has SMs");
    units.smIds = ids.get<std::vector<std::vector<int>>>();
    return units;
}

} // namespace parterre
