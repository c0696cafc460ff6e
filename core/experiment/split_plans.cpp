// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/split_plans.h"

#include "core/plan/plan_error.h"

#include <algorithm>

namespace parterre {
namespace {

PlanGroup groupOf(const WorkloadGoal& goal, int smCount) {
    PlanGroup group;
    group.name = goal.workload;
    group.smCount = smCount;
    group.workload = goal.workload;
    group.workloadParameters = goal.workloadParameters;
    return group;
}

} // namespace

SplitPlans::SplitPlans(const ExperimentTarget& target, std::array<WorkloadGoal, 2> goals)
    : m_target(target)
    , m_goals(std::move(goals)) {}

PartitionPlan SplitPlans::planOf(const SplitSizes& sizes) const {
    PartitionPlan plan;
    plan.device = m_target.id;
    plan.madeFor = PlanOrigin{
        m_target.device.name(),
        m_target.device.attribute(abi::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)};
    plan.groups.push_back(groupOf(m_goals[0], sizes.first));
    if (sizes.isWhole) {
        plan.strategy = Strategy::byCount;
        plan.partitionRemainder = true;
        plan.remainderWorkload = m_goals[1].workload;
        plan.remainderWorkloadParameters = m_goals[1].workloadParameters;
    } else {
        plan.strategy = Strategy::combined;
        plan.groups.push_back(groupOf(m_goals[1], sizes.second));
        if (plan.groups[1].name == plan.groups[0].name)
            plan.groups[1].name += " 2";
    }
    return plan;
}

SplitLayout SplitPlans::layOut(const SplitSizes& sizes) const {
    return parterre::layOut(m_target.device, planOf(sizes), m_target.surroundings);
}

SplitSearch::Space SplitPlans::space() const {
    const SmResource all = m_target.device.resources().sm();
    const int total = static_cast<int>(all.smCount());
    const auto least = static_cast<int>(all.minPartitionSize());
    SplitSearch::Space space;
    const PartitionPlan one = planOf({least, total - least, true});
    for (const int first :
         previewPlan(m_target.device, one, m_target.surroundings).grantableSmCounts) {
        // What is left is a partition, too, and no smaller than one may be.
        if (total - first < least)
            continue;
        const SplitLayout layout = layOut({first, total - first, true});
        if (!layout.hasErrors() && layout.groups.size() == 1 &&
            layout.groups[0].smCount() == first && layout.remainder)
            space.whole.push_back({first, layout.remainder->smCount(), true});
    }
    if (2 * least > total)
        return space;
    int sum = 0;
    for (const int unit : layOut({least, least, false}).unitSmCounts)
        space.sizes.push_back(sum += unit);
    space.fits = [this, most = sum](int first, int second) {
        if (first + second > most)
            return false; // or they would be joined of the smallest units
        const SplitLayout layout = layOut({first, second, false});
        return !layout.hasErrors() && layout.groups.size() == 2 &&
               layout.groups[0].smCount() == first && layout.groups[1].smCount() == second;
    };
    return space;
}

std::vector<ExperimentPartition> SplitPlans::make(const SplitSizes& sizes) const {
    SplitLayout layout = layOut(sizes);
    if (layout.hasErrors())
        throw PlanError(
            describeLayout(m_target.device, planOf(sizes), layout, m_target.surroundings.oracle));
    if (sizes.isWhole && layout.remainder)
        layout.groups.push_back(*layout.remainder);
    std::vector<ExperimentPartition> partitions;
    for (const LayoutPart& part : layout.groups) {
        const auto context = m_target.device.createContext({part.sms});
        partitions.push_back({context, context->createStream(), part.smCount()});
    }
    return partitions;
}

} // namespace parterre
