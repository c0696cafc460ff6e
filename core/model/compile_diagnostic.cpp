// SPDX-License-Identifier: Apache-2.0
#include "core/model/compile_diagnostic.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace parterre {
namespace {

using Severity = CompileDiagnostic::Severity;

const std::vector<std::pair<std::string_view, Severity>>& words() {
    static const std::vector<std::pair<std::string_view, Severity>> all{
        {"error", Severity::error}, {"warning", Severity::warning}, {"note", Severity::note}};
    return all;
}

std::string_view wordFor(Severity severity) {
    for (const auto& [word, one] : words())
        if (one == severity)
            return word;
    return "error";
}

} // namespace

std::string toText(const CompileDiagnostic& diagnostic) {
    std::string place = diagnostic.file;
    for (const int number : {diagnostic.line, diagnostic.column}) {
        if (number > 0)
            place += fmt::format(":{}", number);
    }
    return fmt::format(
        "{}{}{}: {}", place, place.empty() ? "" : ": ", wordFor(diagnostic.severity),
        diagnostic.message);
}

void to_json(Json& json, const CompileDiagnostic& diagnostic) {
    json = Json::object();
    json["file"] = diagnostic.file;
    json["line"] = diagnostic.line;
    json["column"] = diagnostic.column;
    json["severity"] = wordFor(diagnostic.severity);
    json["message"] = diagnostic.message;
}

CompileDiagnostic compileDiagnosticFromJson(const JsonReader& reader) {
    constexpr int most = 1 << 30;
    return {
        reader.string("file", ""), static_cast<int>(reader.integer("line", 0, most, 0)),
        static_cast<int>(reader.integer("column", 0, most, 0)),
        reader.word("severity", words(), Severity::error), reader.string("message", "")};
}

} // namespace parterre
