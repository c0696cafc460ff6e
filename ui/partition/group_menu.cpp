// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/group_menu.h"

#include "ui/engine/session.h"
#include "ui/partition/colour_menu.h"
#include "ui/partition/group_actions.h"
#include "ui/partition/partition_editor.h"
#include "ui/partition/plan_editor.h"
#include "ui/partition/plan_options.h"
#include "ui/partition/plan_table_model.h"
#include "ui/partition/split_actions.h"
#include "ui/partition/workload_menu.h"

namespace parterre::ui {

GroupMenu::GroupMenu(PartitionEditor& editor, Session& session, QWidget* parent)
    : QMenu(parent) {
    setToolTipsVisible(true);
    const GroupPath row = editor.current();
    if (isRemainderAt(session.editor().plan(), row)) {
        addActions({editor.actions().takeRemainder(), editor.options().remainderAction()});
        addSeparator();
    } else {
        const GroupActions& group = editor.actions();
        addAction(group.rename());
        group.splits().addTo(*this);
        addActions({group.merge(), group.equalise(), group.discover(), group.remove()});
        addSeparator();
        auto* colours = new ColourMenu(session.editor(), this);
        colours->offerFor(row);
        addMenu(colours);
    }
    auto* workloads = new WorkloadMenu(session, this);
    workloads->offerFor(row);
    addMenu(workloads);
    addRun(editor, row);
}

void GroupMenu::addRun(PartitionEditor& editor, const GroupPath& row) {
    const QModelIndex run = editor.model().indexOf(row, PlanTableModel::runColumn);
    const auto state =
        static_cast<PlanTableModel::RunState>(run.data(PlanTableModel::runStateRole).toInt());
    const bool canRun = state != PlanTableModel::RunState::unavailable;
    const QString words = run.data(Qt::ToolTipRole).toString();
    // The key is told, not bound: the table binds it, and twice would be ambiguous.
    QAction* action = addAction(
        (canRun ? words : tr("Run")) + QLatin1Char('\t') +
        QKeySequence(Qt::Key_Space).toString(QKeySequence::NativeText));
    action->setEnabled(canRun);
    action->setToolTip(canRun ? QString() : words);
    connect(action, &QAction::triggered, &editor, [&editor, row] { editor.toggleRun(row); });
}

} // namespace parterre::ui
