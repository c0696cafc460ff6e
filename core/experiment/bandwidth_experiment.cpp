// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/bandwidth_experiment.h"

#include "core/experiment/experiment_run.h"
#include "core/experiment/spread.h"
#include "core/model/input_error.h"
#include "core/workload/catalogue.h"

#include <fmt/format.h>

#include <algorithm>

namespace parterre {
namespace {

constexpr const char* computing = "fma";
constexpr const char* copying = "copy";

/// One kernel in the first partition, and what runs in the others meanwhile.
struct Case {
    std::string workload;
    WorkloadParameters parameters{};
    std::string neighbour{}; ///< empty: nothing
    std::vector<double> rates{};
};

/// Each kernel alone first.
std::vector<Case> casesOf(const ExperimentParameters& parameters) {
    std::vector<Case> cases;
    for (const char* neighbour : {"", computing, copying})
        cases.push_back({parameters.workload, parameters.workloadParameters, neighbour});
    if (parameters.workload != computing)
        for (const char* neighbour : {"", computing, copying})
            cases.push_back({computing, {}, neighbour});
    return cases;
}

std::string textOf(const Case& each) {
    return each.neighbour.empty() ? each.workload + " alone"
                                  : each.workload + " beside " + each.neighbour;
}

/// A quarter of the GPU, in whole steps; all the rest is its neighbour's.
int usualSize(const SmResource& all) {
    constexpr unsigned part = 4;
    const unsigned alignment = std::max(all.coscheduledAlignment(), 1U);
    return static_cast<int>(
        std::max(all.smCount() / part / alignment * alignment, all.minPartitionSize()));
}

void fill(
    ExperimentResult& result, const std::vector<Case>& cases,
    const std::vector<ExperimentPartition>& partitions) {
    result.columns = {
        {"workload", "kernel", "", 0},
        {"neighbour", "in the other partitions", "", 0},
        {"rate", "median", "", 3},
        {"rate_min", "lowest", "", 3},
        {"rate_max", "highest", "", 3},
        {"unit", "unit", "", 0},
        {"kept", "kept of alone", "%", 1},
        {"lost", "lost", "%", 1},
        {"runs", "runs", "", 0}};
    Chart& chart = result.chart;
    chart.x = {"kernel, and what runs in the other partitions", "", false};
    chart.y = {"rate, in parts of the rate alone", "%", false};
    std::vector<double> keptOf;
    double alone = 0;
    for (const Case& each : cases) {
        constexpr double percent = 100;
        const Spread rate = spreadOf(each.rates);
        if (each.neighbour.empty()) {
            alone = rate.median;
            chart.series.push_back({each.workload, ChartSeries::Mark::bar, {}});
        }
        const double kept = percent * rate.median / alone;
        keptOf.push_back(kept);
        result.rows.push_back(
            {each.workload, each.neighbour.empty() ? "nothing" : each.neighbour, rate.median,
             rate.least, rate.most, Catalogue::find(each.workload).unit, kept, percent - kept,
             static_cast<double>(each.rates.size())});
        const auto x = static_cast<double>(chart.x.categories.size());
        chart.x.categories.push_back(textOf(each));
        chart.series.back().points.push_back(
            {x, kept, percent * rate.least / alone, percent * rate.most / alone});
    }

    int others = 0;
    for (std::size_t i = 1; i < partitions.size(); ++i)
        others += partitions[i].smCount;
    // Of each kernel there are three cases, the last one beside a copy.
    result.sentence = fmt::format(
        "On {} SMs of its own, {} keeps {:.0f} % of its rate beside copies on the other {} SMs and "
        "{:.0f} % beside fma: SMs are isolated, memory bandwidth is not.",
        partitions.front().smCount, cases.front().workload, keptOf[2], others, keptOf[1]);
    if (cases.size() > 3)
        result.sentence.insert(
            result.sentence.find(": SMs"),
            fmt::format(
                "; fma there keeps {:.0f} % beside copies and {:.0f} % beside fma", keptOf[5],
                keptOf[4]));
}

} // namespace

const ExperimentInfo& BandwidthExperiment::info() const {
    static const ExperimentInfo info{
        "bandwidth",
        "what is not isolated",
        "What a kernel keeps of its rate when the other partitions copy, and when they compute: "
        "SMs are isolated, memory bandwidth is not.",
        "The kernel runs in the first partition: alone, beside `fma` in all others, beside `copy` "
        "in all others; then the same with `fma` in its place. The partitions are made once, of "
        "one split. All launches are queued ahead and timed by events on the kernel's own stream "
        "while all partitions are busy.",
        "the kernel in the first partition",
        "the partitions, the first one's first; after a single number the rest of the GPU is the "
        "other partition",
        copying,
        {},
        0.5,
        5};
    return info;
}

void BandwidthExperiment::measure(ExperimentRun& run, ExperimentResult& result) const {
    if (run.parameters().smCounts.empty())
        run.chooseSmCounts({usualSize(run.device().resources().sm())});
    const ExperimentParameters& parameters = run.parameters();
    const auto partitions =
        run.makePartitions(parameters.smCounts, parameters.smCounts.size() == 1);
    if (partitions.size() < 2)
        throw InputError(
            run.fields().smCounts, std::to_string(parameters.smCounts.front()),
            "fewer SMs, so that some are left for a neighbour");

    std::vector<Case> cases = casesOf(parameters);
    run.expect(cases.size() * static_cast<std::size_t>(parameters.runs));
    for (int round = 0; round < parameters.runs; ++round) {
        for (const std::size_t i : run.order(cases.size(), round)) {
            Case& each = cases[i];
            std::vector<RunTarget> targets{
                partitions.front().running(0, each.workload, each.parameters)};
            for (std::size_t other = 1; other < partitions.size(); ++other)
                if (!each.neighbour.empty())
                    targets.push_back(
                        partitions[other].running(static_cast<int>(other), each.neighbour, {}));
            const auto totals = run.measure(
                targets, fmt::format("{}, run {} of {}", textOf(each), round + 1, parameters.runs));
            each.rates.push_back(totals.front().rate());
        }
    }
    fill(result, cases, partitions);
}

} // namespace parterre
