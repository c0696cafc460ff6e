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

const PlanGroup* find(const PlanSplit& split, const std::string& name) {
    const auto found =
        std::find_if(split.groups.begin(), split.groups.end(), [&](const PlanGroup& group) {
            return group.name == name;
        });
    return found == split.groups.end() ? nullptr : &*found;
}

/// Sub-partitions have lines of their own.
bool sameOptions(PlanGroup one, const PlanGroup& other) {
    one.smCount = other.smCount;
    one.workload = other.workload;
    one.workloadParameters = other.workloadParameters;
    one.colour = other.colour;
    one.split = other.split;
    return one == other;
}

bool sameOrder(const PlanSplit& applied, const PlanSplit& planned) {
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

/// Changes of one split and of those below it. `parent`: the full name of the group that is split.
class Changes {
public:
    static QStringList between(const PartitionPlan& applied, const PartitionPlan& planned) {
        Changes changes;
        changes.compare(applied, planned, {});
        return changes.m_changes;
    }

private:
    void compare(const PlanSplit& applied, const PlanSplit& planned, const std::string& parent) {
        for (const PlanGroup& group : planned.groups)
            compareGroup(find(applied, group.name), group, fullName(parent, group.name));
        for (const PlanGroup& group : applied.groups)
            if (!find(planned, group.name)) {
                const std::string name = fullName(parent, group.name);
                m_changes << tr("%1 is removed").arg(toQt(name));
            }
        const auto say = [&](const QString& ofPlan, const QString& ofGroup) {
            m_changes << (parent.empty() ? ofPlan : ofGroup.arg(toQt(parent)));
        };
        if (!sameOrder(applied, planned))
            say(tr("The partitions stand in another order"),
                tr("The sub-partitions of %1 stand in another order"));
        if (applied.strategy != planned.strategy)
            say(tr("Another strategy"), tr("%1 is split by another strategy"));
        if (applied.ignoreCoscheduling != planned.ignoreCoscheduling)
            say(tr("Other split units"), tr("%1 is split in other units"));
        if (applied.maxCluster != planned.maxCluster)
            say(tr("Another largest cluster"), tr("Another largest cluster in %1"));
        if (applied.partitionRemainder != planned.partitionRemainder)
            say(planned.partitionRemainder ? tr("The remainder becomes a partition")
                                           : tr("The remainder is no partition any more"),
                planned.partitionRemainder ? tr("The remainder of %1 becomes a partition")
                                           : tr("The remainder of %1 is no partition any more"));
    }

    void
    compareGroup(const PlanGroup* before, const PlanGroup& group, const std::string& fullName) {
        const QString name = toQt(fullName);
        if (!before)
            m_changes
                << (group.smCount == 0 ? tr("%1 is new, with as many SMs as fit").arg(name)
                                       : tr("%1 is new, with %2 SMs").arg(name).arg(group.smCount));
        else if (before->smCount != group.smCount)
            m_changes << tr("%1: %2 → %3 SMs").arg(name).arg(before->smCount).arg(group.smCount);
        const bool wasSplit = before && before->split;
        if (before && !sameOptions(*before, group) && wasSplit == group.split.has_value())
            m_changes << tr("%1 has other options").arg(name);
        if (!wasSplit && !group.split)
            return;
        // What has no split has none of its settings either.
        PlanSplit none = wasSplit ? *before->split : *group.split;
        none.groups.clear();
        none.partitionRemainder = false;
        compare(wasSplit ? *before->split : none, group.split ? *group.split : none, fullName);
    }

    QStringList m_changes;
};

} // namespace

QStringList planChanges(const PartitionPlan& applied, const PartitionPlan& planned) {
    return Changes::between(applied, planned);
}

QStringList planCreations(const PartitionPlan& planned) {
    PartitionPlan none = planned; // the same in all else
    none.groups.clear();
    none.partitionRemainder = false;
    return planChanges(none, planned);
}

} // namespace parterre::ui
