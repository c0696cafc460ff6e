// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/group_actions.h"

#include "ui/engine/session.h"
#include "ui/partition/even_split.h"
#include "ui/partition/partition_bar.h"
#include "ui/partition/plan_editor.h"
#include "ui/partition/plan_table_model.h"
#include "ui/shell/glyph.h"
#include "ui/shell/plain_text.h"
#include "ui/shell/text.h"

#include <QAction>
#include <QMenu>
#include <QTableView>

#include <algorithm>
#include <numeric>

namespace parterre::ui {
namespace {

constexpr int newGroupSms = 16;
constexpr int fewestParts = 2;  ///< that a group is split in
constexpr int mostLetters = 24; ///< of a name in a menu

QString inMenu(const QString& name) {
    return plainActionText(
        name.size() <= mostLetters ? name : name.left(mostLetters - 1) + QChar(0x2026));
}

} // namespace

GroupActions::GroupActions(Session& session, PartitionBar& bar, QTableView& table, QWidget* scope)
    : QObject(scope)
    , m_session(session)
    , m_bar(bar)
    , m_table(table)
    , m_add(make(tr("&Add a partition"), QKeySequence::New))
    , m_takeRemainder(
          make(tr("Make a &partition of the remainder"), Qt::CTRL | Qt::SHIFT | Qt::Key_N))
    , m_rename(make(tr("Re&name"), Qt::Key_F2))
    , m_splits(
          {make({}, Qt::CTRL | Qt::Key_2), make({}, Qt::CTRL | Qt::Key_3),
           make({}, Qt::CTRL | Qt::Key_4)})
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
    scope->addActions(m_splits);

    PlanEditor& plan = m_session.editor();
    connect(m_add, &QAction::triggered, this, &GroupActions::addGroup);
    connect(m_takeRemainder, &QAction::triggered, this, &GroupActions::addRemainder);
    connect(m_rename, &QAction::triggered, this, [this] { renameGroup(current()); });
    for (int i = 0; i < m_splits.size(); ++i)
        connect(m_splits[i], &QAction::triggered, this, [this, &plan, i] {
            plan.splitGroup(current(), partsOf(current(), fewestParts + i));
        });
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

void GroupActions::set(QAction* action, const QString& tip, const QString& whyNot) {
    action->setEnabled(whyNot.isEmpty());
    action->setToolTip(plainToolTip(
        whyNot.isEmpty() ? QStringLiteral("%1 (%2)").arg(
                               tip, action->shortcut().toString(QKeySequence::NativeText))
                         : whyNot));
    action->setStatusTip(whyNot.isEmpty() ? tip : whyNot);
}

int GroupActions::current() const {
    const int row = m_table.currentIndex().row();
    return row < m_session.editor().groupCount() ? row : -1;
}

void GroupActions::select(int row) {
    m_table.selectRow(row);
}

int GroupActions::leftOver() const {
    const BarContent& content = m_bar.content();
    return content.segments.empty() || !content.segments.back().isRemainder
               ? 0
               : content.segments.back().shown();
}

int GroupActions::grantableUpTo(int most) const {
    const std::vector<int>& counts = m_bar.content().grantable;
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
            .arg(m_bar.content().grantable.front());
    return {};
}

void GroupActions::addSplitsTo(QMenu& menu) const {
    QMenu* splits = menu.addMenu(tr("&Split in"));
    splits->setToolTipsVisible(true);
    splits->addActions(m_splits);
}

std::vector<int> GroupActions::partsOf(int group, int parts) const {
    const BarContent& content = m_bar.content();
    if (group < 0 || group >= content.groupCount)
        return {};
    const BarSegment& segment = content.segments[static_cast<std::size_t>(group)];
    return evenSplit(segment.shown(), parts, content.grantable);
}

void GroupActions::showSplit(int parts, const QString& whyNone) {
    QAction* action = m_splits[parts - fewestParts];
    const std::vector<int> sizes = partsOf(current(), parts);
    const bool isFull = m_session.editor().groupCount() + parts - 1 > PartitionPlan::mostGroups;
    QString text = tr("&%1 partitions").arg(parts);
    if (!sizes.empty()) {
        QStringList counts;
        for (const int size : sizes)
            counts << QString::number(size);
        const QString last = counts.takeLast();
        const int rest = m_bar.content().segments[static_cast<std::size_t>(current())].shown() -
                         std::accumulate(sizes.begin(), sizes.end(), 0);
        text += tr(": %1 and %2 SMs").arg(counts.join(QStringLiteral(", ")), last);
        if (rest > 0)
            text += tr(", %1 left over").arg(rest);
    }
    action->setText(text);
    set(action, tr("Make %1 partitions of this one, as equal as the driver grants").arg(parts),
        !whyNone.isEmpty() ? whyNone
        : isFull           ? tr("A plan has at most %1 partitions.").arg(PartitionPlan::mostGroups)
        : sizes.empty()    ? tr("It is too small to be made into %1.").arg(parts)
                           : QString());
}

void GroupActions::showState() {
    const PartitionPlan& plan = m_session.editor().plan();
    const int count = m_session.editor().groupCount();
    const int group = current();
    const bool hasNext = group >= 0 && group + 1 < count;
    const auto name = [&](int which) {
        return toQt(plan.groups[static_cast<std::size_t>(which)].name);
    };
    const QString noneChosen = group < 0 ? tr("Choose a partition first.") : QString();
    const QString full =
        count >= PartitionPlan::mostGroups
            ? tr("A plan has at most %1 partitions.").arg(PartitionPlan::mostGroups)
            : QString();
    const auto first = [](const QStringList& reasons) {
        const auto found = std::find_if(
            reasons.begin(), reasons.end(), [](const QString& one) { return !one.isEmpty(); });
        return found == reasons.end() ? QString() : *found;
    };

    set(m_add, tr("Add a partition out of the remainder"),
        first(
            {m_session.device() ? QString() : tr("There is no GPU to divide."), full,
             leftOver() > 0
                 ? QString()
                 : tr("No SMs are left over for another partition: make one smaller first.")}));
    set(m_takeRemainder, tr("Make one partition of as many SMs that are left over as can be"),
        first({full, whyNotTakeRemainder()}));
    set(m_rename, tr("Rename the partition"), noneChosen);
    set(m_remove, tr("Remove the partition"), noneChosen);

    const bool isDiscovery =
        group >= 0 && plan.groups[static_cast<std::size_t>(group)].smCount == 0;
    set(m_discover, tr("Ask for no count: the driver says how many the partition can have"),
        first({noneChosen, isDiscovery ? tr("It asks for as many as fit already.") : QString()}));

    for (int i = 0; i < m_splits.size(); ++i)
        showSplit(fewestParts + i, noneChosen);

    const QString isLast = hasNext ? QString() : tr("It is the last one.");
    const QString next = hasNext ? inMenu(name(group + 1)) : tr("the next");
    m_merge->setText(tr("&Merge with %1").arg(next));
    set(m_merge, tr("Make one partition of this one and the next"), first({noneChosen, isLast}));
    m_equalise->setText(tr("&Equalise with %1").arg(next));
    set(m_equalise, tr("Give this one and the next the same size"), first({noneChosen, isLast}));

    set(m_moveLeft, tr("Move the partition to the left"),
        first({noneChosen, group > 0 ? QString() : tr("It is the first one.")}));
    set(m_moveRight, tr("Move the partition to the right"), first({noneChosen, isLast}));
}

void GroupActions::addGroup() {
    const int most = std::min(leftOver(), newGroupSms); // up to a usual size
    if (most < 1)
        return;
    const int count = grantableUpTo(most);
    m_session.editor().addGroup(count > 0 ? count : most, QString());
    select(m_session.editor().groupCount() - 1);
}

void GroupActions::addRemainder() {
    m_session.editor().addGroupOfRemainder(grantableUpTo(leftOver()));
    select(m_session.editor().groupCount() - 1);
}

void GroupActions::renameGroup(int group) {
    if (group < 0)
        return;
    m_table.setFocus();
    const QModelIndex name = m_table.model()->index(group, PlanTableModel::nameColumn);
    m_table.setCurrentIndex(name);
    m_table.edit(name);
}

void GroupActions::move(int by) {
    const int group = current();
    m_session.editor().moveGroup(group, group + by);
    select(group + by);
}

} // namespace parterre::ui
