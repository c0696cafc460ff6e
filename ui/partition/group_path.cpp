// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/group_path.h"

namespace parterre::ui {
namespace {

template <typename Plan, typename Split>
Split* findSplit(Plan& plan, const GroupPath& parent) {
    Split* split = &plan;
    for (const int position : parent.positions()) {
        const auto at = static_cast<std::size_t>(position);
        if (position < 0 || at >= split->groups.size() || !split->groups[at].split)
            return nullptr;
        split = &*split->groups[at].split;
    }
    return split;
}

template <typename Group, typename Plan>
Group* findGroup(Plan& plan, const GroupPath& group) {
    auto* split = group.isNone() ? nullptr : splitAt(plan, group.parent());
    const auto at = static_cast<std::size_t>(group.position());
    return split && group.position() >= 0 && at < split->groups.size() ? &split->groups[at]
                                                                       : nullptr;
}

} // namespace

GroupPath::GroupPath(int position) {
    if (position >= 0)
        m_positions.push_back(position);
}

GroupPath GroupPath::parent() const {
    GroupPath above = *this;
    if (!above.m_positions.empty())
        above.m_positions.pop_back();
    return above;
}

GroupPath GroupPath::child(int position) const {
    GroupPath below = *this;
    below.m_positions.push_back(position);
    return below;
}

const PlanSplit* splitAt(const PartitionPlan& plan, const GroupPath& parent) {
    return findSplit<const PartitionPlan, const PlanSplit>(plan, parent);
}

PlanSplit* splitAt(PartitionPlan& plan, const GroupPath& parent) {
    return findSplit<PartitionPlan, PlanSplit>(plan, parent);
}

const PlanGroup* groupAt(const PartitionPlan& plan, const GroupPath& group) {
    return findGroup<const PlanGroup>(plan, group);
}

PlanGroup* groupAt(PartitionPlan& plan, const GroupPath& group) {
    return findGroup<PlanGroup>(plan, group);
}

bool isRemainderAt(const PartitionPlan& plan, const GroupPath& path) {
    const PlanSplit* split = path.isNone() ? nullptr : splitAt(plan, path.parent());
    return split && path.position() == static_cast<int>(split->groups.size());
}

std::string fullNameAt(const PartitionPlan& plan, const GroupPath& group) {
    const PlanGroup* found = groupAt(plan, group);
    return found ? fullName(fullNameAt(plan, group.parent()), found->name) : std::string();
}

namespace {

GroupPath findIn(
    const PlanSplit& split, const GroupPath& path, const std::string& above,
    const std::string& name) {
    for (std::size_t i = 0; i < split.groups.size(); ++i) {
        const std::string full = fullName(above, split.groups[i].name);
        const GroupPath here = path.child(static_cast<int>(i));
        if (full == name)
            return here;
        if (split.groups[i].split)
            if (const GroupPath below = findIn(*split.groups[i].split, here, full, name);
                !below.isNone())
                return below;
    }
    return {};
}

} // namespace

GroupPath pathOf(const PartitionPlan& plan, const std::string& fullName) {
    return findIn(plan, {}, {}, fullName);
}

GroupPath placeOf(const PartitionPlan& plan, const PartitionReport& report) {
    if (!report.isRemainder)
        return pathOf(plan, report.name);
    const GroupPath parent = pathOf(plan, report.parent);
    const PlanSplit* split =
        parent.isNone() && !report.parent.empty() ? nullptr : splitAt(plan, parent);
    return split && split->partitionRemainder ? parent.child(static_cast<int>(split->groups.size()))
                                              : GroupPath();
}

} // namespace parterre::ui
