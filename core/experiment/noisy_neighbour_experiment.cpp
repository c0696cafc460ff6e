// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/noisy_neighbour_experiment.h"

#include "core/experiment/experiment_run.h"
#include "core/experiment/spread.h"
#include "core/model/input_error.h"
#include "core/workload/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace parterre {
namespace {

/// Where the small kernel runs, and beside what; in the order of the table.
enum class Situation { alone, ordinaryStreams, priorityStream, greenAlone, green };

constexpr std::array situations{
    Situation::alone, Situation::ordinaryStreams, Situation::priorityStream, Situation::greenAlone,
    Situation::green};

std::string nameOf(Situation situation) {
    switch (situation) {
    case Situation::alone:
        return "alone";
    case Situation::ordinaryStreams:
        return "ordinary streams";
    case Situation::priorityStream:
        return "priority stream";
    case Situation::greenAlone:
        return "green context, alone";
    case Situation::green:
        break;
    }
    return "green context";
}

/// Of one situation, a value a run.
struct Measured {
    std::vector<double> p50s{}, p99s{}, neighbours{}; ///< latencies in microseconds
    double largest = 0;
    double launches = 0;
};

/// The small kernel as often as it can be launched, so that each meets another moment of its
/// neighbour's work.
const WorkloadParameters backToBack{{"period_us", 50}};

/// The latency kernel first, then its neighbour if there is one.
std::vector<RunTarget> targetsOf(Situation situation, ExperimentRun& run) {
    const ExperimentParameters& parameters = run.parameters();
    const auto place = [&](int index, const std::shared_ptr<Context>& context,
                           const std::shared_ptr<Stream>& stream) {
        const bool isLatency = index == 0;
        return RunTarget{
            index, context, stream, isLatency ? "latency" : parameters.workload,
            isLatency ? backToBack : parameters.workloadParameters};
    };
    std::vector<RunTarget> targets;
    if (situation == Situation::green || situation == Situation::greenAlone) {
        const auto partitions = run.makePartitions(parameters.smCounts, true);
        if (partitions.size() < 2)
            throw InputError(
                run.fields().smCounts, std::to_string(parameters.smCounts.front()),
                "fewer SMs, so that some are left for the neighbour");
        for (std::size_t i = 0; i < (situation == Situation::green ? 2 : 1); ++i)
            targets.push_back(
                place(static_cast<int>(i), partitions[i].context, partitions[i].stream));
        return targets;
    }
    // The driver clamps it to the most urgent that it has.
    constexpr int mostUrgent = -100;
    const auto& context = run.primaryContext();
    targets.push_back(place(
        0, context,
        context->createOrdinaryStream(
            {.priority = situation == Situation::priorityStream ? mostUrgent : 0})));
    if (situation != Situation::alone)
        targets.push_back(place(1, context, context->createOrdinaryStream()));
    return targets;
}

/// About an eighth of the GPU, in whole steps.
int usualSize(const SmResource& all) {
    constexpr unsigned part = 8;
    const unsigned alignment = std::max(all.coscheduledAlignment(), 1U);
    return static_cast<int>(
        std::max(all.smCount() / part / alignment * alignment, all.minPartitionSize()));
}

std::string sentenceOf(
    const std::array<Measured, situations.size()>& measured, const std::string& neighbour,
    unsigned greenSms) {
    const auto median = [&](Situation situation) {
        return spreadOf(measured[static_cast<std::size_t>(situation)].p50s).median;
    };
    const double alone = median(Situation::alone);
    return fmt::format(
        "A kernel that takes {:.1f} µs alone takes, beside {}, {:.1f} µs in ordinary streams "
        "({:.1f} times as long), {:.1f} µs on a priority stream ({:.1f} times), and {:.1f} µs in a "
        "green context of {} SMs ({:.1f} times); medians.",
        alone, neighbour, median(Situation::ordinaryStreams),
        median(Situation::ordinaryStreams) / alone, median(Situation::priorityStream),
        median(Situation::priorityStream) / alone, median(Situation::green), greenSms,
        median(Situation::green) / alone);
}

void fill(
    ExperimentResult& result, const std::array<Measured, situations.size()>& measured,
    const std::string& neighbourUnit) {
    result.columns = {
        {"situation", "where the small kernel runs", "", 0},
        {"p50", "median", "µs", 1},
        {"p50_min", "lowest", "µs", 1},
        {"p50_max", "highest", "µs", 1},
        {"p99", "99th percentile", "µs", 1},
        {"p99_min", "lowest", "µs", 1},
        {"p99_max", "highest", "µs", 1},
        {"max", "largest of all", "µs", 1},
        {"times_alone", "median, times alone", "", 2},
        {"neighbour_rate", "neighbour", neighbourUnit, 2},
        {"launches", "launches", "", 0},
        {"runs", "runs", "", 0}};
    Chart& chart = result.chart;
    chart.x = {"where the small kernel runs", "", false};
    chart.y = {"latency", "µs", true};
    chart.series = {
        {"median", ChartSeries::Mark::point},
        {"99th percentile", ChartSeries::Mark::point},
        {"largest", ChartSeries::Mark::point}};
    const double alone = spreadOf(measured.front().p50s).median;
    for (std::size_t i = 0; i < measured.size(); ++i) {
        const Measured& each = measured[i];
        const Spread p50 = spreadOf(each.p50s);
        const Spread p99 = spreadOf(each.p99s);
        const ExperimentCell neighbour =
            each.neighbours.empty() ? ExperimentCell() : spreadOf(each.neighbours).median;
        result.rows.push_back(
            {nameOf(situations[i]), p50.median, p50.least, p50.most, p99.median, p99.least,
             p99.most, each.largest, p50.median / alone, neighbour, each.launches,
             static_cast<double>(each.p50s.size())});
        const auto x = static_cast<double>(i);
        chart.x.categories.push_back(nameOf(situations[i]));
        chart.series[0].points.push_back({x, p50.median, p50.least, p50.most});
        chart.series[1].points.push_back({x, p99.median, p99.least, p99.most});
        chart.series[2].points.push_back({x, each.largest, each.largest, each.largest});
    }
}

} // namespace

const ExperimentInfo& NoisyNeighbourExperiment::info() const {
    // A launch of nine waves of blocks, 0.2 ms each: long beside the small kernel, and of waves
    // that a more urgent one has to wait for.
    static const ExperimentInfo info{
        "noisy-neighbour",
        "latency beside a heavy kernel",
        "How long a small kernel takes beside a heavy one: in ordinary streams, on a priority "
        "stream, and in a green context of its own.",
        "The catalogue's `latency` kernel is launched again as soon as it is done, but not more "
        "often than every 50 µs, and timed by the host's clock from its launch until the host "
        "knows that it is done. Its neighbour's launches are queued ahead all the while. In the "
        "green context's case the neighbour has a context of all other SMs. A row's percentiles "
        "are medians over the runs, the largest latency is that of all runs.",
        "the heavy neighbour",
        "SMs of the small kernel's green context, one number",
        "fma",
        {{"blocks_per_sm", 72}, {"intensity", 46}},
        1,
        5};
    return info;
}

void NoisyNeighbourExperiment::measure(ExperimentRun& run, ExperimentResult& result) const {
    if (run.parameters().smCounts.empty())
        run.chooseSmCounts({usualSize(run.device().resources().sm())});
    const ExperimentParameters& parameters = run.parameters();
    if (parameters.smCounts.size() != 1)
        throw InputError(
            run.fields().smCounts, fmt::format("a list of {}", parameters.smCounts.size()),
            "one number");

    std::array<Measured, situations.size()> measured;
    unsigned greenSms = 0; // as granted
    run.expect(situations.size() * static_cast<std::size_t>(parameters.runs));
    for (int round = 0; round < parameters.runs; ++round) {
        for (const std::size_t i : run.order(situations.size(), round)) {
            const std::vector<RunTarget> targets = targetsOf(situations[i], run);
            if (situations[i] == Situation::green)
                greenSms = targets.front().context->resources().sm().smCount();
            const auto totals = run.measure(
                targets,
                fmt::format("{}, run {} of {}", nameOf(situations[i]), round + 1, parameters.runs));
            const LatencyHistogram& latencies = totals.front().latencies();
            Measured& each = measured[i];
            each.p50s.push_back(latencies.quantile(0.5));
            each.p99s.push_back(latencies.quantile(0.99));
            each.largest = std::max(each.largest, latencies.largest());
            each.launches += static_cast<double>(latencies.count());
            if (totals.size() > 1)
                each.neighbours.push_back(totals.back().rate());
        }
    }
    fill(result, measured, Catalogue::find(parameters.workload).unit);
    result.sentence = sentenceOf(measured, parameters.workload, greenSms);
}

} // namespace parterre
