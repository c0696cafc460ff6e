// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/plan_editor.h"

#include "ui/partition/plan_edit.h"
#include "ui/shell/text.h"

#include <algorithm>
#include <utility>

namespace parterre::ui {

namespace {

/// Another count cannot stand beside chosen units: the driver deals some again.
void resize(PlanGroup& group, int smCount) {
    if (group.smCount != smCount)
        group.units.clear();
    group.smCount = smCount;
}

/// Chosen units are numbers of one split, and mean other SMs in another.
void forgetUnits(PartitionPlan& plan) {
    for (PlanGroup& group : plan.groups)
        group.units.clear();
}

/// Deals a group's units to its parts, to each for the SMs it is to have; all get none where that
/// is no whole number of units.
void divideUnits(const PlanGroup& whole, std::vector<PlanGroup>& parts) {
    const auto units = static_cast<int>(whole.units.size());
    const bool canDeal =
        whole.smCount > 0 && std::all_of(parts.begin(), parts.end(), [&](const PlanGroup& part) {
            return units * part.smCount % whole.smCount == 0;
        });
    auto next = whole.units.begin();
    for (PlanGroup& part : parts) {
        const auto first = next;
        if (canDeal)
            next += units * part.smCount / whole.smCount;
        part.units.assign(first, next);
    }
}

std::string freeName(const PartitionPlan& plan) {
    for (int i = 0;; ++i) {
        std::string name = defaultGroupName(i);
        if (std::none_of(plan.groups.begin(), plan.groups.end(), [&](const PlanGroup& group) {
                return group.name == name;
            }))
            return name;
    }
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

QString PlanEditor::groupName(int group) const {
    return toQt(m_plan.groups[static_cast<std::size_t>(group)].name);
}

void PlanEditor::setDevice(const QString& device) {
    change(
        tr("Switch to %1").arg(device), [&](PartitionPlan& plan) { plan.device = fromQt(device); });
}

void PlanEditor::setSmCount(int group, int smCount) {
    setNeighbours(group, smCount, std::nullopt);
}

void PlanEditor::setNeighbours(int group, int smCount, std::optional<int> right) {
    if (!isGroup(group))
        return;
    const auto at = static_cast<std::size_t>(group);
    change(tr("Resize %1").arg(groupName(group)), [&](PartitionPlan& plan) {
        resize(plan.groups[at], smCount);
        if (right && at + 1 < plan.groups.size())
            resize(plan.groups[at + 1], *right);
    });
}

void PlanEditor::addGroup(int smCount, const QString& workload) {
    if (groupCount() >= PartitionPlan::mostGroups)
        return;
    PlanGroup group;
    group.name = freeName(m_plan);
    group.smCount = smCount;
    group.workload = fromQt(workload);
    change(tr("Add %1").arg(toQt(group.name)), [&](PartitionPlan& plan) {
        plan.groups.push_back(std::move(group));
    });
}

void PlanEditor::addGroupOfRemainder(int smCount) {
    if (groupCount() >= PartitionPlan::mostGroups)
        return;
    change(tr("Make a partition of the remainder"), [&](PartitionPlan& plan) {
        PlanGroup group;
        group.name = freeName(plan);
        group.smCount = smCount;
        if (plan.partitionRemainder)
            group.workload = std::exchange(plan.remainderWorkload, {});
        plan.partitionRemainder = false;
        plan.groups.push_back(std::move(group));
    });
}

void PlanEditor::removeGroup(int group) {
    if (isGroup(group))
        change(tr("Remove %1").arg(groupName(group)), [&](PartitionPlan& plan) {
            plan.groups.erase(plan.groups.begin() + group);
        });
}

void PlanEditor::splitGroup(int group, const std::vector<int>& counts) {
    if (!isGroup(group) || counts.empty() ||
        groupCount() + static_cast<int>(counts.size()) - 1 > PartitionPlan::mostGroups)
        return;
    change(tr("Split %1").arg(groupName(group)), [&](PartitionPlan& plan) {
        const PlanGroup whole = plan.groups[static_cast<std::size_t>(group)];
        std::vector<PlanGroup> parts(counts.size(), whole);
        for (std::size_t i = 0; i < parts.size(); ++i)
            parts[i].smCount = counts[i];
        divideUnits(whole, parts);
        plan.groups[static_cast<std::size_t>(group)] = parts.front();
        for (std::size_t i = 1; i < parts.size(); ++i) {
            parts[i].name = freeName(plan);
            parts[i].colour.clear();
            plan.groups.insert(
                plan.groups.begin() + group + static_cast<std::ptrdiff_t>(i), parts[i]);
        }
    });
}

void PlanEditor::mergeWithNext(int group) {
    if (!isGroup(group) || !isGroup(group + 1))
        return;
    change(
        tr("Merge %1 and %2").arg(groupName(group), groupName(group + 1)),
        [&](PartitionPlan& plan) {
            const auto at = plan.groups.begin() + group;
            const PlanGroup& next = *(at + 1);
            at->smCount += next.smCount;
            if (at->units.empty() || next.units.empty())
                at->units.clear();
            else
                at->units.insert(at->units.end(), next.units.begin(), next.units.end());
            std::sort(at->units.begin(), at->units.end());
            plan.groups.erase(at + 1);
        });
}

void PlanEditor::moveGroup(int from, int to) {
    if (isGroup(from) && isGroup(to))
        change(tr("Move %1").arg(groupName(from)), [&](PartitionPlan& plan) {
            PlanGroup moved = std::move(plan.groups[static_cast<std::size_t>(from)]);
            plan.groups.erase(plan.groups.begin() + from);
            plan.groups.insert(plan.groups.begin() + to, std::move(moved));
        });
}

bool PlanEditor::rename(int group, const QString& name) {
    const std::string text = fromQt(name.trimmed());
    if (!isGroup(group) || text.empty())
        return false;
    for (int i = 0; i < groupCount(); ++i)
        if (i != group && m_plan.groups[static_cast<std::size_t>(i)].name == text)
            return false;
    change(tr("Rename %1").arg(groupName(group)), [&](PartitionPlan& plan) {
        plan.groups[static_cast<std::size_t>(group)].name = text;
    });
    return true;
}

void PlanEditor::editGroup(
    int group, const QString& text, const std::function<void(PlanGroup&)>& edit) {
    if (isGroup(group))
        change(
            text, [&](PartitionPlan& plan) { edit(plan.groups[static_cast<std::size_t>(group)]); });
}

void PlanEditor::setColour(int group, const QString& colour) {
    if (isGroup(group))
        change(tr("Colour of %1").arg(groupName(group)), [&](PartitionPlan& plan) {
            plan.groups[static_cast<std::size_t>(group)].colour = fromQt(colour);
        });
}

void PlanEditor::setWorkload(int group, const QString& workload) {
    if (group == groupCount())
        change(tr("Workload of the remainder"), [&](PartitionPlan& plan) {
            plan.remainderWorkload = fromQt(workload);
            plan.remainderWorkloadParameters.clear(); // they were the other workload's
        });
    else if (isGroup(group))
        change(tr("Workload of %1").arg(groupName(group)), [&](PartitionPlan& plan) {
            PlanGroup& changed = plan.groups[static_cast<std::size_t>(group)];
            changed.workload = fromQt(workload);
            changed.workloadParameters.clear(); // they were the other workload's
        });
}

void PlanEditor::setStrategy(Strategy strategy) {
    change(tr("Change the strategy"), [&](PartitionPlan& plan) {
        plan.strategy = strategy;
        if (strategy == Strategy::byCount || strategy == Strategy::structured)
            forgetUnits(plan); // these have none
    });
}

void PlanEditor::setIgnoreCoscheduling(bool on) {
    change(
        on ? tr("Use the smallest units") : tr("Use co-scheduled units"), [&](PartitionPlan& plan) {
            plan.ignoreCoscheduling = on;
            forgetUnits(plan);
            plan.maxCluster = plan.maxCluster && !on; // the driver refuses both together
        });
}

void PlanEditor::setMaxCluster(bool on) {
    change(
        on ? tr("Allow the largest clusters") : tr("Allow ordinary clusters"),
        [&](PartitionPlan& plan) {
            plan.maxCluster = on;
            forgetUnits(plan);
            plan.ignoreCoscheduling = plan.ignoreCoscheduling && !on;
        });
}

void PlanEditor::setPartitionRemainder(bool on) {
    change(
        on ? tr("Make the remainder a partition") : tr("Leave the remainder unused"),
        [&](PartitionPlan& plan) { plan.partitionRemainder = on; });
}

void PlanEditor::revertTo(const PartitionPlan& plan) {
    replace(tr("Revert to what is applied"), plan);
}

bool PlanEditor::applyFix(const Fix& fix, const QString& group) {
    const auto named =
        std::find_if(m_plan.groups.begin(), m_plan.groups.end(), [&](const PlanGroup& one) {
            return toQt(one.name) == group;
        });
    switch (fix.kind) {
    case Fix::Kind::setSmCount:
        if (named == m_plan.groups.end())
            return false;
        setSmCount(static_cast<int>(named - m_plan.groups.begin()), fix.value);
        return true;
    case Fix::Kind::setGroupCount:
        change(toQt(fix.title), [&](PartitionPlan& plan) {
            plan.groups.resize(
                std::min(plan.groups.size(), static_cast<std::size_t>(std::max(fix.value, 0))));
        });
        return true;
    case Fix::Kind::useRemainder:
        setPartitionRemainder(true);
        return true;
    case Fix::Kind::useSmallestUnits:
        setIgnoreCoscheduling(true);
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

void PlanEditor::endResize(int group) {
    endGesture(isGroup(group) ? tr("Resize %1").arg(groupName(group)) : tr("Resize"));
}

void PlanEditor::cancelGesture() {
    if (m_beforeGesture)
        set(*std::exchange(m_beforeGesture, std::nullopt));
}

} // namespace parterre::ui
