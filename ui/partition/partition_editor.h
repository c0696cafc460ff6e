// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/partition/group_path.h"

#include <QTimer>
#include <QWidget>

#include <memory>

class QAction;

namespace parterre::ui {

class Badge;
class ElidedLabel;
class GroupActions;
class GroupDetails;
class GroupMenu;
class PartitionBar;
class PlanOptions;
class PartitionRuns;
class PlanTableModel;
class PlanTree;
class Session;
class SmMapPanel;
class ThroughputHistory;

/// The middle of the window: the partition bar, and below it the SMs as a map and the groups as a
/// table, one of the two where there is no room for both.
class PartitionEditor : public QWidget {
    Q_OBJECT
public:
    PartitionEditor(Session& session, const ThroughputHistory& history, QWidget* parent = nullptr);
    ~PartitionEditor() override;

    PartitionBar& bar() const { return *m_bar; }
    PlanTableModel& model() const { return *m_model; }
    PlanTree& table() const { return *m_table; }
    GroupActions& actions() const { return *m_actions; }
    GroupDetails& details() const { return *m_details; }
    /// Checkable: whether details() are in view.
    QAction* showDetailsAction() const { return m_showDetails; }
    PlanOptions& options() const { return *m_options; }
    SmMapPanel& map() const { return *m_map; }
    /// Show or hide map and table; checked: it is visible.
    QAction* mapAction() const { return m_mapAction; }
    QAction* tableAction() const { return m_tableAction; }

    /// What shows the map, all rows of the table and no empty room below them; fewer of them, and
    /// never half a row, where that is more than `room`. Where a map and six rows (or
    /// all, if there are fewer) don't fit, only the one of the two that was asked for last stays
    /// visible.
    int heightWithin(int room);
    /// With one of the two views.
    QSize minimumSizeHint() const override;

    /// The row chosen last: a group, or a remainder; none when there is none.
    GroupPath current() const;
    /// The menu of a row, which is the current one then, at a place on the screen; also what the
    /// mouse and the Menu key open.
    GroupMenu* openMenu(const GroupPath& row, const QPoint& globalPosition);

    /// Runs what does not, and the other way round.
    void toggleRun(const GroupPath& row);

signals:
    /// A sentence about an edit that was not possible.
    void refused(const QString& sentence);
    void rowsChanged(); ///< heightWithin() is another one

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QAction* makeViewAction(const QString& words, const QString& tip, const QKeySequence& keys);
    void toggleView(bool isMap);
    void arrangeViews(int room);
    int mapHeight() const;    ///< that is comfortable in this width
    int heightOfRest() const; ///< of all but the two views, with the gap above one
    QWidget* makeHeader();
    void connectTable();
    void makeDetails();
    void connectBar();
    void showContent();
    void showHeadline();
    void showRunStates();
    void showThroughput();
    void showRemarks();

    Session& m_session;
    PartitionBar* m_bar;
    PlanTableModel* m_model;
    std::unique_ptr<PartitionRuns> m_runs;
    PlanTree* m_table;
    PlanOptions* m_options;
    SmMapPanel* m_map;
    QAction* m_mapAction = nullptr;
    QAction* m_tableAction = nullptr;
    bool m_wantsMap = true;
    bool m_wantsTable = true;
    bool m_prefersMap = false; ///< where one only has room
    GroupDetails* m_details = nullptr;
    QAction* m_showDetails = nullptr;
    ElidedLabel* m_title = nullptr;
    Badge* m_badge = nullptr;
    GroupActions* m_actions = nullptr;
    QTimer m_liveTimer;
};

} // namespace parterre::ui
