// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/find_split_experiment.h"

#include "core/cuda/errors.h"
#include "core/experiment/experiment_run.h"
#include "core/experiment/find_split_result.h"
#include "core/experiment/split_plans.h"
#include "core/experiment/spread.h"
#include "core/model/input_error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace parterre {
namespace {

using Goals = std::array<WorkloadGoal, 2>;
using Kind = WorkloadGoal::Kind;

/// What a run measured, as the goal looks at it: microseconds, or the workload's unit.
double valueOf(const RunTotals& totals, Kind kind) {
    switch (kind) {
    case Kind::p50:
        return totals.latencies().quantile(0.5);
    case Kind::p99:
        return totals.latencies().quantile(0.99);
    case Kind::largest:
        return totals.latencies().largest();
    case Kind::rate:
    case Kind::most:
        break;
    }
    return totals.rate();
}

/// Those of the space whose first parts were asked for; then nothing is left over in any split.
void keepOnly(
    const std::vector<int>& firstSizes, SplitSearch::Space& space, const std::string& field) {
    std::vector<int> granted;
    std::vector<SplitSizes> kept;
    for (const SplitSizes& sizes : space.whole) {
        granted.push_back(sizes.first);
        if (std::find(firstSizes.begin(), firstSizes.end(), sizes.first) != firstSizes.end())
            kept.push_back(sizes);
    }
    for (const int size : firstSizes)
        if (std::find(granted.begin(), granted.end(), size) == granted.end())
            throw InputError(
                field, std::to_string(size),
                fmt::format("sizes that the driver grants: {}", fmt::join(granted, ", ")));
    space = {kept, {}, {}};
}

/// One experiment under way.
class Finding {
public:
    Finding(ExperimentRun& run, const Goals& goals)
        : m_run(run)
        , m_goals(goals)
        , m_runs(static_cast<std::size_t>(run.parameters().runs))
        , m_plans(run.target(), goals) {}

    void measure(ExperimentResult& result) {
        SplitSearch::Space space = m_plans.space();
        if (space.whole.empty())
            throw UnsupportedError(
                "This GPU has too few SMs to be split in two.", "two partitions' SMs",
                fmt::format("{} SMs", m_run.device().resources().sm().smCount()));
        if (const auto& firstSizes = m_run.parameters().smCounts; !firstSizes.empty())
            keepOnly(firstSizes, space, m_run.fields().smCounts);
        std::vector<int> firstSizes;
        for (const SplitSizes& sizes : space.whole)
            firstSizes.push_back(sizes.first);
        m_run.chooseSmCounts(firstSizes);

        // Aims of any bounds take as long.
        expect(SplitSearch(aims(), space).mostLeft());
        measureAlone();
        SplitSearch search(aims(), std::move(space));
        for (auto splits = search.next(); !splits.empty(); splits = search.next())
            measureSplits(splits, search);
        fillSplitResult({search, m_goals, m_alone}, result);
        if (const auto chosen = search.chosen())
            result.plan = m_plans.planOf(search.splits()[*chosen].sizes);
    }

private:
    void expect(std::size_t splits) {
        const std::size_t alone = m_goals.size() * m_runs;
        m_run.expect(std::max(alone, m_begun) + splits * m_runs);
    }

    std::array<SplitAim, 2> aims() const {
        std::array<SplitAim, 2> aims;
        for (std::size_t i = 0; i < aims.size(); ++i) {
            constexpr double percent = 100;
            const WorkloadGoal& goal = m_goals[i];
            aims[i] = {
                goal.kind,
                goal.isShare() ? goal.value / percent * spreadOf(m_alone[i]).median : goal.value};
        }
        return aims;
    }

    RunTarget target(const ExperimentPartition& partition, std::size_t workload) const {
        const WorkloadGoal& goal = m_goals[workload];
        return partition.running(
            static_cast<int>(workload), goal.workload, goal.workloadParameters);
    }

    std::string text(const std::string& what, std::size_t run) const {
        return fmt::format("{}, run {} of {}", what, run + 1, m_runs);
    }

    void measureAlone() {
        const auto all = static_cast<int>(m_run.device().resources().sm().smCount());
        for (std::size_t run = 0; run < m_runs; ++run) {
            for (const std::size_t i : m_run.order(m_goals.size(), m_order++)) {
                const auto partitions = m_run.makePartitions({all});
                const auto totals = m_run.measure(
                    {target(partitions.front(), i)}, text(m_goals[i].workload + " alone", run));
                ++m_begun;
                m_alone[i].push_back(valueOf(totals.front(), m_goals[i].kind));
            }
        }
    }

    void measureSplits(const std::vector<std::size_t>& splits, SplitSearch& search) {
        // What was given out just now is still to be measured.
        expect(search.mostLeft() + splits.size());
        for (std::size_t run = 0; run < m_runs; ++run) {
            for (const std::size_t i : m_run.order(splits.size(), m_order++)) {
                const std::size_t split = splits[i];
                const SplitSizes sizes = search.splits()[split].sizes;
                const auto partitions = m_plans.make(sizes);
                const auto totals = m_run.measure(
                    {target(partitions.at(0), 0), target(partitions.at(1), 1)},
                    text(
                        fmt::format(
                            "{} on {} SMs, {} on {}", m_goals[0].workload, sizes.first,
                            m_goals[1].workload, sizes.second),
                        run));
                ++m_begun;
                search.add(
                    split, valueOf(totals[0], m_goals[0].kind),
                    valueOf(totals[1], m_goals[1].kind));
            }
        }
    }

    ExperimentRun& m_run;
    Goals m_goals;
    std::size_t m_runs;
    SplitPlans m_plans;
    std::array<std::vector<double>, 2> m_alone; ///< on the whole GPU, each run's
    std::size_t m_begun = 0;                    ///< measurements
    int m_order = 0;                            ///< orders used so far
};

} // namespace

const ExperimentInfo& FindSplitExperiment::info() const {
    // A kernel of two blocks for each SM of a large GPU, so that its latency depends on its SMs.
    static const ExperimentInfo info{
        "find-split",
        "a split for two goals",
        "Which split of the GPU gives two workloads what is wanted of each, and what the other "
        "splits would give.",
        "Each workload runs alone on the whole GPU first. Then both run beside each other in one "
        "split after the other: a coarse grid from the smallest first part to the largest; then "
        "between two splits of which one misses a goal and one meets it, halving until they are "
        "neighbours; then the chosen split and its neighbour once more. Partitions are made as the "
        "plan says that comes out: the first part split off by count, all else the remainder's. If "
        "both goals are bounds, smaller parts are tried, too, that leave SMs over. A goal is met "
        "if the median over the runs meets it.",
        "",
        "sizes of the part that has the goal (of two goals, the first one's) to choose from; all "
        "other SMs are the other part",
        "",
        {},
        1,
        3,
        "two workloads with a goal each",
        {{"latency", {{"blocks", 528}, {"intensity", 32}}, Kind::p99, 400, "µs"},
         {"fma", {}, Kind::most}}};
    return info;
}

void FindSplitExperiment::measure(ExperimentRun& run, ExperimentResult& result) const {
    const std::vector<WorkloadGoal>& goals = run.parameters().goals;
    Finding(run, {goals.at(0), goals.at(1)}).measure(result);
}

} // namespace parterre
