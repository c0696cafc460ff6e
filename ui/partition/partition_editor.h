// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

class QAction;
class QLabel;
class QTableView;

namespace parterre::ui {

class Badge;
struct LiveRate;
class PartitionBar;
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
    QAction* addAction() const { return m_add; }
    QAction* removeAction() const { return m_remove; }
    QAction* renameAction() const { return m_rename; }

    /// What shows all rows of the table and no empty room below them.
    int fittingHeight() const;

    void addGroup();
    void removeGroup(int group);
    void renameGroup(int group);
    void copyAsText() const;

signals:
    /// A sentence about an edit that was not possible.
    void refused(const QString& sentence);
    void rowsChanged(); ///< fittingHeight() is another one

private:
    void makeActions();
    QWidget* makeHeader();
    void makeTable();
    void connectBar();
    void showContent();
    void showHeadline();
    void showRunStates();
    void showThroughput();
    void toggleRun(int row);
    int tableHeight(int rows) const;
    int appliedIndex(int row) const;
    LiveRate liveRate(int row) const;
    int currentGroup() const;

    Session& m_session;
    const ThroughputHistory& m_history;
    PartitionBar* m_bar;
    PlanTableModel* m_model;
    QTableView* m_table;
    QLabel* m_title = nullptr;
    QLabel* m_subtitle = nullptr;
    Badge* m_badge = nullptr;
    QAction* m_add = nullptr;
    QAction* m_remove = nullptr;
    QAction* m_rename = nullptr;
    QAction* m_up = nullptr;
    QAction* m_down = nullptr;
    QTimer m_liveTimer;
};

} // namespace parterre::ui
