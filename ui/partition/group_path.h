// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/partition_plan.h"
#include "core/model/partition_report.h"

#include <QMetaType>

#include <initializer_list>
#include <string>
#include <vector>

namespace parterre::ui {

/// Where a group stands in a plan: its position in its split, behind those of the groups above. The
/// position behind a split's last group is its remainder's. Of none, it is the plan itself: the
/// parent of the plan's own groups.
class GroupPath {
public:
    GroupPath() = default;
    /// One of the plan's own; none where it is negative.
    GroupPath(int position);
    GroupPath(std::initializer_list<int> positions)
        : m_positions(positions) {}

    bool isNone() const { return m_positions.empty(); }
    int level() const { return static_cast<int>(m_positions.size()); } ///< 1: the plan's own
    bool isNested() const { return level() > 1; }
    int position() const { return isNone() ? -1 : m_positions.back(); } ///< in its split
    int top() const { return isNone() ? -1 : m_positions.front(); } ///< of the plan's own above it
    const std::vector<int>& positions() const { return m_positions; }

    GroupPath parent() const;
    GroupPath child(int position) const;
    GroupPath sibling(int position) const { return parent().child(position); }

    friend bool operator==(const GroupPath&, const GroupPath&) = default;
    friend bool operator<(const GroupPath& one, const GroupPath& other) {
        return one.m_positions < other.m_positions;
    }

private:
    std::vector<int> m_positions;
};

/// The split of the group at `parent`, or the plan's own; null where there is none.
const PlanSplit* splitAt(const PartitionPlan& plan, const GroupPath& parent);
PlanSplit* splitAt(PartitionPlan& plan, const GroupPath& parent);
/// Null for a remainder, and where there is none.
const PlanGroup* groupAt(const PartitionPlan& plan, const GroupPath& group);
PlanGroup* groupAt(PartitionPlan& plan, const GroupPath& group);
/// Whether it is the place of a remainder, be there SMs left over or not.
bool isRemainderAt(const PartitionPlan& plan, const GroupPath& path);

/// A group's, for showing it; empty where there is none.
std::string fullNameAt(const PartitionPlan& plan, const GroupPath& group);
/// The other way round; none where no group has it.
GroupPath pathOf(const PartitionPlan& plan, const std::string& fullName);
/// Where a partition, of this plan or an older one, stands in it; none where it has no place.
GroupPath placeOf(const PartitionPlan& plan, const PartitionReport& report);

} // namespace parterre::ui

Q_DECLARE_METATYPE(parterre::ui::GroupPath)
