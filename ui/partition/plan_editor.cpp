// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/plan_editor.h"

#include "ui/partition/group_edits.h"
#include "ui/partition/plan_edit.h"
#include "ui/shell/text.h"

#include <algorithm>
#include <set>
#include <utility>

namespace parterre::ui {
namespace {

/// Whether two groups would go by one full name: "A/1" beside an A that has a 1.
bool hasDoubleNames(const PartitionPlan& plan) {
    std::set<std::string> names;
    for (const auto& place : splitsOf(plan))
        for (const PlanGroup& group : place.split->groups)
            if (!names.insert(fullName(place.parent, group.name)).second)
                return true;
    return false;
}

} // namespace

PlanEditor::PlanEditor(QObject* parent)
    : QObject(parent) {}

void PlanEditor::set(const PartitionPlan& plan) {
    if (plan == m_plan)
        return;
    m_plan = plan;
    emit planChanged();
}

void PlanEditor::restore(const PartitionPlan& plan) {
    m_beforeGesture.reset();
    set(plan);
}

void PlanEditor::load(const PartitionPlan& plan) {
    m_stack.clear();
    restore(plan);
}

void PlanEditor::replace(const QString& text, const PartitionPlan& plan) {
    change(text, [&](PartitionPlan& now) { now = plan; });
}

void PlanEditor::change(const QString& text, const std::function<void(PartitionPlan&)>& edit) {
    PartitionPlan after = m_plan;
    edit(after);
    if (after == m_plan)
        return;
    if (m_beforeGesture)
        set(after);
    else
        m_stack.push(new PlanEdit(*this, m_plan, std::move(after), text));
}

void PlanEditor::changeSplit(
    const GroupPath& parent, const QString& text, const std::function<void(PlanSplit&)>& edit) {
    if (splitAt(m_plan, parent))
        change(text, [&](PartitionPlan& plan) { edit(*splitAt(plan, parent)); });
}

void PlanEditor::changeGroup(
    const GroupPath& group, const QString& text,
    const std::function<void(PlanSplit&, PlanGroup&)>& edit) {
    if (isGroup(group))
        changeSplit(group.parent(), text, [&](PlanSplit& split) {
            edit(split, split.groups[static_cast<std::size_t>(group.position())]);
        });
}

int PlanEditor::groupCount(const GroupPath& parent) const {
    const PlanSplit* split = splitAt(m_plan, parent);
    return split ? static_cast<int>(split->groups.size()) : 0;
}

int PlanEditor::allGroupCount() const {
    std::size_t count = 0;
    for (const auto& place : splitsOf(m_plan))
        count += place.split->groups.size();
    return static_cast<int>(count);
}

bool PlanEditor::hasRoomFor(int more) const {
    return allGroupCount() + more <= PartitionPlan::mostGroups;
}

QString PlanEditor::groupName(const GroupPath& group) const {
    return toQt(fullNameAt(m_plan, group));
}

void PlanEditor::setDevice(const QString& device) {
    change(
        tr("Switch to %1").arg(device), [&](PartitionPlan& plan) { plan.device = fromQt(device); });
}

void PlanEditor::setSmCount(const GroupPath& group, int smCount) {
    setNeighbours(group, smCount, std::nullopt);
}

void PlanEditor::setNeighbours(const GroupPath& group, int smCount, std::optional<int> right) {
    const auto next = static_cast<std::size_t>(group.position() + 1);
    changeGroup(
        group, tr("Resize %1").arg(groupName(group)), [&](PlanSplit& split, PlanGroup& resized) {
            resize(resized, smCount);
            if (right && next < split.groups.size())
                resize(split.groups[next], *right);
        });
}

void PlanEditor::addGroup(int smCount, const QString& workload, const GroupPath& parent) {
    const PlanSplit* split = splitAt(m_plan, parent);
    if (!split || !hasRoomFor(1))
        return;
    PlanGroup group;
    group.name = freeName(*split, !parent.isNone());
    group.smCount = smCount;
    group.workload = fromQt(workload);
    const std::string name = fullName(fullNameAt(m_plan, parent), group.name);
    changeSplit(parent, tr("Add %1").arg(toQt(name)), [&](PlanSplit& changed) {
        changed.groups.push_back(std::move(group));
    });
}

void PlanEditor::addGroupOfRemainder(int smCount, const GroupPath& parent) {
    if (!hasRoomFor(1))
        return;
    changeSplit(parent, tr("Make a partition of the remainder"), [&](PlanSplit& split) {
        PlanGroup group;
        group.name = freeName(split, !parent.isNone());
        group.smCount = smCount;
        if (split.partitionRemainder)
            group.workload = std::exchange(split.remainderWorkload, {});
        split.partitionRemainder = false;
        split.groups.push_back(std::move(group));
    });
}

void PlanEditor::removeGroup(const GroupPath& group) {
    if (group.isNested() && groupCount(group.parent()) == 1) {
        joinGroup(group.parent());
        return;
    }
    changeGroup(group, tr("Remove %1").arg(groupName(group)), [&](PlanSplit& split, PlanGroup&) {
        split.groups.erase(split.groups.begin() + group.position());
    });
}

void PlanEditor::splitGroup(const GroupPath& group, const std::vector<int>& counts) {
    if (!isGroup(group) || groupAt(m_plan, group)->split || counts.empty() ||
        !hasRoomFor(static_cast<int>(counts.size()) - 1))
        return;
    changeGroup(group, tr("Split %1").arg(groupName(group)), [&](PlanSplit& split, PlanGroup&) {
        divide(split, group.position(), counts, group.isNested());
    });
}

void PlanEditor::splitWithin(const GroupPath& group, const std::vector<int>& counts) {
    if (!isGroup(group) || groupAt(m_plan, group)->split || counts.empty() ||
        group.level() >= PartitionPlan::mostLevels || !hasRoomFor(static_cast<int>(counts.size())))
        return;
    editGroup(group, tr("Split within %1").arg(groupName(group)), [&](PlanGroup& changed) {
        ui::splitWithin(changed, counts);
    });
}

void PlanEditor::joinGroup(const GroupPath& group) {
    editGroup(group, tr("Make %1 one piece").arg(groupName(group)), join);
}

void PlanEditor::mergeWithNext(const GroupPath& group) {
    const GroupPath next = group.sibling(group.position() + 1);
    if (isGroup(group) && isGroup(next))
        changeGroup(
            group, tr("Merge %1 and %2").arg(groupName(group), groupName(next)),
            [&](PlanSplit& split, PlanGroup&) { ui::mergeWithNext(split, group.position()); });
}

void PlanEditor::moveGroup(const GroupPath& from, int to) {
    if (isGroup(from) && isGroup(from.sibling(to)))
        changeSplit(from.parent(), tr("Move %1").arg(groupName(from)), [&](PlanSplit& split) {
            PlanGroup moved = std::move(split.groups[static_cast<std::size_t>(from.position())]);
            split.groups.erase(split.groups.begin() + from.position());
            split.groups.insert(split.groups.begin() + to, std::move(moved));
        });
}

bool PlanEditor::rename(const GroupPath& group, const QString& name) {
    const std::string text = fromQt(name.trimmed());
    if (!isGroup(group) || text.empty())
        return false;
    PartitionPlan after = m_plan;
    groupAt(after, group)->name = text;
    if (hasDoubleNames(after))
        return false;
    replace(tr("Rename %1").arg(groupName(group)), after);
    return true;
}

void PlanEditor::editGroup(
    const GroupPath& group, const QString& text, const std::function<void(PlanGroup&)>& edit) {
    changeGroup(group, text, [&](PlanSplit&, PlanGroup& changed) { edit(changed); });
}

void PlanEditor::setColour(const GroupPath& group, const QString& colour) {
    editGroup(group, tr("Colour of %1").arg(groupName(group)), [&](PlanGroup& changed) {
        changed.colour = fromQt(colour);
    });
}

void PlanEditor::setWorkload(const GroupPath& group, const QString& workload) {
    // Parameters were the other workload's.
    if (isRemainderAt(m_plan, group))
        changeSplit(group.parent(), tr("Workload of the remainder"), [&](PlanSplit& split) {
            split.remainderWorkload = fromQt(workload);
            split.remainderWorkloadParameters.clear();
        });
    else if (isGroup(group) && !groupAt(m_plan, group)->split)
        editGroup(group, tr("Workload of %1").arg(groupName(group)), [&](PlanGroup& changed) {
            changed.workload = fromQt(workload);
            changed.workloadParameters.clear();
        });
}

void PlanEditor::setStrategy(Strategy strategy, const GroupPath& parent) {
    changeSplit(parent, tr("Change the strategy"), [&](PlanSplit& split) {
        split.strategy = strategy;
        if (strategy == Strategy::byCount || strategy == Strategy::structured)
            forgetUnits(split); // these have none
    });
}

void PlanEditor::setIgnoreCoscheduling(bool on, const GroupPath& parent) {
    changeSplit(
        parent, on ? tr("Use the smallest units") : tr("Use co-scheduled units"),
        [&](PlanSplit& split) {
            split.ignoreCoscheduling = on;
            forgetUnits(split);
            split.maxCluster = split.maxCluster && !on; // the driver refuses both together
        });
}

void PlanEditor::setMaxCluster(bool on, const GroupPath& parent) {
    changeSplit(
        parent, on ? tr("Allow the largest clusters") : tr("Allow ordinary clusters"),
        [&](PlanSplit& split) {
            split.maxCluster = on;
            forgetUnits(split);
            split.ignoreCoscheduling = split.ignoreCoscheduling && !on;
        });
}

void PlanEditor::setPartitionRemainder(bool on, const GroupPath& parent) {
    changeSplit(
        parent, on ? tr("Make the remainder a partition") : tr("Leave the remainder unused"),
        [&](PlanSplit& split) { split.partitionRemainder = on; });
}

void PlanEditor::revertTo(const PartitionPlan& plan) {
    replace(tr("Revert to what is applied"), plan);
}

bool PlanEditor::applyFix(const Fix& fix, const QString& group, const QString& split) {
    const GroupPath parent = pathOf(m_plan, fromQt(split));
    if (!split.isEmpty() && parent.isNone())
        return false;
    switch (fix.kind) {
    case Fix::Kind::setSmCount: {
        const GroupPath named = pathOf(m_plan, fromQt(group));
        setSmCount(named, fix.value);
        return isGroup(named);
    }
    case Fix::Kind::setGroupCount:
        changeSplit(parent, toQt(fix.title), [&](PlanSplit& changed) {
            changed.groups.resize(
                std::min(changed.groups.size(), static_cast<std::size_t>(std::max(fix.value, 0))));
        });
        return true;
    case Fix::Kind::useRemainder:
        setPartitionRemainder(true, parent);
        return true;
    case Fix::Kind::useSmallestUnits:
        setIgnoreCoscheduling(true, parent);
        return true;
    case Fix::Kind::setHardwareConnections:
        return false;
    }
    return false;
}

void PlanEditor::beginGesture() {
    if (!m_beforeGesture)
        m_beforeGesture = m_plan;
}

void PlanEditor::endGesture(const QString& text) {
    if (!m_beforeGesture)
        return;
    PartitionPlan before = *std::exchange(m_beforeGesture, std::nullopt);
    if (before != m_plan)
        m_stack.push(new PlanEdit(*this, std::move(before), m_plan, text));
}

void PlanEditor::endResize(const GroupPath& group) {
    endGesture(isGroup(group) ? tr("Resize %1").arg(groupName(group)) : tr("Resize"));
}

void PlanEditor::cancelGesture() {
    if (m_beforeGesture)
        set(*std::exchange(m_beforeGesture, std::nullopt));
}

} // namespace parterre::ui
