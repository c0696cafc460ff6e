// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/partition/plan_table_model.h"

#include <QTreeView>

#include <set>

namespace parterre::ui {

class ColumnShares;
class PlanDelegate;

/// The partitions as a table, sub-partitions below the one that is split. The arrow keys go from
/// cell to cell; on a name, Right and Left unfold and fold.
class PlanTree : public QTreeView {
    Q_OBJECT
public:
    /// `model` must outlive the view.
    explicit PlanTree(PlanTableModel& model, QWidget* parent = nullptr);

    PlanDelegate& delegate() const { return *m_delegate; }
    /// The row chosen last: a group, or a remainder; none when there is none.
    GroupPath current() const;
    /// Makes a row the current one, in the column that was.
    void select(const GroupPath& path);
    void editName(const GroupPath& path);
    int rowHeight() const;
    int visibleRowCount() const; ///< without those that are folded away
    int heightOf(int rows) const;
    /// The column of options is there while some group has any.
    void showOptionsColumn();

signals:
    void currentChangedTo(const parterre::ui::GroupPath& path);
    void runToggled(const parterre::ui::GroupPath& path);
    void menuWanted(const parterre::ui::GroupPath& path, const QPoint& globalPosition);
    void visibleRowsChanged();

protected:
    void
    drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override;
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;

private:
    void makeColumns();
    void makeActions();
    /// Rows that came are unfolded, save those that somebody folded.
    void unfold();
    QString nameOf(const QModelIndex& index) const;

    PlanTableModel& m_model;
    PlanDelegate* m_delegate;
    ColumnShares* m_shares = nullptr;
    std::set<QString> m_folded; ///< full names
    bool m_isUnfolding = false;
    int m_levels = 1; ///< that rows are on
};

} // namespace parterre::ui
