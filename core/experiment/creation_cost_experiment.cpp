// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/creation_cost_experiment.h"

#include "core/experiment/experiment_run.h"
#include "core/experiment/spread.h"

#include <fmt/format.h>

#include <chrono>

namespace parterre {
namespace {

/// Microseconds: of a split the call's, of the rest the median of a run's objects.
struct Measured {
    int contexts = 0;
    std::vector<double> split{}, context{}, stream{}, streamDestroy{}, contextDestroy{};
    std::vector<double> make{}, giveBack{}; ///< of everything, in microseconds
};

/// Groups of the smallest size.
SmSplitOptions smallestGroups(int count) {
    return {
        .count = std::vector<int>(static_cast<std::size_t>(count), 1),
        .strategy = Strategy::byCount,
        .ignoreCoscheduling = true};
}

std::vector<int> countsUpTo(int most) {
    std::vector<int> counts;
    for (int count = 1; count < most; count *= 2)
        counts.push_back(count);
    counts.push_back(most);
    return counts;
}

class Stopwatch {
public:
    explicit Stopwatch(const Driver& driver)
        : m_driver(driver)
        , m_start(driver.hostTime()) {}

    double microseconds() const {
        return std::chrono::duration<double, std::micro>(m_driver.hostTime() - m_start).count();
    }

private:
    const Driver& m_driver;
    std::chrono::nanoseconds m_start;
};

/// Makes so many partitions and gives them back.
void measureOnce(ExperimentRun& run, const SmResource& all, Measured& measured) {
    const Device& device = run.device();
    const Driver& driver = *device.driver();
    const auto timed = [&](std::vector<double>& durations, const auto& call) {
        const Stopwatch watch(driver);
        call();
        durations.push_back(watch.microseconds());
    };
    std::vector<double> contextTimes, streamTimes, streamDestroyTimes, contextDestroyTimes;
    std::vector<std::shared_ptr<Context>> contexts;
    std::vector<std::shared_ptr<Stream>> streams;

    const Stopwatch making(driver);
    std::optional<SmSplit> split;
    timed(measured.split, [&] { split = all.split(smallestGroups(measured.contexts)); });
    const double steps = static_cast<double>(split->groups.size());
    for (const SmResource& group : split->groups) {
        run.tell(static_cast<double>(contexts.size()) / steps);
        timed(contextTimes, [&] { contexts.push_back(device.createContext({group})); });
        timed(streamTimes, [&] { streams.push_back(contexts.back()->createStream()); });
    }
    measured.make.push_back(making.microseconds());
    const Stopwatch givingBack(driver);
    while (!streams.empty())
        timed(streamDestroyTimes, [&] { streams.pop_back(); });
    while (!contexts.empty())
        timed(contextDestroyTimes, [&] { contexts.pop_back(); });
    measured.giveBack.push_back(givingBack.microseconds());
    measured.context.push_back(spreadOf(contextTimes).median);
    measured.stream.push_back(spreadOf(streamTimes).median);
    measured.streamDestroy.push_back(spreadOf(streamDestroyTimes).median);
    measured.contextDestroy.push_back(spreadOf(contextDestroyTimes).median);
}

void fill(ExperimentResult& result, const std::vector<Measured>& all) {
    result.columns = {
        {"contexts", "contexts", "", 0},
        {"split", "a split", "µs", 1},
        {"context", "a context", "µs", 1},
        {"context_min", "lowest", "µs", 1},
        {"context_max", "highest", "µs", 1},
        {"stream", "a stream", "µs", 1},
        {"stream_min", "lowest", "µs", 1},
        {"stream_max", "highest", "µs", 1},
        {"stream_destroy", "destroying a stream", "µs", 1},
        {"context_destroy", "destroying a context", "µs", 1},
        {"make", "making all", "ms", 2},
        {"give_back", "giving all back", "ms", 2},
        {"runs", "runs", "", 0}};
    ChartSeries split{"split", ChartSeries::Mark::line, {}};
    ChartSeries context{"green context", ChartSeries::Mark::line, {}};
    ChartSeries stream{"stream", ChartSeries::Mark::line, {}};
    ChartSeries streamDestroy{"destroying a stream", ChartSeries::Mark::line, {}};
    ChartSeries contextDestroy{"destroying a context", ChartSeries::Mark::line, {}};
    for (const Measured& each : all) {
        constexpr double milli = 1e-3;
        const double x = each.contexts;
        const auto add = [&](ChartSeries& series, const std::vector<double>& values) {
            const Spread spread = spreadOf(values);
            series.points.push_back({x, spread.median, spread.least, spread.most});
            return spread;
        };
        const Spread splits = add(split, each.split);
        const Spread contexts = add(context, each.context);
        const Spread streams = add(stream, each.stream);
        const Spread streamEnds = add(streamDestroy, each.streamDestroy);
        const Spread contextEnds = add(contextDestroy, each.contextDestroy);
        result.rows.push_back(
            {x, splits.median, contexts.median, contexts.least, contexts.most, streams.median,
             streams.least, streams.most, streamEnds.median, contextEnds.median,
             milli * spreadOf(each.make).median, milli * spreadOf(each.giveBack).median,
             static_cast<double>(each.split.size())});
    }
    result.chart = {
        {"green contexts made", "", false},
        {"time of one call, median", "µs", true},
        {context, contextDestroy, split, stream, streamDestroy},
        {}};

    const Measured& first = all.front();
    const Measured& last = all.back();
    constexpr double milli = 1e-3;
    result.sentence = fmt::format(
        "A green context takes {:.2f} ms to make where it is the only one and {:.2f} ms where it "
        "is one of {}, a stream in it {:.1f} µs, the split {:.1f} µs; all {} partitions are made "
        "in {:.1f} ms and given back in {:.2f} ms.",
        milli * spreadOf(first.context).median, milli * spreadOf(last.context).median,
        last.contexts, spreadOf(last.stream).median, spreadOf(last.split).median, last.contexts,
        milli * spreadOf(last.make).median, milli * spreadOf(last.giveBack).median);
}

} // namespace

const ExperimentInfo& CreationCostExperiment::info() const {
    static const ExperimentInfo info{
        "creation-cost",
        "what making partitions costs",
        "What splits, green contexts and streams cost the host, making and destroying, by the "
        "number of contexts.",
        "The GPU is split into so many groups of the smallest size, a green context is made of "
        "each and a stream in it, then all streams and all contexts are destroyed; every call is "
        "timed by the host's clock. The primary context is there before, and one green context "
        "was made, since the first one of a process costs more. Of several calls in a run the "
        "median counts.",
        "",
        "",
        "",
        {},
        0,
        5};
    return info;
}

void CreationCostExperiment::measure(ExperimentRun& run, ExperimentResult& result) const {
    run.primaryContext();
    const SmResource all = run.device().resources().sm();
    const int most = static_cast<int>(
        all.split(smallestGroups(static_cast<int>(all.smCount())), DryRun::yes).groups.size());
    std::vector<Measured> measured;
    for (const int count : countsUpTo(most))
        measured.push_back({.contexts = count});
    run.device().createContext({all.split(smallestGroups(1)).groups.front()});

    const int runs = run.parameters().runs;
    run.expect(measured.size() * static_cast<std::size_t>(runs));
    for (int round = 0; round < runs; ++round) {
        for (const std::size_t i : run.order(measured.size(), round)) {
            run.begin(
                fmt::format("{} contexts, run {} of {}", measured[i].contexts, round + 1, runs));
            measureOnce(run, all, measured[i]);
        }
    }
    fill(result, measured);
}

} // namespace parterre
