// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/find_split_result.h"

#include "core/experiment/spread.h"
#include "core/workload/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace parterre {
namespace {

constexpr double percent = 100;

/// What is said of one of the two workloads.
struct Side {
    WorkloadGoal goal{};
    std::string name{}; ///< the workload's; the second one's is told apart where both are the same
    std::string unit{}; ///< of what is measured
    double bound = 0;   ///< in that unit
    Spread alone{};     ///< on the whole GPU

    bool hasLatency() const { return isOfLatency(goal.kind); }
    std::string measure() const { return name + ": " + measureText(goal.kind); }

    /// "latency p99 41.2 µs", "fma 48.1 TFLOP/s, 82 % of what it reaches alone".
    std::string text(double value) const {
        if (hasLatency())
            return fmt::format("{} {} {:.4g} {}", name, measureText(goal.kind), value, unit);
        return fmt::format(
            "{} {:.4g} {}, {:.0f} % of what it reaches alone", name, value, unit,
            percent * value / alone.median);
    }
    /// The same with its goal, if it has a bound.
    std::string textWithGoal(double value) const {
        return text(value) +
               (goal.kind == WorkloadGoal::Kind::most ? "" : " (goal: " + aimText(goal) + ")");
    }
};

class Text {
public:
    Text(const SplitFindings& findings, const std::array<Side, 2>& sides)
        : m_search(findings.search)
        , m_sides(sides) {}

    std::string sentence() const {
        const auto chosen = m_search.chosen();
        return chosen ? ofChosen(*chosen) : ofNone();
    }

private:
    const MeasuredSplit& at(std::size_t split) const { return m_search.splits()[split]; }

    std::string numbers(std::size_t split) const {
        return m_sides[0].textWithGoal(m_search.median(split, 0)) + "; " +
               m_sides[1].textWithGoal(m_search.median(split, 1));
    }

    std::string ofChosen(std::size_t chosen) const {
        const SplitSizes& sizes = at(chosen).sizes;
        std::string text = fmt::format(
            "Give {} {} SMs and {} {}{}: {}.", m_sides[0].name, sizes.first, m_sides[1].name,
            sizes.isWhole ? "the other " : "", sizes.second, numbers(chosen));
        if (!sizes.isWhole)
            text += fmt::format(" {} SMs are left over.", leftOver(sizes));
        const std::vector<std::size_t> smaller = m_search.smallerThan(chosen);
        bool isWithinNoise = m_search.isWithinNoise(chosen);
        for (const std::size_t split : smaller) {
            isWithinNoise = isWithinNoise || m_search.isWithinNoise(split);
            text += missText(split);
        }
        if (smaller.empty())
            text += " No smaller part was to be had.";
        if (isWithinNoise)
            text += " The edge is within the noise: single runs of these splits fall on both sides "
                    "of a goal.";
        return text;
    }

    /// What a split one step smaller gives instead.
    std::string missText(std::size_t split) const {
        const SplitSizes& sizes = at(split).sizes;
        for (std::size_t i = 0; i < m_sides.size(); ++i) {
            const double value = m_search.median(split, i);
            if (!m_search.aims()[i].isMetBy(value))
                return fmt::format(
                    " With {} and {} SMs {} misses its goal: {:.4g} {}.", sizes.first, sizes.second,
                    m_sides[i].name, value, m_sides[i].unit);
        }
        return {};
    }

    std::string ofNone() const {
        const std::size_t nearest = m_search.nearest();
        const SplitSizes& sizes = at(nearest).sizes;
        const bool areTwo = m_sides[1].goal.kind != WorkloadGoal::Kind::most;
        std::string text = fmt::format(
            "No split meets {}. The nearest is {} SMs for {} and {} for {}: {}.",
            areTwo ? "both goals" : "the goal", sizes.first, m_sides[0].name, sizes.second,
            m_sides[1].name, numbers(nearest));
        for (std::size_t i = 0; i < m_sides.size(); ++i) {
            const SplitAim& aim = m_search.aims()[i];
            const Side& side = m_sides[i];
            if (const double miss = aim.missOf(m_search.median(nearest, i)); miss > 0)
                text += fmt::format(
                    " {} misses its goal by {:.{}f} %{}.", side.name, percent * miss,
                    percent * miss < 10 ? 1 : 0,
                    aim.isMetBy(side.alone.median)
                        ? ""
                        : fmt::format(
                              ", and even alone on the whole GPU, with {:.4g} {}",
                              side.alone.median, side.unit));
        }
        if (m_search.isWithinNoise(nearest))
            text += " That is within the noise: single runs of it meet the goals.";
        return text;
    }

    int leftOver(const SplitSizes& sizes) const {
        return totalOf(m_search) - sizes.first - sizes.second;
    }

public:
    /// SMs of the GPU: those of any whole split.
    static int totalOf(const SplitSearch& search) { return search.splits().front().total(); }

private:
    const SplitSearch& m_search;
    const std::array<Side, 2>& m_sides;
};

/// Those that were measured, by their sizes.
std::vector<std::size_t> inOrder(const SplitSearch& search) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < search.splits().size(); ++i)
        if (search.splits()[i].isMeasured())
            order.push_back(i);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const SplitSizes& left = search.splits()[a].sizes;
        const SplitSizes& right = search.splits()[b].sizes;
        return std::pair(left.first, left.second) < std::pair(right.first, right.second);
    });
    return order;
}

/// A value with its spread, and what part of the rate alone it is.
void addCells(
    std::vector<ExperimentCell>& row, const std::vector<double>& values, const Side& side) {
    const Spread spread = spreadOf(values);
    const bool isKnown = !values.empty();
    // Made in place: g++ 12 takes a moved variant's unused string for one that is read.
    const auto add = [&](double value) {
        if (isKnown)
            row.emplace_back(value);
        else
            row.emplace_back();
    };
    for (const double value : {spread.median, spread.least, spread.most})
        add(value);
    if (!side.hasLatency())
        add(percent * spread.median / side.alone.median);
}

void fillTable(
    const SplitFindings& findings, const std::array<Side, 2>& sides, ExperimentResult& result) {
    const SplitSearch& search = findings.search;
    const int total = Text::totalOf(search);
    constexpr std::array<const char*, 2> words{"first", "second"};
    for (std::size_t i = 0; i < sides.size(); ++i)
        result.columns.push_back(
            {fmt::format("{}_sm_count", words[i]), sides[i].name + ": SMs", "", 0});
    result.columns.push_back({"left_over", "left over", "", 0});
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const std::string word = words[i];
        const int decimals = sides[i].hasLatency() ? 1 : 3;
        result.columns.push_back({word, sides[i].measure(), sides[i].unit, decimals});
        result.columns.push_back({word + "_min", "lowest", sides[i].unit, decimals});
        result.columns.push_back({word + "_max", "highest", sides[i].unit, decimals});
        if (!sides[i].hasLatency())
            result.columns.push_back({word + "_share", "of alone", "%", 1});
    }
    result.columns.push_back({"meets", "meets the goals", "", 0});
    result.columns.push_back({"frontier", "on the frontier", "", 0});
    result.columns.push_back({"choice", "choice", "", 0});
    result.columns.push_back({"runs", "runs", "", 0});

    const auto chosen = search.chosen();
    const std::size_t pick = chosen ? *chosen : search.nearest();
    for (const std::size_t i : inOrder(search)) {
        const MeasuredSplit& split = search.splits()[i];
        std::vector<ExperimentCell> row{
            double(split.sizes.first), double(split.sizes.second), double(total - split.total())};
        for (std::size_t side = 0; side < sides.size(); ++side)
            addCells(row, split.values[side], sides[side]);
        row.emplace_back(search.meets(i) ? "yes" : "no");
        row.emplace_back(search.isOnFrontier(i) ? "yes" : "no");
        row.emplace_back(i != pick ? "" : chosen ? "chosen" : "nearest");
        row.emplace_back(double(split.values[0].size()));
        result.rows.push_back(std::move(row));
    }
    for (std::size_t alone = 0; alone < sides.size(); ++alone) {
        std::vector<ExperimentCell> row(2);
        row[alone] = double(total);
        row.emplace_back();
        for (std::size_t side = 0; side < sides.size(); ++side)
            addCells(
                row, side == alone ? findings.alone[side] : std::vector<double>(), sides[side]);
        row.insert(row.end(), {"", "", "alone", double(findings.alone[alone].size())});
        result.rows.push_back(std::move(row));
    }
}

void fillChart(const SplitFindings& findings, const std::array<Side, 2>& sides, Chart& chart) {
    const SplitSearch& search = findings.search;
    ChartSeries frontier{"frontier", ChartSeries::Mark::line, {}};
    ChartSeries others{"other splits", ChartSeries::Mark::point, {}};
    const auto chosen = search.chosen();
    const std::size_t pick = chosen ? *chosen : search.nearest();
    const SplitSizes& picked = search.splits()[pick].sizes;
    ChartSeries choice{
        fmt::format(
            "{}: {} and {} SMs", chosen ? "chosen" : "nearest", picked.first, picked.second),
        ChartSeries::Mark::point,
        {}};
    double least = sides[0].bound;
    double most = sides[0].bound;
    for (const std::size_t i : inOrder(search)) {
        const double x = search.median(i, 0);
        const Spread y = spreadOf(search.splits()[i].values[1]);
        const ChartPoint point{x, y.median, y.least, y.most};
        (search.isOnFrontier(i) ? frontier : others).points.push_back(point);
        if (i == pick)
            choice.points.push_back(point);
        least = std::min(least, x);
        most = std::max(most, x);
    }
    chart.x = {sides[0].measure(), sides[0].unit, false};
    chart.y = {sides[1].measure(), sides[1].unit, false};
    constexpr double wide = 10;
    chart.x.isLogarithmic = least > 0 && most / least > wide;
    chart.series = {frontier, choice};
    if (!others.points.empty())
        chart.series.push_back(others);
    if (sides[1].goal.kind != WorkloadGoal::Kind::most)
        chart.series.push_back(
            {fmt::format("goal of {}", sides[1].name),
             ChartSeries::Mark::line,
             {{least, sides[1].bound, sides[1].bound, sides[1].bound},
              {most, sides[1].bound, sides[1].bound, sides[1].bound}}});
    for (ChartSeries& series : chart.series)
        std::sort(
            series.points.begin(), series.points.end(),
            [](const ChartPoint& a, const ChartPoint& b) { return a.x < b.x; });
    chart.markers = {
        {sides[0].bound, fmt::format("goal of {}: {}", sides[0].name, aimText(sides[0].goal))}};
}

} // namespace

void fillSplitResult(const SplitFindings& findings, ExperimentResult& result) {
    std::array<Side, 2> sides;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const WorkloadGoal& goal = findings.goals[i];
        sides[i] = {
            goal, goal.workload, Catalogue::find(goal.workload).unit,
            findings.search.aims()[i].bound, spreadOf(findings.alone[i])};
    }
    if (sides[0].name == sides[1].name)
        sides[1].name += " 2";
    fillTable(findings, sides, result);
    fillChart(findings, sides, result.chart);
    result.sentence = Text(findings, sides).sentence();
}

} // namespace parterre
