// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/scaling_experiment.h"

#include "core/experiment/experiment_run.h"
#include "core/experiment/knee.h"
#include "core/experiment/spread.h"
#include "core/workload/catalogue.h"

#include <fmt/format.h>

#include <algorithm>

namespace parterre {
namespace {

/// Of one number of SMs.
struct Measured {
    int requested = 0;
    int granted = 0;
    std::vector<double> rates{};
    Spread spread{}; ///< of them
};

/// Every size that partitions have, up to all SMs; on a GPU with many sizes about seventeen of
/// them.
std::vector<int> usualCounts(const SmResource& all) {
    constexpr unsigned most = 17;
    const unsigned alignment = std::max(all.coscheduledAlignment(), 1U);
    const unsigned steps = all.smCount() / alignment;
    const unsigned step = alignment * std::max(1U, (steps + most - 1) / most);
    std::vector<int> counts;
    for (unsigned count = std::max(step, all.minPartitionSize()); count < all.smCount();
         count += step)
        counts.push_back(static_cast<int>(count));
    counts.push_back(static_cast<int>(all.smCount()));
    return counts;
}

std::string sentenceOf(const std::vector<Measured>& points, const WorkloadInfo& workload) {
    const Measured& last = points.back();
    const std::string& unit = workload.unit;
    if (points.size() == 1)
        return fmt::format(
            "{} makes {:.4g} {} with {} SMs.", workload.name, last.spread.median, unit,
            last.granted);
    if (!workload.isAdditive)
        return fmt::format(
            "The {} goes from {:.4g} {} with {} SMs to {:.4g} {} with {}.", workload.title,
            points.front().spread.median, unit, points.front().granted, last.spread.median, unit,
            last.granted);
    const auto best =
        std::max_element(points.begin(), points.end(), [](const Measured& a, const Measured& b) {
            return a.spread.median < b.spread.median;
        });
    std::vector<ScalingPoint> curve;
    for (const Measured& point : points)
        curve.push_back({static_cast<double>(point.granted), point.spread.median});
    const auto knee = kneeOf(curve);
    if (!knee)
        return fmt::format(
            "{} grows in proportion to its SMs up to {}: {:.4g} {}, {:.4g} {} an SM. There is no "
            "knee.",
            workload.name, last.granted, last.spread.median, unit,
            last.spread.median / last.granted, unit);
    const Measured& at = points[*knee];
    const double before = at.spread.median / at.granted;
    const double beyond = last.granted == at.granted ? 0
                                                     : (last.spread.median - at.spread.median) /
                                                           (last.granted - at.granted);
    return fmt::format(
        "{} has its knee at {} SMs: {:.4g} {}, {:.0f} % of the {:.4g} {} that {} SMs reach, the "
        "most of all. Up to there an SM brings {:.3g} {}, beyond {:.2g}.",
        workload.name, at.granted, at.spread.median, unit,
        100 * at.spread.median / best->spread.median, best->spread.median, unit, best->granted,
        before, unit, beyond);
}

void fill(
    ExperimentResult& result, const std::vector<Measured>& points, const WorkloadInfo& workload) {
    const std::string& unit = workload.unit;
    result.columns = {
        {"requested_sm_count", "SMs asked for", "", 0},
        {"sm_count", "SMs granted", "", 0},
        {"rate", "median", unit, 3},
        {"rate_min", "lowest", unit, 3},
        {"rate_max", "highest", unit, 3},
        {"rate_per_sm", "median an SM", unit, 4},
        {"runs", "runs", "", 0}};
    ChartSeries series{workload.name, ChartSeries::Mark::line, {}};
    std::vector<ScalingPoint> curve;
    for (const Measured& point : points) {
        const Spread& spread = point.spread;
        const double sms = point.granted;
        result.rows.push_back(
            {double(point.requested), sms, spread.median, spread.least, spread.most,
             spread.median / sms, double(point.rates.size())});
        series.points.push_back({sms, spread.median, spread.least, spread.most});
        curve.push_back({sms, spread.median});
    }
    result.chart = {
        {"SMs of the partition", "", false}, {workload.title, unit, false}, {series}, {}};
    if (const auto knee = kneeOf(curve); knee && workload.isAdditive)
        result.chart.markers.push_back(
            {curve[*knee].smCount, fmt::format("knee: {} SMs", curve[*knee].smCount)});
    result.sentence = sentenceOf(points, workload);
}

} // namespace

const ExperimentInfo& ScalingExperiment::info() const {
    static const ExperimentInfo info{
        "scaling",
        "rate by number of SMs",
        "How a kernel's rate grows with the SMs of the partition that it has to itself, and from "
        "where on more SMs bring little.",
        "For each number of SMs a green context is made, and the kernel runs in it with nothing "
        "beside it, launches queued ahead, timed by events on its stream; once in each run, in an "
        "order that changes. The knee is the point that lies farthest above the straight line from "
        "nothing at all to the last point, both axes counted in parts of the last point; there is "
        "none if no point lies more than 5 % above it.",
        "the kernel measured",
        "the sizes of the partitions, one after the other",
        "fma",
        {},
        0.5,
        5};
    return info;
}

void ScalingExperiment::measure(ExperimentRun& run, ExperimentResult& result) const {
    if (run.parameters().smCounts.empty())
        run.chooseSmCounts(usualCounts(run.device().resources().sm()));
    const ExperimentParameters& parameters = run.parameters();
    const WorkloadInfo& workload = Catalogue::find(parameters.workload);
    std::vector<Measured> points;
    for (const int count : parameters.smCounts)
        points.push_back({.requested = count});
    std::sort(points.begin(), points.end(), [](const Measured& a, const Measured& b) {
        return a.requested < b.requested;
    });

    run.expect(points.size() * static_cast<std::size_t>(parameters.runs));
    for (int round = 0; round < parameters.runs; ++round) {
        for (const std::size_t i : run.order(points.size(), round)) {
            Measured& point = points[i];
            const auto partitions = run.makePartitions({point.requested});
            point.granted = partitions.front().smCount;
            const auto totals = run.measure(
                {partitions.front().running(0, workload.name, parameters.workloadParameters)},
                fmt::format(
                    "{} on {} SMs, run {} of {}", workload.name, point.granted, round + 1,
                    parameters.runs));
            point.rates.push_back(totals.front().rate());
        }
    }
    for (Measured& point : points)
        point.spread = spreadOf(point.rates);
    fill(result, points, workload);
}

} // namespace parterre
