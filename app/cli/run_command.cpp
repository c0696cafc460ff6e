// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/preview_text.h"
#include "app/cli/run_recorder.h"
#include "app/cli/stop_signals.h"
#include "app/cli/text_table.h"
#include "core/engine/partition_session.h"
#include "core/model/id_ranges.h"
#include "core/workload/catalogue.h"

#include <fmt/format.h>
#include <fmt/os.h>

#include <cerrno>
#include <map>
#include <system_error>
#include <unistd.h>

namespace parterre::cli {
namespace {

/// Gives the plan's partitions the workloads of the command line, and checks all names: a wrong one
/// must be found before anything is made.
void assignWorkloads(PartitionPlan& plan, const std::vector<std::string>& workloads) {
    std::vector<std::string*> places;
    for (PlanGroup& group : plan.groups)
        places.push_back(&group.workload);
    if (plan.partitionRemainder)
        places.push_back(&plan.remainderWorkload);
    if (workloads.size() > places.size())
        throw InputError(
            "--workload", fmt::format("a list of {}", workloads.size()),
            fmt::format("at most one name for each partition, {} here", places.size()));
    for (const std::string& name : workloads)
        Catalogue::find(name, "--workload");
    for (std::size_t i = 0; i < places.size() && !workloads.empty(); ++i)
        *places[i] = workloads[std::min(i, workloads.size() - 1)];

    bool isAnyBusy = false;
    for (const std::string* name : places) {
        if (!name->empty())
            Catalogue::find(*name, "the plan's workload");
        isAnyBusy = isAnyBusy || !name->empty();
    }
    if (!isAnyBusy)
        throw InputError("--workload", "missing", "a name, since the plan has none of its own");
}

/// What one partition did in all.
struct Result {
    const PartitionReport* report = nullptr;
    const std::vector<Sample>* samples = nullptr;
    std::string unit;
    double throughput = 0;
};

Json jsonOf(const Result& result) {
    Json samples = Json::array();
    for (const Sample& sample : *result.samples)
        samples.push_back(sample);
    return {
        {"observed_sm_ids", result.report->observedSmIds},
        {"workload", result.report->workload},
        {"samples", std::move(samples)},
        {"throughput", result.throughput},
        {"unit", result.unit}};
}

/// The preview's fields, and what was measured in each group; the remainder's, where that was
/// partitioned.
Json documentOf(const AppliedPlan& applied, const std::vector<Result>& results) {
    Json document = applied.preview();
    std::map<std::string, double> totals;
    for (std::size_t i = 0; i < results.size(); ++i) {
        Json& place =
            results[i].report->isRemainder ? document["remainder"] : document["groups"][i];
        place.update(jsonOf(results[i]));
        if (!results[i].unit.empty())
            totals[results[i].unit] += results[i].throughput;
    }
    document["throughput_total"] = totals;
    return document;
}

void printTable(const std::vector<Result>& results) {
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
    std::map<std::string, double> totals;
    for (const Result& result : results) {
        const PartitionReport& report = *result.report;
        table.addRow(
            {report.name, std::to_string(report.requestedSmCount), std::to_string(report.smCount),
             std::to_string(report.observedSmIds.size()), report.workload,
             result.unit.empty() ? "" : fmt::format("{:.3f}", result.throughput), result.unit,
             std::to_string(result.samples->size()), rangesOf(report.observedSmIds)});
        if (!result.unit.empty())
            totals[result.unit] += result.throughput;
    }
    for (const auto& [unit, total] : totals)
        table.addRow({"(together)", "", "", "", "", fmt::format("{:.3f}", total), unit, "", ""});
    fmt::print("{}", table.text());
}

/// RFC 4180: a field with a comma, a quote or a line end is quoted.
std::string csvField(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

/// Throws std::system_error if that fails.
void writeCsv(std::FILE* file, const std::vector<Result>& results) {
    fmt::print(file, "partition,name,workload,time_s,duration_s,rate,unit\n");
    for (const Result& result : results)
        for (const Sample& sample : *result.samples)
            fmt::print(
                file, "{},{},{},{:.6f},{:.6f},{:.6g},{}\n", sample.partition,
                csvField(result.report->name), result.report->workload, sample.time,
                sample.duration, sample.rate, result.unit);
    if (std::fflush(file) != 0)
        throw std::system_error(errno, std::generic_category(), "--csv");
}

struct FileCloser {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, FileCloser>;

/// Opened before the run, so that a path which can't be written costs no measurement; what it held
/// stays until the plan is applied.
File openCsv(const std::string& path) {
    if (path.empty())
        return nullptr;
    File file(std::fopen(path.c_str(), "a"));
    if (file == nullptr)
        throw InputError("--csv", '"' + path + '"', "a file that can be written");
    return file;
}

void empty(std::FILE* file) {
    // A pipe or a terminal can't be emptied, and needn't be.
    [[maybe_unused]] const int failed = ftruncate(fileno(file), 0);
}

} // namespace

ExitStatus runPlan(DeviceRegistry& registry, RunArguments arguments) {
    assignWorkloads(arguments.plan, arguments.workloads);
    const OpenDevice device = registry.open(arguments.plan.device, "--device");
    const File csv = openCsv(arguments.csvFile);

    RunRecorder recorder(arguments.plan.groups.size() + 1);
    PartitionSession session(device, recorder.callbacks());
    const StopSignals signals;
    ApplyHooks hooks;
    hooks.stop = signals.token();
    std::shared_ptr<const AppliedPlan> applied;
    try {
        applied = session.apply(arguments.plan, std::move(hooks));
    } catch (const Cancelled&) {
        fmt::print(stderr, "parterre-cli: stopped before anything ran\n");
        return signals.status();
    }
    printDiagnostics(applied->preview().diagnostics);
    if (csv != nullptr)
        empty(csv.get());

    session.run({});
    recorder.wait(arguments.seconds, signals.token());
    session.stop({});

    std::vector<Result> results;
    const auto& partitions = applied->partitions();
    for (std::size_t i = 0; i < partitions.size(); ++i) {
        Result result{&partitions[i].report, &recorder.samples(i), "", 0};
        if (!result.report->workload.empty())
            result.unit = Catalogue::find(result.report->workload).unit;
        if (const auto totals = session.totals(static_cast<int>(i)))
            result.throughput = totals->rate();
        results.push_back(std::move(result));
    }
    if (arguments.json)
        fmt::print("{}\n", documentOf(*applied, results).dump(2));
    else
        printTable(results);
    if (csv != nullptr)
        writeCsv(csv.get(), results);
    if (recorder.error() != nullptr)
        std::rethrow_exception(recorder.error());
    return signals.status();
}

} // namespace parterre::cli
