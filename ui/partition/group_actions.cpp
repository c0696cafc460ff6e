// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/group_actions.h"

#include "ui/engine/session.h"
#include "ui/partition/action_texts.h"
#include "ui/partition/partition_bar.h"
#include "ui/partition/plan_editor.h"
#include "ui/partition/plan_tree.h"
#include "ui/partition/split_actions.h"
#include "ui/shell/glyph.h"
#include "ui/shell/text.h"

#include <QAction>
#include <QItemSelectionModel>
#include <QWidget>

#include <algorithm>

namespace parterre::ui {
namespace {

constexpr int newGroupSms = 16;

} // namespace

GroupActions::GroupActions(Session& session, PartitionBar& bar, PlanTree& table, QWidget* scope)
    : QObject(scope)
    , m_session(session)
    , m_bar(bar)
    , m_table(table)
    , m_add(make(tr("&Add a partition"), QKeySequence::New))
    , m_takeRemainder(
          make(tr("Make a &partition of the remainder"), Qt::CTRL | Qt::SHIFT | Qt::Key_N))
    , m_rename(make(tr("Re&name"), Qt::Key_F2))
    , m_splits(new SplitActions(session, bar, scope))
    , m_merge(make({}, Qt::CTRL | Qt::Key_M))
    , m_equalise(make({}, Qt::Key_Equal))
    , m_remove(make(tr("&Remove"), QKeySequence::Delete))
    , m_discover(make(tr("As many SMs as &fit"), Qt::CTRL | Qt::SHIFT | Qt::Key_F))
    , m_moveLeft(make(tr("Move to the &left"), Qt::ALT | Qt::Key_Up))
    , m_moveRight(make(tr("Move to the &right"), Qt::ALT | Qt::Key_Down)) {
    m_add->setIcon(glyph(Glyph::add));
    m_add->setIconText(tr("Add"));
    m_remove->setIcon(glyph(Glyph::remove));
    m_remove->setIconText(tr("Remove"));
    m_moveLeft->setIconText(QStringLiteral("↑"));
    m_moveRight->setIconText(QStringLiteral("↓"));
    for (QAction* action : {m_rename, m_equalise, m_remove})
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    scope->addActions(
        {m_add, m_takeRemainder, m_rename, m_merge, m_equalise, m_remove, m_discover, m_moveLeft,
         m_moveRight});

    PlanEditor& plan = m_session.editor();
    connect(m_add, &QAction::triggered, this, &GroupActions::addGroup);
    connect(m_takeRemainder, &QAction::triggered, this, &GroupActions::addRemainder);
    connect(m_rename, &QAction::triggered, this, [this] { m_table.editName(current()); });
    connect(m_merge, &QAction::triggered, this, [this, &plan] { plan.mergeWithNext(current()); });
    connect(m_equalise, &QAction::triggered, this, [this] {
        m_bar.moveHandle(current(), m_bar.motion(current()).equal());
    });
    connect(m_remove, &QAction::triggered, this, [this, &plan] { plan.removeGroup(current()); });
    connect(
        m_discover, &QAction::triggered, this, [this, &plan] { plan.setSmCount(current(), 0); });
    connect(m_moveLeft, &QAction::triggered, this, [this] { move(-1); });
    connect(m_moveRight, &QAction::triggered, this, [this] { move(1); });
    connect(
        m_table.selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &GroupActions::showState);
}

QAction* GroupActions::make(const QString& text, const QKeySequence& keys) {
    auto* action = new QAction(text, this);
    action->setShortcut(keys);
    return action;
}

GroupPath GroupActions::current() const {
    const GroupPath row = m_table.current();
    return groupAt(m_session.editor().plan(), row) ? row : GroupPath();
}

GroupPath GroupActions::parent() const {
    return m_table.current().parent();
}

int GroupActions::leftOver() const {
    const std::vector<BarSegment>& beside = m_bar.content().level(parent()).segments;
    return beside.empty() || !beside.back().isRemainder ? 0 : beside.back().shown();
}

int GroupActions::grantableUpTo(int most) const {
    const std::vector<int>& counts = m_bar.content().level(parent()).grantable;
    if (counts.empty())
        return most;
    const auto above = std::upper_bound(counts.begin(), counts.end(), most);
    return above == counts.begin() ? 0 : *(above - 1);
}

QString GroupActions::whyNotTakeRemainder() const {
    if (leftOver() == 0)
        return tr("No SMs are left over.");
    if (grantableUpTo(leftOver()) == 0)
        return tr("%1 SMs are left over, and a partition has at least %2. \"Use remainder\" takes "
                  "them as they are.")
            .arg(leftOver())
            .arg(m_bar.content().level(parent()).grantable.front());
    return {};
}

void GroupActions::showState() {
    const PartitionPlan& plan = m_session.editor().plan();
    const GroupPath group = current();
    const PlanGroup* chosen = groupAt(plan, group);
    const GroupPath following = group.sibling(group.position() + 1);
    const bool hasNext = chosen && groupAt(plan, following);
    const QString noneChosen = chosen ? QString() : tr("Choose a partition first.");
    const QString full =
        m_session.editor().allGroupCount() >= PartitionPlan::mostGroups
            ? tr("A plan has at most %1 partitions.").arg(PartitionPlan::mostGroups)
            : QString();
    const auto first = [](const QStringList& reasons) {
        const auto found = std::find_if(
            reasons.begin(), reasons.end(), [](const QString& one) { return !one.isEmpty(); });
        return found == reasons.end() ? QString() : *found;
    };

    action_texts::set(
        m_add, tr("Add a partition out of the remainder"),
        first(
            {m_session.device() ? QString() : tr("There is no GPU to divide."), full,
             leftOver() > 0
                 ? QString()
                 : tr("No SMs are left over for another partition: make one smaller first.")}));
    action_texts::set(
        m_takeRemainder, tr("Make one partition of as many SMs that are left over as can be"),
        first({full, whyNotTakeRemainder()}));
    action_texts::set(m_rename, tr("Rename the partition"), noneChosen);
    action_texts::set(m_remove, tr("Remove the partition"), noneChosen);

    const bool isDiscovery = chosen && chosen->smCount == 0;
    action_texts::set(
        m_discover, tr("Ask for no count: the driver says how many the partition can have"),
        first({noneChosen, isDiscovery ? tr("It asks for as many as fit already.") : QString()}));

    m_splits->showState(group);

    const QString isLast = hasNext ? QString() : tr("It is the last one.");
    const QString next =
        hasNext ? action_texts::inMenu(toQt(fullNameAt(plan, following))) : tr("the next");
    m_merge->setText(tr("&Merge with %1").arg(next));
    action_texts::set(
        m_merge, tr("Make one partition of this one and the next"), first({noneChosen, isLast}));
    m_equalise->setText(tr("&Equalise with %1").arg(next));
    action_texts::set(
        m_equalise, tr("Give this one and the next the same size"), first({noneChosen, isLast}));

    action_texts::set(
        m_moveLeft, tr("Move the partition to the left"),
        first({noneChosen, group.position() > 0 ? QString() : tr("It is the first one.")}));
    action_texts::set(
        m_moveRight, tr("Move the partition to the right"), first({noneChosen, isLast}));
}

void GroupActions::addGroup() {
    const int most = std::min(leftOver(), newGroupSms); // up to a usual size
    if (most < 1)
        return;
    const GroupPath split = parent();
    const int count = grantableUpTo(most);
    m_session.editor().addGroup(count > 0 ? count : most, QString(), split);
    m_table.select(split.child(m_session.editor().groupCount(split) - 1));
}

void GroupActions::addRemainder() {
    const GroupPath split = parent();
    m_session.editor().addGroupOfRemainder(grantableUpTo(leftOver()), split);
    m_table.select(split.child(m_session.editor().groupCount(split) - 1));
}

void GroupActions::move(int by) {
    const GroupPath group = current();
    m_session.editor().moveGroup(group, group.position() + by);
    m_table.select(group.sibling(group.position() + by));
}

} // namespace parterre::ui
