// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/plan_changes.h"

#include "ui/shell/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace parterre::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("PlanChanges", text);
}

const PlanGroup* find(const PartitionPlan& plan, const std::string& name) {
    const auto found =
        std::find_if(plan.groups.begin(), plan.groups.end(), [&](const PlanGroup& group) {
            return group.name == name;
        });
    return found == plan.groups.end() ? nullptr : &*found;
}

bool sameOptions(PlanGroup one, const PlanGroup& other) {
    one.smCount = other.smCount;
    one.workload = other.workload;
    one.workloadParameters = other.workloadParameters;
    one.colour = other.colour;
    return one == other;
}

bool sameOrder(const PartitionPlan& applied, const PartitionPlan& planned) {
    std::vector<std::string> before;
    std::vector<std::string> after;
    for (const PlanGroup& group : applied.groups)
        if (find(planned, group.name))
            before.push_back(group.name);
    for (const PlanGroup& group : planned.groups)
        if (find(applied, group.name))
            after.push_back(group.name);
    return before == after;
}

} // namespace

QStringList planChanges(const PartitionPlan& applied, const PartitionPlan& planned) {
    QStringList changes;
    for (const PlanGroup& group : planned.groups) {
        const QString name = toQt(group.name);
        const PlanGroup* before = find(applied, group.name);
        if (!before) {
            changes
                << (group.smCount == 0 ? tr("%1 is new, with as many SMs as fit").arg(name)
                                       : tr("%1 is new, with %2 SMs").arg(name).arg(group.smCount));
            continue;
        }
        if (before->smCount != group.smCount)
            changes << tr("%1: %2 → %3 SMs").arg(name).arg(before->smCount).arg(group.smCount);
        if (!sameOptions(*before, group))
            changes << tr("%1 has other options").arg(name);
    }
    for (const PlanGroup& group : applied.groups)
        if (!find(planned, group.name))
            changes << tr("%1 is removed").arg(toQt(group.name));
    if (!sameOrder(applied, planned))
        changes << tr("The partitions stand in another order");
    if (applied.strategy != planned.strategy)
        changes << tr("Another strategy");
    if (applied.ignoreCoscheduling != planned.ignoreCoscheduling)
        changes << tr("Other split units");
    if (applied.maxCluster != planned.maxCluster)
        changes << tr("Another largest cluster");
    if (applied.partitionRemainder != planned.partitionRemainder)
        changes
            << (planned.partitionRemainder ? tr("The remainder becomes a partition")
                                           : tr("The remainder is no partition any more"));
    return changes;
}

QStringList planCreations(const PartitionPlan& planned) {
    PartitionPlan none = planned; // the same in all else
    none.groups.clear();
    none.partitionRemainder = false;
    return planChanges(none, planned);
}

} // namespace parterre::ui
