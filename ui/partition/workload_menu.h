// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

namespace parterre::ui {

class Session;

/// The workloads to choose from for one partition.
class WorkloadMenu : public QMenu {
    Q_OBJECT
public:
    /// `session` must outlive the menu.
    explicit WorkloadMenu(Session& session, QWidget* parent = nullptr);

    /// Offers them for a row of the table: a group, or the remainder. Disabled for the remainder
    /// that is no partition and for -1, no row at all.
    void offerFor(int row);

private:
    Session& m_session;
    QActionGroup* m_choice;
};

} // namespace parterre::ui
