// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

namespace parterre::ui {

class GroupPath;
class Session;

/// The workloads to choose from for one partition.
class WorkloadMenu : public QMenu {
    Q_OBJECT
public:
    /// `session` must outlive the menu.
    explicit WorkloadMenu(Session& session, QWidget* parent = nullptr);

    /// Offers them for a row of the table: a group, or a remainder. Disabled for a remainder that
    /// is no partition, for a group that is split, and for none.
    void offerFor(const GroupPath& row);

private:
    Session& m_session;
    QActionGroup* m_choice;
};

} // namespace parterre::ui
