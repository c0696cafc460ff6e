// SPDX-License-Identifier: Apache-2.0
#include "core/model/diagnostic.h"

namespace parterre {
namespace {

const std::vector<std::pair<std::string_view, Severity>> severities{
    {"info", Severity::info}, {"warning", Severity::warning}, {"error", Severity::error}};

const std::vector<std::pair<std::string_view, Fix::Kind>> fixKinds{
    {"set_sm_count", Fix::Kind::setSmCount},
    {"set_group_count", Fix::Kind::setGroupCount},
    {"use_remainder", Fix::Kind::useRemainder},
    {"use_smallest_units", Fix::Kind::useSmallestUnits},
    {"set_hardware_connections", Fix::Kind::setHardwareConnections}};

} // namespace

std::string_view severityWord(Severity severity) {
    return severities[static_cast<std::size_t>(severity)].first;
}

void to_json(Json& json, const Diagnostic& diagnostic) {
    json = Json::object();
    json["severity"] = severityWord(diagnostic.severity);
    json["code"] = diagnostic.code;
    json["group"] = diagnostic.group;
    json["message"] = diagnostic.message;
    json["why"] = diagnostic.why;
    json["hint"] = diagnostic.hint;
    if (diagnostic.fix)
        json["fix"] = {
            {"title", diagnostic.fix->title},
            {"kind", fixKinds[static_cast<std::size_t>(diagnostic.fix->kind)].first},
            {"value", diagnostic.fix->value}};
    if (!diagnostic.split.empty())
        json["split"] = diagnostic.split;
}

Diagnostic diagnosticFromJson(const JsonReader& reader) {
    Diagnostic result;
    result.severity = reader.word("severity", severities, Severity::info);
    result.code = reader.string("code");
    result.group = reader.string("group", "");
    result.message = reader.string("message");
    result.why = reader.string("why", "");
    result.hint = reader.string("hint", "");
    if (reader.has("fix")) {
        const JsonReader fix = reader.object("fix");
        result.fix =
            Fix{fix.string("title"), fix.word("kind", fixKinds, Fix::Kind::setSmCount),
                static_cast<int>(fix.integer("value", 0, 1 << 20, 0))};
    }
    result.split = reader.string("split", "");
    return result;
}

} // namespace parterre
