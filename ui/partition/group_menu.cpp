// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/group_menu.h"

#include "ui/engine/session.h"
#include "ui/partition/partition_bar.h"
#include "ui/partition/partition_editor.h"
#include "ui/partition/plan_editor.h"
#include "ui/partition/plan_table_model.h"
#include "ui/shell/text.h"

#include <QActionGroup>

namespace parterre::ui {

GroupMenu::GroupMenu(PartitionEditor& editor, Session& session, int row, QWidget* parent)
    : QMenu(parent)
    , m_editor(editor)
    , m_session(session) {
    setToolTipsVisible(true);
    if (row < session.editor().groupCount())
        addGroupActions(row);
    addWorkloads(row);
    addRun(row);
}

QAction* GroupMenu::add(const QString& text, const QKeySequence& shown, const QString& whyNot) {
    // The keys are told, not bound: what binds them is elsewhere, and twice would be ambiguous.
    QAction* action = addAction(
        shown.isEmpty() ? text
                        : text + QLatin1Char('\t') + shown.toString(QKeySequence::NativeText));
    action->setEnabled(whyNot.isEmpty());
    action->setToolTip(whyNot);
    return action;
}

void GroupMenu::addGroupActions(int group) {
    PlanEditor& plan = m_session.editor();
    const bool hasNext = group + 1 < plan.groupCount();
    const auto halves = m_editor.halvesOf(group);
    connect(add(tr("Re&name"), Qt::Key_F2, {}), &QAction::triggered, &m_editor, [this, group] {
        m_editor.renameGroup(group);
    });
    const QString splitText =
        halves ? tr("&Split into %1 and %2 SMs").arg(halves->left).arg(*halves->right)
               : tr("&Split in two");
    const QString tooMany =
        plan.groupCount() >= PartitionPlan::mostGroups
            ? tr("A plan has at most %1 partitions.").arg(PartitionPlan::mostGroups)
        : halves ? QString()
                 : tr("It is too small to be made into two.");
    connect(add(splitText, {}, tooMany), &QAction::triggered, &plan, [&plan, group, halves] {
        plan.splitGroup(group, halves->left, *halves->right);
    });
    const QString isLast = hasNext ? QString() : tr("It is the last one.");
    const QString next =
        hasNext ? toQt(plan.plan().groups[static_cast<std::size_t>(group) + 1].name) : QString();
    connect(
        add(hasNext ? tr("&Merge with %1").arg(next) : tr("&Merge with the next"), {}, isLast),
        &QAction::triggered, &plan, [&plan, group] { plan.mergeWithNext(group); });
    connect(
        add(hasNext ? tr("&Equalise with %1").arg(next) : tr("&Equalise with the next"), {},
            isLast),
        &QAction::triggered, &m_editor,
        [this, group] { m_editor.bar().moveHandle(group, m_editor.bar().motion(group).equal()); });
    connect(
        add(tr("&Remove"), QKeySequence::Delete, {}), &QAction::triggered, &m_editor,
        [this, group] { m_editor.removeGroup(group); });
    addSeparator();
}

void GroupMenu::addWorkloads(int row) {
    PlanEditor& plan = m_session.editor();
    const bool isRemainder = row >= plan.groupCount();
    QMenu* menu = addMenu(tr("&Workload"));
    menu->setToolTipsVisible(true);
    menu->setEnabled(!isRemainder || plan.plan().partitionRemainder);
    auto* choice = new QActionGroup(menu);
    const QString now = toQt(
        isRemainder ? plan.plan().remainderWorkload
                    : plan.plan().groups[static_cast<std::size_t>(row)].workload);
    const auto offer = [&](const QString& name, const QString& title, const QString& tip) {
        QAction* action = menu->addAction(title);
        action->setActionGroup(choice);
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
}

void GroupMenu::addRun(int row) {
    const QModelIndex run = m_editor.model().index(row, PlanTableModel::runColumn);
    const auto state =
        static_cast<PlanTableModel::RunState>(run.data(PlanTableModel::runStateRole).toInt());
    const bool canRun = state != PlanTableModel::RunState::unavailable;
    const QString words = run.data(Qt::ToolTipRole).toString();
    connect(
        add(canRun ? words : tr("Run"), Qt::Key_Space, canRun ? QString() : words),
        &QAction::triggered, &m_editor, [this, row] { m_editor.toggleRun(row); });
}

} // namespace parterre::ui
