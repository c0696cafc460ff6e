// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/output_file.h"
#include "app/cli/preview_text.h"
#include "app/cli/run_recorder.h"
#include "app/cli/run_results.h"
#include "app/cli/stop_signals.h"
#include "app/cli/timeline_csv.h"
#include "core/engine/partition_session.h"
#include "core/workload/catalogue.h"

#include <fmt/format.h>

#include <cerrno>
#include <map>
#include <system_error>
#include <unistd.h>

namespace parterre::cli {
namespace {

/// Gives the plan's partitions the workloads of the command line, and checks all names: a wrong one
/// must be found before anything is made.
void assignWorkloads(PartitionPlan& plan, const std::vector<WorkloadChoice>& workloads) {
    std::vector<std::pair<std::string*, WorkloadParameters*>> places;
    for (const auto& [split, parent, path, level] : splitsOf(plan)) {
        for (PlanGroup& group : split->groups)
            if (!group.split) // else nothing runs in itself
                places.emplace_back(&group.workload, &group.workloadParameters);
        if (split->partitionRemainder)
            places.emplace_back(&split->remainderWorkload, &split->remainderWorkloadParameters);
    }
    if (workloads.size() > places.size())
        throw InputError(
            "--workload", fmt::format("a list of {}", workloads.size()),
            fmt::format("at most one name for each partition, {} here", places.size()));
    for (const WorkloadChoice& choice : workloads)
        Catalogue::check(
            Catalogue::find(choice.name, "--workload"), choice.parameters,
            fmt::format("--workload {}:", choice.name));
    for (std::size_t i = 0; i < places.size() && !workloads.empty(); ++i) {
        const WorkloadChoice& choice = workloads[std::min(i, workloads.size() - 1)];
        *places[i].first = choice.name;
        *places[i].second = choice.parameters;
    }

    bool isAnyBusy = false;
    for (const auto& [name, parameters] : places) {
        if (!name->empty())
            Catalogue::check(
                Catalogue::find(*name, "the plan's workload"), *parameters,
                "the plan's workload_parameters.");
        isAnyBusy = isAnyBusy || !name->empty();
    }
    if (!isAnyBusy)
        throw InputError("--workload", "missing", "a name, since the plan has none of its own");
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

/// Groups, and what each split leaves over.
std::size_t mostPartitions(const PartitionPlan& plan) {
    std::size_t count = 0;
    for (const auto& place : splitsOf(plan))
        count += place.split->groups.size() + 1;
    return count;
}

/// And says how much of it there is.
void writeTimeline(
    OutputFile& file, const std::string& path, const std::vector<RunResult>& results,
    const RunRecorder& recorder) {
    std::vector<TimelineTrack> tracks;
    std::size_t blocks = 0;
    std::int64_t dropped = 0;
    for (std::size_t i = 0; i < results.size(); ++i) {
        const PartitionReport& report = *results[i].report;
        const TimelineBatch& batch = recorder.timeline(i);
        tracks.push_back(
            {report.isRemainder && report.parent.empty() ? "remainder" : report.name,
             report.workload, batch.blocks});
        blocks += batch.blocks.size();
        dropped += batch.dropped;
    }
    file.commit(path.ends_with(".csv") ? timelineCsv(tracks) : timelineTrace(tracks));
    fmt::print(
        stderr, "parterre-cli: {}: {} blocks{}\n", path, blocks,
        dropped > 0 ? fmt::format(", {} more ran that there was no room to record", dropped) : "");
}

} // namespace

ExitStatus runPlan(DeviceRegistry& registry, RunArguments arguments) {
    assignWorkloads(arguments.plan, arguments.workloads);
    const OpenDevice device = registry.open(arguments.plan.device, "--device");
    if (arguments.kernel)
        requireReal(device); // before anything is made
    requireDifferentFiles(
        {{"--plan", arguments.planFile},
         {"--csv", arguments.csvFile},
         {"--timeline", arguments.timelineFile}});
    const File csv = openCsv(arguments.csvFile);
    std::optional<OutputFile> timeline;
    if (!arguments.timelineFile.empty())
        timeline.emplace(arguments.timelineFile, "--timeline", true);

    RunRecorder recorder(mostPartitions(arguments.plan));
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

    session.run(
        {}, {}, {}, timeline ? std::optional(arguments.timeline) : std::nullopt, arguments.kernel);
    const std::map<int, std::string> remarks = session.remarks();
    recorder.wait(arguments.seconds, signals.token());
    session.stop({});

    std::vector<RunResult> results;
    const auto& partitions = applied->partitions();
    for (std::size_t i = 0; i < partitions.size(); ++i) {
        RunResult result;
        result.report = &partitions[i].report;
        result.samples = &recorder.samples(i);
        if (!result.report->workload.empty()) {
            const WorkloadInfo& workload = Catalogue::find(result.report->workload);
            result.unit = workload.unit;
            result.isAdditive = workload.isAdditive;
        }
        if (const auto remark = remarks.find(static_cast<int>(i)); remark != remarks.end())
            result.remark = remark->second;
        if (const auto totals = session.totals(static_cast<int>(i))) {
            result.throughput = totals->rate();
            result.latencies = totals->latencies();
        }
        results.push_back(std::move(result));
    }
    if (arguments.json)
        fmt::print("{}\n", documentOf(*applied, results).dump(2));
    else
        printResults(results);
    if (csv != nullptr)
        writeCsv(csv.get(), results);
    if (timeline)
        writeTimeline(*timeline, arguments.timelineFile, results, recorder);
    if (recorder.error() != nullptr)
        std::rethrow_exception(recorder.error());
    return signals.status();
}

} // namespace parterre::cli
