// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/diagnostic.h"
#include "core/model/partition_plan.h"
#include "ui/partition/group_path.h"

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
    /// Groups of one split: the plan's own, or that of the group at `parent`; 0 where it has none.
    int groupCount(const GroupPath& parent = {}) const;
    /// Groups on all levels together.
    int allGroupCount() const;

    /// Another plan altogether, from a file or a start; forgets the history.
    void load(const PartitionPlan& plan);
    /// Another plan altogether as one edit, painted units say; `text` names it.
    void replace(const QString& text, const PartitionPlan& plan);

    void setDevice(const QString& device);
    void setSmCount(const GroupPath& group, int smCount);
    /// Moves the border to the right of `group`: it gets `smCount`, its right neighbour `right`.
    void setNeighbours(const GroupPath& group, int smCount, std::optional<int> right);
    /// A new last group of `smCount` SMs, with a name no other has and a workload; of the plan, or
    /// of the split of the group at `parent`.
    void addGroup(int smCount, const QString& workload, const GroupPath& parent = {});
    /// A new last group of `smCount` of the SMs that are left over, with their workload if they
    /// were a partition; what is left over then is none.
    void addGroupOfRemainder(int smCount, const GroupPath& parent = {});
    /// The last one of a group's split takes the split with it.
    void removeGroup(const GroupPath& group);
    /// Makes groups beside each other of one: see divide().
    void splitGroup(const GroupPath& group, const std::vector<int>& counts);
    /// Splits a group's SMs again, into sub-partitions of so many SMs; it stays. Not where it is
    /// split already, or is as deep as a plan can be.
    void splitWithin(const GroupPath& group, const std::vector<int>& counts);
    /// Makes one piece again of a group that is split.
    void joinGroup(const GroupPath& group);
    /// One group of the SMs of `group` and the next, with the name and options of the former.
    void mergeWithNext(const GroupPath& group);
    /// To another position among its siblings.
    void moveGroup(const GroupPath& from, int to);
    /// False, and nothing changes, when the name is empty or another group has it.
    bool rename(const GroupPath& group, const QString& name);
    /// Any other change of one group; `text` names the edit.
    void editGroup(
        const GroupPath& group, const QString& text, const std::function<void(PlanGroup&)>& edit);
    /// "#rrggbb", or empty: the palette decides by position. It is nothing the GPU knows of.
    void setColour(const GroupPath& group, const QString& colour);
    /// The position behind a split's last group means its remainder.
    void setWorkload(const GroupPath& group, const QString& workload);
    // Of the plan's own split, or that of the group at `parent`.
    void setStrategy(Strategy strategy, const GroupPath& parent = {});
    void setIgnoreCoscheduling(bool on, const GroupPath& parent = {});
    void setMaxCluster(bool on, const GroupPath& parent = {});
    void setPartitionRemainder(bool on, const GroupPath& parent = {});
    /// Back to a plan that was there before, as an edit like any other.
    void revertTo(const PartitionPlan& plan);
    /// Applies a diagnostic's fix; `group` and `split` are the diagnostic's. False when it is not a
    /// change of the plan (Fix::Kind::setHardwareConnections) or what it is about is gone.
    bool applyFix(const Fix& fix, const QString& group, const QString& split = {});

    /// Until endGesture(), changes show at once but make no entries of their own.
    void beginGesture();
    /// One entry of that name for all that happened since; none when nothing did.
    void endGesture(const QString& text);
    void endResize(const GroupPath& group); ///< endGesture() after the resizing of a group
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
    /// An edit of the split that holds `group`; nothing where that is none of its groups.
    void changeGroup(
        const GroupPath& group, const QString& text,
        const std::function<void(PlanSplit&, PlanGroup&)>& edit);
    void changeSplit(
        const GroupPath& parent, const QString& text, const std::function<void(PlanSplit&)>& edit);
    bool isGroup(const GroupPath& group) const { return groupAt(m_plan, group) != nullptr; }
    /// The full one.
    QString groupName(const GroupPath& group) const;
    bool hasRoomFor(int more) const;

    PartitionPlan m_plan;
    std::optional<PartitionPlan> m_beforeGesture;
    QUndoStack m_stack;
};

} // namespace parterre::ui
