// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

namespace parterre::ui {

class GroupPath;
class PartitionEditor;
class Session;

/// What can be done with the current row, a group or the remainder: for its segment of the bar and
/// its row of the table. What cannot be done now is there too, disabled, and its tool tip says why.
class GroupMenu : public QMenu {
    Q_OBJECT
public:
    /// Both must outlive the menu.
    GroupMenu(PartitionEditor& editor, Session& session, QWidget* parent = nullptr);

private:
    void addRun(PartitionEditor& editor, const GroupPath& row);
};

} // namespace parterre::ui
