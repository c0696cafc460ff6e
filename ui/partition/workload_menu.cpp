// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/workload_menu.h"

#include "ui/engine/session.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/text.h"

#include <QActionGroup>

namespace parterre::ui {

WorkloadMenu::WorkloadMenu(Session& session, QWidget* parent)
    : QMenu(tr("&Workload"), parent)
    , m_session(session)
    , m_choice(new QActionGroup(this)) {
    setToolTipsVisible(true);
}

void WorkloadMenu::offerFor(const GroupPath& row) {
    clear();
    PlanEditor& plan = m_session.editor();
    const PlanGroup* group = groupAt(plan.plan(), row);
    const bool isRemainder = isRemainderAt(plan.plan(), row);
    const PlanSplit* split = isRemainder ? splitAt(plan.plan(), row.parent()) : nullptr;
    setEnabled(isRemainder ? split->partitionRemainder : group && !group->split);
    if (!isEnabled())
        return;
    const QString now = toQt(isRemainder ? split->remainderWorkload : group->workload);
    const auto offer = [&](const QString& name, const QString& title, const QString& tip) {
        QAction* action = addAction(title);
        action->setActionGroup(m_choice);
        action->setCheckable(true);
        action->setChecked(name == now);
        action->setToolTip(tip);
        connect(action, &QAction::triggered, &plan, [&plan, row, name] {
            plan.setWorkload(row, name);
        });
    };
    offer({}, tr("none"), {});
    for (const WorkloadInfo& workload : m_session.workloads())
        offer(
            toQt(workload.name),
            QStringLiteral("%1 – %2").arg(toQt(workload.name), toQt(workload.title)),
            toQt(workload.description));
    addSeparator();
    QAction* edit = addAction(tr("&Edit its kernel…"));
    connect(edit, &QAction::triggered, &m_session, [this, row, now] {
        emit m_session.kernelEditingWanted(fromQt(now), row);
    });
}

} // namespace parterre::ui
