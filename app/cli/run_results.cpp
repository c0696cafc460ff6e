// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_results.h"

#include "app/cli/text_table.h"
#include "app/cli/tree_order.h"
#include "core/model/id_ranges.h"
#include "core/report/csv_field.h"

#include <fmt/format.h>
#include <fmt/os.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <system_error>

namespace parterre::cli {
namespace {

Json jsonOf(const RunResult& result) {
    if (result.report->isSplit) // what ran, ran in its groups
        return {{"observed_sm_ids", result.report->observedSmIds}};
    Json samples = Json::array();
    for (const Sample& sample : *result.samples)
        samples.push_back(sample);
    Json json = {
        {"observed_sm_ids", result.report->observedSmIds},
        {"workload", result.report->workload},
        {"workload_parameters", result.report->workloadParameters},
        {"samples", std::move(samples)},
        {"throughput", result.throughput},
        {"unit", result.unit}};
    if (!result.remark.empty())
        json["remark"] = result.remark;
    if (const LatencyHistogram& latencies = result.latencies; latencies.count() > 0)
        json["latency"] = {
            {"launches", latencies.count()},
            {"p50", latencies.quantile(0.5)},
            {"p99", latencies.quantile(0.99)},
            {"max", latencies.largest()}};
    return json;
}

/// The object of a partition, the `index`-th one, in a preview's document.
Json& placeOf(Json& document, const PartitionReport& report, std::size_t index) {
    if (report.parent.empty())
        return report.isRemainder ? document["remainder"] : document["groups"][index];
    Json& nested = document["nested"];
    return *std::find_if(nested.begin(), nested.end(), [&](const Json& item) {
        return item["parent"] == report.parent && item["is_remainder"] == report.isRemainder &&
               (report.isRemainder || item["name"] == report.name);
    });
}

/// Throughputs that add up, by unit.
std::map<std::string, double> totalsOf(const std::vector<RunResult>& results) {
    std::map<std::string, double> totals;
    for (const RunResult& result : results)
        if (!result.unit.empty() && result.isAdditive)
            totals[result.unit] += result.throughput;
    return totals;
}

} // namespace

Json documentOf(const AppliedPlan& applied, const std::vector<RunResult>& results) {
    Json document = applied.preview();
    for (std::size_t i = 0; i < results.size(); ++i)
        placeOf(document, *results[i].report, i).update(jsonOf(results[i]));
    document["throughput_total"] = totalsOf(results);
    return document;
}

void printResults(const std::vector<RunResult>& results) {
    using Align = TextTable::Align;
    TextTable table(
        {{"PARTITION"},
         {"REQUESTED", Align::right},
         {"SMS", Align::right},
         {"OBSERVED", Align::right},
         {"WORKLOAD"},
         {"THROUGHPUT", Align::right},
         {"UNIT"},
         {"SAMPLES", Align::right},
         {"SM IDS"}});
    const auto add = [&](const RunResult& result, std::size_t level) {
        const PartitionReport& report = *result.report;
        table.addRow(
            {indented(report.name, level), std::to_string(report.requestedSmCount),
             std::to_string(report.smCount), std::to_string(report.observedSmIds.size()),
             report.workload, result.unit.empty() ? "" : fmt::format("{:.3f}", result.throughput),
             result.unit, report.isSplit ? "" : std::to_string(result.samples->size()),
             rangesOf(report.observedSmIds)});
    };
    inTreeOrder(
        results, {}, [](const RunResult& one) { return one.report->parent; },
        [](const RunResult& one) { return one.report->name; }, add);
    for (const auto& [unit, total] : totalsOf(results))
        table.addRow({"(together)", "", "", "", "", fmt::format("{:.3f}", total), unit, "", ""});
    fmt::print("{}", table.text());
    for (const RunResult& result : results) {
        if (const LatencyHistogram& latencies = result.latencies; latencies.count() > 0)
            fmt::print(
                "{}: median {:.1f} µs, 99th percentile {:.1f} µs, largest {:.1f} µs of {} "
                "launches\n",
                result.report->name, latencies.quantile(0.5), latencies.quantile(0.99),
                latencies.largest(), latencies.count());
        if (!result.remark.empty())
            fmt::print("{}: {}\n", result.report->name, result.remark);
    }
}

void writeCsv(std::FILE* file, const std::vector<RunResult>& results) {
    fmt::print(file, "partition,name,workload,time_s,duration_s,rate,unit\n");
    for (const RunResult& result : results)
        for (const Sample& sample : *result.samples)
            fmt::print(
                file, "{},{},{},{:.6f},{:.6f},{:.6g},{}\n", sample.partition,
                csvField(result.report->name), result.report->workload, sample.time,
                sample.duration, sample.rate, result.unit);
    if (std::fflush(file) != 0)
        throw std::system_error(errno, std::generic_category(), "--csv");
}

} // namespace parterre::cli
