// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

namespace parterre::ui {

class PartitionEditor;
class Session;

/// What can be done with one partition, for its segment of the bar and its row of the table. What
/// cannot be done now is there too, disabled, and its tool tip says why.
class GroupMenu : public QMenu {
    Q_OBJECT
public:
    /// `row` counts the table's rows: the groups, then the remainder. Both must outlive the menu.
    GroupMenu(PartitionEditor& editor, Session& session, int row, QWidget* parent = nullptr);

private:
    QAction* add(const QString& text, const QKeySequence& shown, const QString& whyNot);
    void addGroupActions(int group);
    void addWorkloads(int row);
    void addRun(int row);

    PartitionEditor& m_editor;
    Session& m_session;
};

} // namespace parterre::ui
