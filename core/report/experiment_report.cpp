// SPDX-License-Identifier: Apache-2.0
#include "core/report/experiment_report.h"

#include "core/model/driver_version.h"
#include "core/report/markup.h"
#include "core/report/svg_chart.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace parterre {
namespace {

constexpr const char* style = R"(<style>
:root{color-scheme:light dark}
body{font:15px/1.45 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}
h1{font-size:1.5rem;margin-bottom:.3rem}h2{font-size:1.1rem;margin-top:1.8rem}
.result{font-size:1.1rem;border-left:4px solid #0072b2;padding:.2rem 0 .2rem .8rem}
svg{width:100%;height:auto}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:0}dt{color:#666}dd{margin:0}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .6rem;border-bottom:1px solid #0003;text-align:left;vertical-align:top}
.n{text-align:right}
@media(prefers-color-scheme:dark){body{color:#ddd;background:#1b1d1f}dt{color:#aaa}th,td{border-color:#fff3}}
</style>
)";

void addFact(std::string& html, const char* name, const std::string& value) {
    if (!value.empty())
        html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", name, escaped(value));
}

std::string workloadText(const ExperimentParameters& parameters) {
    std::string text = parameters.workload;
    for (const auto& [name, value] : parameters.workloadParameters)
        text += fmt::format(", {} {}", name, value);
    return text;
}

std::string facts(const ExperimentResult& result) {
    const ExperimentParameters& parameters = result.parameters;
    std::string html = "<dl>\n";
    addFact(html, "GPU", fmt::format("{} ({})", result.deviceName, result.device));
    addFact(html, "Driver", driverVersionText(result.driverVersion));
    addFact(
        html, "Measured",
        result.date + (result.provenance.empty() ? ", on the GPU itself" : ", on a simulated GPU"));
    addFact(html, "The GPU's figures", result.provenance);
    addFact(html, "Kernel", workloadText(parameters));
    for (const WorkloadGoal& goal : parameters.goals)
        addFact(html, "Goal", textOf(goal));
    addFact(html, "SMs", fmt::format("{}", fmt::join(parameters.smCounts, ", ")));
    if (parameters.seconds > 0)
        addFact(html, "Each measurement", fmt::format("{} s", parameters.seconds));
    addFact(html, "Runs", std::to_string(parameters.runs));
    addFact(html, "Seed of the order", std::to_string(parameters.seed));
    return html + "</dl>\n";
}

std::string table(const ExperimentResult& result) {
    std::vector<const char*> classes;
    for (std::size_t i = 0; i < result.columns.size(); ++i) {
        const bool isText =
            std::any_of(result.rows.begin(), result.rows.end(), [&](const auto& row) {
                return std::holds_alternative<std::string>(row[i]);
            });
        classes.push_back(isText ? "" : " class=\"n\"");
    }
    std::string html = "<div class=\"wide\"><table>\n<tr>";
    for (std::size_t i = 0; i < result.columns.size(); ++i) {
        const ExperimentColumn& column = result.columns[i];
        html += fmt::format(
            "<th{}>{}</th>", classes[i],
            escaped(column.title + (column.unit.empty() ? "" : ", " + column.unit)));
    }
    html += "</tr>\n";
    for (const auto& row : result.rows) {
        html += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i)
            html += fmt::format(
                "<td{}>{}</td>", classes[i], escaped(textOf(row[i], result.columns[i])));
        html += "</tr>\n";
    }
    return html + "</table></div>\n";
}

} // namespace

std::string reportOf(const ExperimentResult& result) {
    const std::string title = fmt::format("{}: {}", result.deviceName, result.experiment.title);
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>{0}</title>\n{1}</head>\n"
        "<body>\n<h1>{0}</h1>\n<p>{2}</p>\n<p class=\"result\">{3}</p>\n{4}"
        "<h2>Measured</h2>\n{5}<h2>Numbers</h2>\n{6}<h2>How it was measured</h2>\n<p>{7}</p>\n"
        "</body>\n</html>\n",
        escaped(title), style, escaped(result.experiment.description), escaped(result.sentence),
        svgOf(result.chart), facts(result), table(result), escaped(result.experiment.method));
}

} // namespace parterre
