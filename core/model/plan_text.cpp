// SPDX-License-Identifier: Apache-2.0
#include "core/model/plan_text.h"

#include "core/model/json_lines.h"

#include <fmt/format.h>

namespace parterre {

PartitionPlan planFromText(std::string_view text, const std::string& source) {
    const Json json = parseJson(text, source);
    try {
        return planFromJson(JsonReader(json, ""));
    } catch (const InputError& error) {
        throw InputError(
            fmt::format("{}, line {}: {}", source, lineOfField(text, error.field()), error.field()),
            error.value(), error.allowed());
    }
}

std::string textOf(const PartitionPlan& plan) {
    return Json(plan).dump(2) + '\n';
}

} // namespace parterre
