// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/placement_experiment.h"

#include "core/experiment/experiment_run.h"
#include "core/model/id_ranges.h"
#include "core/plan/applied_plan.h"
#include "core/plan/observed_placement.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace parterre {
namespace {

using SmIds = std::vector<int>;

struct Placed {
    std::string name;
    int requested = 0;
    int granted = 0;
    std::optional<SmIds> planned{}; ///< empty: nobody can tell
    std::vector<SmIds> observed{};  ///< of each run
};

/// Half of the GPU, a quarter, an eighth, in whole steps; and what is left over.
std::vector<int> usualCounts(const SmResource& all) {
    const unsigned alignment = std::max(all.coscheduledAlignment(), 1U);
    std::vector<int> counts;
    for (const unsigned part : {2U, 4U, 8U})
        if (const unsigned count = all.smCount() / part / alignment * alignment;
            count >= all.minPartitionSize())
            counts.push_back(static_cast<int>(count));
    return counts;
}

/// The SM ids of the units that a group is joined from.
std::optional<SmIds> idsOf(const std::vector<int>& units, const SplitUnits& known) {
    if (units.empty() || !known.smIds)
        return {};
    SmIds ids;
    for (const int unit : units) {
        const SmIds& of = known.smIds->at(static_cast<std::size_t>(unit));
        ids.insert(ids.end(), of.begin(), of.end());
    }
    std::sort(ids.begin(), ids.end());
    return ids;
}

/// What a plan says of where its partitions are, and fills in where kernels then ran.
class PlacementTable {
public:
    explicit PlacementTable(const std::optional<ObservedPlacement>& seenBefore)
        : m_seenBefore(seenBefore) {}

    void add(const AppliedPlan& applied) {
        const auto& partitions = applied.partitions();
        for (std::size_t i = 0; i < partitions.size(); ++i) {
            const PartitionReport& report = partitions[i].report;
            if (m_placed.size() <= i)
                m_placed.push_back(
                    {report.isRemainder ? "remainder" : report.name, report.requestedSmCount,
                     report.smCount, plannedIds(applied.preview(), i)});
            m_placed[i].observed.push_back(report.observedSmIds);
        }
    }

    const std::vector<Placed>& placed() const { return m_placed; }

private:
    std::optional<SmIds> plannedIds(const Preview& preview, std::size_t partition) const {
        if (partition >= preview.groups.size())
            return preview.remainder.smIds;
        const PreviewGroup& group = preview.groups[partition];
        if (group.smIds)
            return group.smIds;
        if (m_seenBefore)
            for (const SplitUnits& units : m_seenBefore->units)
                if (!units.ignoreCoscheduling)
                    return idsOf(group.units, units);
        return {};
    }

    const std::optional<ObservedPlacement>& m_seenBefore;
    std::vector<Placed> m_placed;
};

/// How many runs saw exactly these SMs.
int runsWith(const Placed& placed, const SmIds& ids) {
    return static_cast<int>(std::count(placed.observed.begin(), placed.observed.end(), ids));
}

/// SMs on which more than one partition was seen in the first run.
int sharedSms(const std::vector<Placed>& all) {
    std::map<int, int> partitions;
    for (const Placed& placed : all)
        for (const int id : placed.observed.front())
            ++partitions[id];
    return static_cast<int>(std::count_if(
        partitions.begin(), partitions.end(), [](const auto& sm) { return sm.second > 1; }));
}

std::string sentenceOf(const std::vector<Placed>& all, int runs) {
    int known = 0;
    int asPlanned = 0;
    int alike = 0;
    for (const Placed& placed : all) {
        known += placed.planned ? 1 : 0;
        asPlanned += placed.planned && runsWith(placed, *placed.planned) == runs ? 1 : 0;
        alike += runsWith(placed, placed.observed.front()) == runs ? 1 : 0;
    }
    const int shared = sharedSms(all);
    return fmt::format(
        "{} of the {} partitions of which it was known beforehand ran on exactly the SMs planned "
        "in every run; {} of all {} ran on the same SMs in all {} runs; {} SMs belonged to two "
        "partitions.",
        asPlanned, known, alike, all.size(), runs, shared == 0 ? "no" : std::to_string(shared));
}

void fill(ExperimentResult& result, const std::vector<Placed>& all, int runs) {
    result.columns = {
        {"partition", "partition", "", 0},
        {"requested_sm_count", "SMs asked for", "", 0},
        {"sm_count", "SMs granted", "", 0},
        {"planned_sm_ids", "planned SM ids", "", 0},
        {"observed_sm_ids", "observed SM ids, first run", "", 0},
        {"runs_as_planned", "runs as planned", "", 0},
        {"runs_alike", "runs as the first", "", 0},
        {"runs", "runs", "", 0}};
    ChartSeries planned{"planned", ChartSeries::Mark::point, {}};
    ChartSeries observed{"observed", ChartSeries::Mark::point, {}};
    result.chart.x = {"SM id", "", false};
    result.chart.y = {"partition", "", false};
    const auto addPoints = [](ChartSeries& series, const SmIds& ids, double y) {
        for (const int id : ids)
            series.points.push_back({static_cast<double>(id), y, y, y});
    };
    for (const Placed& placed : all) {
        const SmIds& first = placed.observed.front();
        result.rows.push_back(
            {placed.name, placed.requested == 0 ? ExperimentCell() : double(placed.requested),
             double(placed.granted),
             placed.planned ? ExperimentCell(rangesOf(*placed.planned)) : ExperimentCell(),
             rangesOf(first),
             placed.planned ? ExperimentCell(double(runsWith(placed, *placed.planned)))
                            : ExperimentCell(),
             double(runsWith(placed, first)), double(runs)});
        const auto y = static_cast<double>(result.chart.y.categories.size());
        result.chart.y.categories.push_back(placed.name);
        if (placed.planned)
            addPoints(planned, *placed.planned, y);
        addPoints(observed, first, y);
    }
    result.chart.series = {planned, observed};
    result.sentence = sentenceOf(all, runs);
}

} // namespace

const ExperimentInfo& PlacementExperiment::info() const {
    static const ExperimentInfo info{
        "placement",
        "planned SMs and observed ones",
        "Whether partitions run where the plan says, and on the same SMs each time.",
        "The plan is applied in each run, and kernels in every partition read the id of the SM "
        "they run on (%smid) until no new one turns up. A simulated GPU tells its SM ids "
        "beforehand. A real one does not: there, kernels look first where each of the split's "
        "units is, and the plan joins its groups from these units.",
        "",
        "the partitions of the plan; what is left over becomes one, too",
        "",
        {},
        0,
        3};
    return info;
}

void PlacementExperiment::measure(ExperimentRun& run, ExperimentResult& result) const {
    if (run.parameters().smCounts.empty())
        run.chooseSmCounts(usualCounts(run.device().resources().sm()));
    const ExperimentParameters& parameters = run.parameters();
    PartitionPlan plan = planOfCounts(run.target().id, parameters.smCounts);
    plan.partitionRemainder = true;

    std::optional<ObservedPlacement> seenBefore;
    const bool isTold = run.target().surroundings.oracle != nullptr;
    run.expect(static_cast<std::size_t>(parameters.runs) + (isTold ? 0 : 1));
    if (!isTold) {
        plan.strategy = Strategy::combined;
        run.begin("where the units are");
        seenBefore = observePlacement(run.device(), [&](double part) { run.tell(part); });
    }

    PlacementTable table(seenBefore);
    for (int round = 0; round < parameters.runs; ++round) {
        run.begin(fmt::format("run {} of {}", round + 1, parameters.runs));
        const ApplyHooks hooks{
            [&](double part, const std::string&) { run.tell(part); }, {}, run.stop()};
        table.add(*applyPlan(run.device(), plan, run.target().surroundings, hooks));
    }
    fill(result, table.placed(), parameters.runs);
}

} // namespace parterre
