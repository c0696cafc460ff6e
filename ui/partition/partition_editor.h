// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

class QAction;
class QTableView;

namespace parterre::ui {

class Badge;
class ColumnShares;
class ElidedLabel;
class GroupActions;
class GroupDetails;
class GroupMenu;
struct LiveRate;
class PartitionBar;
class PlanOptions;
class PlanTableModel;
class Session;
class ThroughputHistory;

/// The middle of the window: the partition bar, and below it the same groups as a table.
class PartitionEditor : public QWidget {
    Q_OBJECT
public:
    PartitionEditor(Session& session, const ThroughputHistory& history, QWidget* parent = nullptr);

    PartitionBar& bar() const { return *m_bar; }
    PlanTableModel& model() const { return *m_model; }
    QTableView& table() const { return *m_table; }
    GroupActions& actions() const { return *m_actions; }
    GroupDetails& details() const { return *m_details; }
    /// Checkable: whether details() are in view.
    QAction* showDetailsAction() const { return m_showDetails; }
    PlanOptions& options() const { return *m_options; }

    /// What shows all rows of the table and no empty room below them; fewer of them, and never half
    /// a row, where that is more than `room`.
    int heightWithin(int room) const;

    /// The row chosen last: a group, or the remainder; -1 when there is none.
    int currentRow() const;
    /// The menu of a row, which is the current one then, at a place on the screen; also what the
    /// mouse and the Menu key open.
    GroupMenu* openMenu(int row, const QPoint& globalPosition);

    void toggleRun(int row);

signals:
    /// A sentence about an edit that was not possible.
    void refused(const QString& sentence);
    void rowsChanged(); ///< heightWithin() is another one

private:
    QWidget* makeHeader();
    void makeTable();
    void makeDetails();
    void showOptionsColumn();
    void connectBar();
    void showContent();
    void showHeadline();
    void showRunStates();
    void showThroughput();
    int tableHeight(int rows) const;
    int appliedIndex(int row) const;
    LiveRate liveRate(int row) const;

    Session& m_session;
    const ThroughputHistory& m_history;
    PartitionBar* m_bar;
    PlanTableModel* m_model;
    QTableView* m_table;
    PlanOptions* m_options;
    GroupDetails* m_details = nullptr;
    QAction* m_showDetails = nullptr;
    ColumnShares* m_shares = nullptr;
    ElidedLabel* m_title = nullptr;
    Badge* m_badge = nullptr;
    GroupActions* m_actions = nullptr;
    QTimer m_liveTimer;
};

} // namespace parterre::ui
