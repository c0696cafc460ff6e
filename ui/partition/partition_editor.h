// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/partition/handle_motion.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QAction;
class QTableView;

namespace parterre::ui {

class Badge;
class ElidedLabel;
class GroupMenu;
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

    /// What shows all rows of the table and no empty room below them; fewer of them, and never half
    /// a row, where that is more than `room`.
    int heightWithin(int room) const;

    /// The two most equal sizes the driver would grant out of a group; nothing when there are none.
    std::optional<HandleMotion::Step> halvesOf(int group) const;
    /// The menu of a row, at a place on the screen; also what the mouse and the Menu key open.
    GroupMenu* openMenu(int row, const QPoint& globalPosition);

    void addGroup();
    void removeGroup(int group);
    void renameGroup(int group);
    void toggleRun(int row);
    void copyAsText() const;

signals:
    /// A sentence about an edit that was not possible.
    void refused(const QString& sentence);
    void rowsChanged(); ///< heightWithin() is another one

private:
    void makeActions();
    QWidget* makeHeader();
    void makeTable();
    void connectBar();
    void showContent();
    void showHeadline();
    void showRunStates();
    void showThroughput();
    int tableHeight(int rows) const;
    int appliedIndex(int row) const;
    LiveRate liveRate(int row) const;
    int currentGroup() const;

    Session& m_session;
    const ThroughputHistory& m_history;
    PartitionBar* m_bar;
    PlanTableModel* m_model;
    QTableView* m_table;
    ElidedLabel* m_title = nullptr;
    Badge* m_badge = nullptr;
    QAction* m_add = nullptr;
    QAction* m_remove = nullptr;
    QAction* m_rename = nullptr;
    QAction* m_up = nullptr;
    QAction* m_down = nullptr;
    QTimer m_liveTimer;
};

} // namespace parterre::ui
