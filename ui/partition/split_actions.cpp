// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/split_actions.h"

#include "ui/engine/session.h"
#include "ui/partition/action_texts.h"
#include "ui/partition/even_split.h"
#include "ui/partition/partition_bar.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/text.h"

#include <QAction>
#include <QMenu>
#include <QWidget>

#include <numeric>

namespace parterre::ui {
namespace {

constexpr int fewestParts = 2; ///< that a group is split in

} // namespace

SplitActions::SplitActions(Session& session, PartitionBar& bar, QWidget* scope)
    : QObject(scope)
    , m_session(session)
    , m_bar(bar)
    , m_beside({make(Qt::CTRL | Qt::Key_2), make(Qt::CTRL | Qt::Key_3), make(Qt::CTRL | Qt::Key_4)})
    , m_within(
          {make(Qt::CTRL | Qt::ALT | Qt::Key_2), make(Qt::CTRL | Qt::ALT | Qt::Key_3),
           make(Qt::CTRL | Qt::ALT | Qt::Key_4)})
    , m_join(make(Qt::CTRL | Qt::ALT | Qt::Key_1)) {
    scope->addActions(m_beside);
    scope->addActions(m_within);
    scope->addAction(m_join);
    PlanEditor& plan = m_session.editor();
    for (int i = 0; i < m_beside.size(); ++i) {
        connect(m_beside[i], &QAction::triggered, this, [this, &plan, i] {
            plan.splitGroup(m_group, besideSizes(fewestParts + i));
        });
        connect(m_within[i], &QAction::triggered, this, [this, &plan, i] {
            plan.splitWithin(m_group, withinSizes(fewestParts + i));
        });
    }
    connect(m_join, &QAction::triggered, this, [this, &plan] { plan.joinGroup(m_group); });
}

QAction* SplitActions::make(const QKeySequence& keys) {
    auto* action = new QAction(this);
    action->setShortcut(keys);
    return action;
}

void SplitActions::addTo(QMenu& menu) const {
    QMenu* beside = menu.addMenu(tr("&Split in"));
    beside->setToolTipsVisible(true);
    beside->addActions(m_beside);
    QMenu* within = menu.addMenu(tr("Split with&in, in"));
    within->setToolTipsVisible(true);
    within->addActions(m_within);
    menu.addAction(m_join);
}

std::vector<int> SplitActions::besideSizes(int parts) const {
    const BarContent& content = m_bar.content();
    return content.isGroup(m_group)
               ? evenSplit(
                     content.at(m_group)->shown(), parts, content.level(m_group.parent()).grantable)
               : std::vector<int>();
}

std::vector<int> SplitActions::withinSizes(int parts) const {
    const BarContent& content = m_bar.content();
    if (!content.isGroup(m_group))
        return {};
    const int whole = content.at(m_group)->shown();
    return evenSplit(whole, parts, subPartitionSizes(whole, false, m_session.device()));
}

QString SplitActions::sizesText(const std::vector<int>& sizes) const {
    if (sizes.empty())
        return {};
    QStringList counts;
    for (const int size : sizes)
        counts << QString::number(size);
    const QString last = counts.takeLast();
    QString text = tr("%1 and %2 SMs").arg(counts.join(QStringLiteral(", ")), last);
    const int rest =
        m_bar.content().at(m_group)->shown() - std::accumulate(sizes.begin(), sizes.end(), 0);
    if (rest > 0)
        text += tr(", %1 left over").arg(rest);
    return text;
}

QString SplitActions::whyNotBeside(int parts, const QString& name) const {
    const PlanGroup* group = groupAt(m_session.editor().plan(), m_group);
    if (!group)
        return tr("Choose a partition first.");
    if (group->split)
        return tr("%1 is split within: make it one piece first.").arg(name);
    if (m_session.editor().allGroupCount() + parts - 1 > PartitionPlan::mostGroups)
        return tr("A plan has at most %1 partitions.").arg(PartitionPlan::mostGroups);
    return besideSizes(parts).empty() ? tr("It is too small to be made into %1.").arg(parts)
                                      : QString();
}

QString SplitActions::whyNotWithin(int parts, const QString& name) const {
    const PlanGroup* group = groupAt(m_session.editor().plan(), m_group);
    if (!group)
        return tr("Choose a partition first.");
    if (group->split)
        return tr("%1 is split within already: change its sub-partitions, or make it one piece.")
            .arg(name);
    if (m_group.level() >= PartitionPlan::mostLevels)
        return tr("Partitions can be split within %1 levels deep at most.")
            .arg(PartitionPlan::mostLevels);
    if (m_session.editor().allGroupCount() + parts > PartitionPlan::mostGroups)
        return tr("A plan has at most %1 partitions.").arg(PartitionPlan::mostGroups);
    return withinSizes(parts).empty() ? tr("It is too small to be made into %1.").arg(parts)
                                      : QString();
}

void SplitActions::showState(const GroupPath& group) {
    m_group = group;
    const PartitionPlan& plan = m_session.editor().plan();
    const PlanGroup* current = groupAt(plan, group);
    const QString name = toQt(fullNameAt(plan, group));
    for (int i = 0; i < m_beside.size(); ++i) {
        const int parts = fewestParts + i;
        const auto show = [&](QAction* action, const QString& words, const std::vector<int>& sizes,
                              const QString& tip, const QString& whyNot) {
            const QString counts = sizesText(sizes);
            action->setText(counts.isEmpty() ? words : tr("%1: %2").arg(words, counts));
            action_texts::set(action, tip, whyNot);
        };
        show(
            m_beside[i], tr("&%1 partitions").arg(parts), besideSizes(parts),
            tr("Make %1 partitions of this one, beside each other in its place, as equal as the "
               "driver grants")
                .arg(parts),
            whyNotBeside(parts, name));
        show(
            m_within[i], tr("&%1 sub-partitions").arg(parts), withinSizes(parts),
            tr("Keep this partition and split its SMs again, into %1 sub-partitions of sizes as "
               "equal as can be")
                .arg(parts),
            whyNotWithin(parts, name));
    }
    const bool isSplit = current && current->split;
    m_join->setText(
        isSplit ? tr("Make %1 &one piece").arg(action_texts::inMenu(name)) : tr("Make &one piece"));
    action_texts::set(
        m_join, tr("Take the split within this partition back: its sub-partitions go"),
        !current  ? tr("Choose a partition first.")
        : isSplit ? QString()
                  : tr("It is not split within."));
}

} // namespace parterre::ui
