// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/experiment_texts.h"

#include "app/cli/text_table.h"
#include "core/model/driver_version.h"

#include <fmt/format.h>

#include <algorithm>

namespace parterre::cli {
namespace {

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

} // namespace parterre::cli
