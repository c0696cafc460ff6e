// SPDX-License-Identifier: Apache-2.0
#include "core/report/experiment_csv.h"

#include "core/report/csv_field.h"

#include <fmt/format.h>

namespace parterre {
namespace {

/// All digits of a number, for programs to read.
std::string exactTextOf(const ExperimentCell& cell, const ExperimentColumn& column) {
    const auto* number = std::get_if<double>(&cell);
    return number != nullptr ? fmt::format("{:.10g}", *number) : textOf(cell, column);
}

} // namespace

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

} // namespace parterre
