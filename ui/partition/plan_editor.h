// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/diagnostic.h"
#include "core/model/partition_plan.h"

#include <QObject>
#include <QUndoStack>

#include <functional>
#include <optional>

namespace parterre::ui {

/// Holds the plan that is edited; the only place where it changes. Every change is an entry of the
/// undo stack; one drag is one entry, however many steps it had.
class PlanEditor : public QObject {
    Q_OBJECT
public:
    explicit PlanEditor(QObject* parent = nullptr);

    const PartitionPlan& plan() const { return m_plan; }
    QUndoStack& undoStack() { return m_stack; }
    int groupCount() const { return static_cast<int>(m_plan.groups.size()); }

    /// Another plan altogether, from a file or a start; forgets the history.
    void load(const PartitionPlan& plan);
    /// Another plan altogether as one edit, painted units say; `text` names it.
    void replace(const QString& text, const PartitionPlan& plan);

    void setDevice(const QString& device);
    void setSmCount(int group, int smCount);
    /// Moves the border to the right of `group`: it gets `smCount`, its right neighbour `right`.
    void setNeighbours(int group, int smCount, std::optional<int> right);
    /// A new last group of `smCount` SMs, with a name no other has and a workload.
    void addGroup(int smCount, const QString& workload);
    /// A new last group of `smCount` of the SMs that are left over, with their workload if they
    /// were a partition; what is left over then is none.
    void addGroupOfRemainder(int smCount);
    void removeGroup(int group);
    /// Divides a group: it keeps the first of `counts`, and new groups behind it, with names no
    /// other has and the same workload and options, get one of the others each.
    void splitGroup(int group, const std::vector<int>& counts);
    /// One group of the SMs of `group` and the next, with the name and options of the former.
    void mergeWithNext(int group);
    void moveGroup(int from, int to);
    /// False, and nothing changes, when the name is empty or another group has it.
    bool rename(int group, const QString& name);
    /// Any other change of one group; `text` names the edit.
    void editGroup(int group, const QString& text, const std::function<void(PlanGroup&)>& edit);
    /// "#rrggbb", or empty: the palette decides by position. It is nothing the GPU knows of.
    void setColour(int group, const QString& colour);
    /// `group` equal to groupCount() means the remainder.
    void setWorkload(int group, const QString& workload);
    void setStrategy(Strategy strategy);
    void setIgnoreCoscheduling(bool on);
    void setMaxCluster(bool on);
    void setPartitionRemainder(bool on);
    /// Back to a plan that was there before, as an edit like any other.
    void revertTo(const PartitionPlan& plan);
    /// Applies a diagnostic's fix. False when it is not a change of the plan
    /// (Fix::Kind::setHardwareConnections) or its group is gone.
    bool applyFix(const Fix& fix, const QString& group);

    /// Until endGesture(), changes show at once but make no entries of their own.
    void beginGesture();
    /// One entry of that name for all that happened since; none when nothing did.
    void endGesture(const QString& text);
    void endResize(int group); ///< endGesture() after the resizing of a group
    /// As it was before beginGesture().
    void cancelGesture();
    bool isInGesture() const { return m_beforeGesture.has_value(); }

signals:
    /// The plan is another one than before; never emitted when nothing changed.
    void planChanged();

private:
    friend class PlanEdit;
    void set(const PartitionPlan& plan);
    /// As undo and redo want it; a gesture under way is over then.
    void restore(const PartitionPlan& plan);
    void change(const QString& text, const std::function<void(PartitionPlan&)>& edit);
    bool isGroup(int group) const { return group >= 0 && group < groupCount(); }
    QString groupName(int group) const;

    PartitionPlan m_plan;
    std::optional<PartitionPlan> m_beforeGesture;
    QUndoStack m_stack;
};

} // namespace parterre::ui
