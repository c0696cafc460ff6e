// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/connections_experiment.h"

#include "core/experiment/experiment_run.h"
#include "core/experiment/spread.h"
#include "core/model/input_error.h"
#include "core/workload/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <set>
#include <stdexcept>

namespace parterre {
namespace {

constexpr std::array connectionCounts{1, 2, 4, 8, 16, 32};
constexpr double percent = 100;

/// Partitions of one size, as many as the GPU has room for.
struct Size {
    int smCount = 0;
    int partitions = 0;
    bool ignoreCoscheduling = false; ///< smaller than a cluster's units
};

/// What they did on so many connections, a value a run.
struct Measured {
    std::vector<double> alone{};                     ///< of one partition
    std::vector<double> slowest{}, fastest{}, sum{}; ///< of all together
};

/// Throws InputError naming `field` where there is no room for one.
Size sizeOf(const SmResource& all, int wanted, const std::string& field) {
    Size size;
    size.ignoreCoscheduling = wanted < static_cast<int>(all.coscheduledAlignment());
    const SmSplit split = all.split(
        {.count = std::vector<int>(all.smCount() / static_cast<unsigned>(wanted), wanted),
         .strategy = Strategy::byCount,
         .ignoreCoscheduling = size.ignoreCoscheduling},
        DryRun::yes);
    if (split.groups.empty())
        throw InputError(field, std::to_string(wanted), "sizes of which the GPU has room for one");
    size.smCount = static_cast<int>(split.groups.front().smCount());
    size.partitions = static_cast<int>(split.groups.size());
    return size;
}

/// Few partitions, as many as can hold clusters, and as many as there can be.
std::vector<int> usualSizes(const SmResource& all, const std::string& field) {
    const int least = static_cast<int>(all.minPartitionSize());
    std::set<int, std::greater<>> sizes{2 * least, least, sizeOf(all, 1, field).smCount};
    std::vector<int> counts;
    for (const int size : sizes)
        if (size <= static_cast<int>(all.smCount()))
            counts.push_back(size);
    return counts;
}

/// Of what they would reach if each did what one does alone.
double shareOf(double sum, const Size& size, double alone) {
    return percent * sum / (size.partitions * alone);
}

std::string sentenceOf(const Size& size, const std::vector<double>& shares) {
    constexpr double enough = 95;
    std::string text = fmt::format("{} partitions of {} SMs", size.partitions, size.smCount);
    const auto first =
        std::find_if(shares.begin(), shares.end(), [](double share) { return share >= enough; });
    const auto usual = static_cast<std::size_t>(
        std::find(connectionCounts.begin(), connectionCounts.end(), 8) - connectionCounts.begin());
    if (first == shares.end())
        text += fmt::format(
            " reach at most {:.0f} % of what they would without that limit, on {} connections",
            shares.back(), connectionCounts.back());
    else
        text += fmt::format(
            " need {} connections to reach {:.0f} % of what one reaches alone times their number",
            connectionCounts[static_cast<std::size_t>(first - shares.begin())], *first);
    return text + fmt::format(" ({:.0f} % on 8, the driver's default)", shares[usual]);
}

} // namespace

const ExperimentInfo& ConnectionsExperiment::info() const {
    static const ExperimentInfo info{
        "connections",
        "partitions by hardware connections",
        "What partitions that are all busy reach together, by CUDA_DEVICE_MAX_CONNECTIONS: more of "
        "them than connections take turns.",
        "A driver reads CUDA_DEVICE_MAX_CONNECTIONS once, so each measurement is made in a process "
        "of its own with another value. In it, the GPU is split into as many equal partitions as "
        "there is room for, and all run the kernel at the same time; its rate in a single one of "
        "them, on 32 connections, is what each would reach alone. For real GPUs and for simulated "
        "ones in real time.",
        "the kernel in every partition",
        "the sizes of the partitions, one after the other",
        "fma",
        {},
        1,
        3};
    return info;
}

void ConnectionsExperiment::measure(ExperimentRun& run, ExperimentResult& result) const {
    const ConnectionProbe& probe = run.target().connectionProbe;
    if (!probe)
        throw std::runtime_error(
            "hardware connections are measured in processes of their own, by parterre-cli, and "
            "there is none here");
    const SmResource all = run.device().resources().sm();
    if (run.parameters().smCounts.empty())
        run.chooseSmCounts(usualSizes(all, run.fields().smCounts));
    const ExperimentParameters& parameters = run.parameters();
    std::vector<Size> sizes;
    for (const int count : parameters.smCounts)
        sizes.push_back(sizeOf(all, count, run.fields().smCounts));

    const auto ratesOf = [&](const Size& size, int connections, int partitions, int round) {
        run.begin(fmt::format(
            "{} x {} SMs on {} connections, run {} of {}", partitions, size.smCount, connections,
            round + 1, parameters.runs));
        return probe(
            {connections, partitions, size.smCount, size.ignoreCoscheduling, parameters.workload,
             parameters.workloadParameters, parameters.seconds},
            run.stop());
    };
    // Of each size on each number of connections, and of each size alone in the last place.
    constexpr std::size_t places = connectionCounts.size() + 1;
    std::vector<std::vector<Measured>> measured(
        sizes.size(), std::vector<Measured>(connectionCounts.size()));
    std::vector<std::vector<double>> alone(sizes.size());
    run.expect(sizes.size() * places * static_cast<std::size_t>(parameters.runs));
    for (int round = 0; round < parameters.runs; ++round) {
        for (const std::size_t i : run.order(sizes.size() * places, round)) {
            const std::size_t size = i / places;
            const std::size_t place = i % places;
            if (place == connectionCounts.size()) {
                alone[size].push_back(
                    ratesOf(sizes[size], connectionCounts.back(), 1, round).front());
                continue;
            }
            const auto rates =
                ratesOf(sizes[size], connectionCounts[place], sizes[size].partitions, round);
            Measured& each = measured[size][place];
            const auto [slowest, fastest] = std::minmax_element(rates.begin(), rates.end());
            each.slowest.push_back(*slowest);
            each.fastest.push_back(*fastest);
            each.sum.push_back(std::accumulate(rates.begin(), rates.end(), 0.0));
        }
    }

    const std::string& unit = Catalogue::find(parameters.workload).unit;
    result.columns = {
        {"connections", "connections", "", 0},
        {"partitions", "partitions", "", 0},
        {"sm_count", "SMs each", "", 0},
        {"alone", "one alone", unit, 3},
        {"slowest", "slowest", unit, 3},
        {"fastest", "fastest", unit, 3},
        {"sum", "together", unit, 2},
        {"sum_min", "lowest", unit, 2},
        {"sum_max", "highest", unit, 2},
        {"share", "of their number times alone", "%", 1},
        {"runs", "runs", "", 0}};
    result.chart.x = {"CUDA_DEVICE_MAX_CONNECTIONS", "", false};
    result.chart.y = {"rate together, in parts of what each reaches alone", "%", false};
    for (const int connections : connectionCounts)
        result.chart.x.categories.push_back(std::to_string(connections));
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const Size& size = sizes[i];
        const double one = spreadOf(alone[i]).median;
        ChartSeries series{
            fmt::format("{} x {} SMs", size.partitions, size.smCount), ChartSeries::Mark::line, {}};
        std::vector<double> shares;
        for (std::size_t place = 0; place < connectionCounts.size(); ++place) {
            const Measured& each = measured[i][place];
            const Spread sum = spreadOf(each.sum);
            shares.push_back(shareOf(sum.median, size, one));
            result.rows.push_back(
                {double(connectionCounts[place]), double(size.partitions), double(size.smCount),
                 one, spreadOf(each.slowest).median, spreadOf(each.fastest).median, sum.median,
                 sum.least, sum.most, shares.back(), double(each.sum.size())});
            series.points.push_back(
                {double(place), shares.back(), shareOf(sum.least, size, one),
                 shareOf(sum.most, size, one)});
        }
        result.chart.series.push_back(std::move(series));
        result.sentence += (i > 0 ? "; " : "") + sentenceOf(size, shares);
    }
    result.sentence += '.';
}

} // namespace parterre
