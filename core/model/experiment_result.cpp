// SPDX-License-Identifier: Apache-2.0
#include "core/model/experiment_result.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace parterre {
namespace {

constexpr int mostDecimals = 6;

Json jsonOf(const ExperimentCell& cell) {
    if (const auto* number = std::get_if<double>(&cell)) {
        // So that 8 SMs are not 8.0 of them.
        constexpr double exact = 1e15;
        if (std::floor(*number) == *number && std::abs(*number) < exact)
            return static_cast<std::int64_t>(*number);
        return *number;
    }
    if (const auto* text = std::get_if<std::string>(&cell))
        return *text;
    return nullptr;
}

ExperimentCell cellFromJson(const JsonReader& row, const std::string& column) {
    if (!row.has(column))
        return {};
    if (row.raw(column).is_string())
        return row.string(column);
    return row.number(column, 0);
}

} // namespace

std::string textOf(const ExperimentCell& cell, const ExperimentColumn& column) {
    if (const auto* number = std::get_if<double>(&cell)) {
        const std::string digits = fmt::format("{:.{}f}", *number, column.decimals);
        const bool isNought = digits.find_first_not_of("-0.") == std::string::npos;
        return isNought && digits.front() == '-' ? digits.substr(1) : digits;
    }
    const auto* text = std::get_if<std::string>(&cell);
    return text == nullptr ? std::string() : *text;
}

void to_json(Json& json, const ExperimentResult& result) {
    json = {
        {"experiment", result.experiment},
        {"parameters", result.parameters},
        {"device", result.device},
        {"device_name", result.deviceName},
        {"driver_version", result.driverVersion},
        {"provenance", result.provenance},
        {"date", result.date},
        {"sentence", result.sentence},
        {"columns", Json::array()},
        {"rows", Json::array()},
        {"chart", result.chart}};
    for (const ExperimentColumn& column : result.columns)
        json["columns"].push_back(
            {{"name", column.name},
             {"title", column.title},
             {"unit", column.unit},
             {"decimals", column.decimals}});
    for (const std::vector<ExperimentCell>& row : result.rows) {
        Json cells = Json::object();
        for (std::size_t i = 0; i < row.size(); ++i)
            cells[result.columns[i].name] = jsonOf(row[i]);
        json["rows"].push_back(std::move(cells));
    }
    if (result.plan)
        json["plan"] = *result.plan;
}

ExperimentResult experimentResultFromJson(const JsonReader& reader) {
    ExperimentResult result;
    result.experiment = experimentInfoFromJson(reader.object("experiment"));
    result.parameters = experimentParametersFromJson(reader.object("parameters"));
    result.device = reader.string("device");
    result.deviceName = reader.string("device_name");
    result.driverVersion =
        static_cast<int>(reader.integer("driver_version", 0, std::numeric_limits<int>::max(), 0));
    result.provenance = reader.string("provenance", "");
    result.date = reader.string("date", "");
    result.sentence = reader.string("sentence");
    reader.forEach("columns", [&](const JsonReader& column) {
        result.columns.push_back(
            {column.string("name"), column.string("title"), column.string("unit", ""),
             static_cast<int>(column.integer("decimals", 0, mostDecimals, 0))});
    });
    reader.forEach("rows", [&](const JsonReader& row) {
        std::vector<ExperimentCell> cells;
        for (const ExperimentColumn& column : result.columns)
            cells.push_back(cellFromJson(row, column.name));
        result.rows.push_back(std::move(cells));
    });
    result.chart = chartFromJson(reader.object("chart"));
    if (reader.has("plan"))
        result.plan = planFromJson(reader.object("plan"));
    return result;
}

} // namespace parterre
