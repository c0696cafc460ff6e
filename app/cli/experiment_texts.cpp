// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/experiment_texts.h"

#include "app/cli/csv_field.h"
#include "app/cli/text_table.h"
#include "core/model/driver_version.h"

#include <fmt/format.h>

#include <algorithm>

namespace parterre::cli {
namespace {

/// All digits of a number, for programs to read.
std::string exactTextOf(const ExperimentCell& cell, const ExperimentColumn& column) {
    const auto* number = std::get_if<double>(&cell);
    return number != nullptr ? fmt::format("{:.10g}", *number) : parterre::textOf(cell, column);
}

bool isNumeric(const ExperimentResult& result, std::size_t column) {
    return std::none_of(result.rows.begin(), result.rows.end(), [&](const auto& row) {
        return std::holds_alternative<std::string>(row[column]);
    });
}

} // namespace

std::string textOf(const ExperimentResult& result) {
    using Align = TextTable::Align;
    std::vector<TextTable::Column> columns;
    for (std::size_t i = 0; i < result.columns.size(); ++i) {
        const ExperimentColumn& column = result.columns[i];
        columns.push_back(
            {column.title + (column.unit.empty() ? "" : ", " + column.unit),
             isNumeric(result, i) ? Align::right : Align::left});
    }
    TextTable table(std::move(columns));
    for (const auto& row : result.rows) {
        std::vector<std::string> cells;
        for (std::size_t i = 0; i < row.size(); ++i)
            cells.push_back(parterre::textOf(row[i], result.columns[i]));
        table.addRow(std::move(cells));
    }
    return fmt::format(
        "{}\n\n{}\n{} ({}), driver {}. {}\n", result.sentence, table.text(), result.device,
        result.deviceName, driverVersionText(result.driverVersion),
        result.provenance.empty() ? "" : result.provenance + '.');
}

std::string csvOf(const ExperimentResult& result) {
    std::string text;
    const auto addLine = [&](const auto& fieldAt) {
        for (std::size_t i = 0; i < result.columns.size(); ++i)
            text += (i > 0 ? "," : "") + csvField(fieldAt(i));
        text += '\n';
    };
    addLine([&](std::size_t i) {
        const ExperimentColumn& column = result.columns[i];
        return column.name + (column.unit.empty() ? "" : " (" + column.unit + ")");
    });
    for (const auto& row : result.rows)
        addLine([&](std::size_t i) { return exactTextOf(row[i], result.columns[i]); });
    return text;
}

} // namespace parterre::cli
