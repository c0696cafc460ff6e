// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

namespace parterre::ui {

class GroupPath;
class PlanEditor;

/// The colours to choose from for one group: the palette's, which can be told apart on every
/// ground, and the one that the plan has if it is another.
class ColourMenu : public QMenu {
    Q_OBJECT
public:
    /// `editor` must outlive the menu.
    explicit ColourMenu(PlanEditor& editor, QWidget* parent = nullptr);

    /// Offers them for a group; disabled where `row` is none.
    void offerFor(const GroupPath& row);

private:
    PlanEditor& m_editor;
    QActionGroup* m_choice;
};

} // namespace parterre::ui
