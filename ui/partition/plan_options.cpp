// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/plan_options.h"

#include "ui/engine/session.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/plain_text.h"
#include "ui/shell/text.h"
#include "ui/shell/theme.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QStandardItemModel>

#include <array>

namespace parterre::ui {
namespace {

// In the order of the Strategy enumeration.
constexpr std::array strategies{
    Strategy::automatic, Strategy::byCount, Strategy::structured, Strategy::combined};
constexpr int mostLetters = 8; ///< of the name of a group that is split

} // namespace

PlanOptions::PlanOptions(Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_strategy(new QComboBox)
    , m_smallestUnits(makeSwitch(
          tr("Smallest &units"),
          tr("Ignore co-scheduling: sizes in steps of 2 SMs on recent GPUs, but thread-block "
             "clusters of at most 2."),
          Qt::CTRL | Qt::Key_U, &PlanEditor::setIgnoreCoscheduling))
    , m_maxCluster(makeSwitch(
          tr("Largest &clusters"),
          tr("Groups in which the largest thread-block clusters can run; fewer sizes are "
             "possible."),
          Qt::CTRL | Qt::Key_L, &PlanEditor::setMaxCluster))
    , m_remainder(makeSwitch(
          tr("Use &remainder"), tr("The SMs that are left over become a partition of their own."),
          Qt::CTRL | Qt::Key_R, &PlanEditor::setPartitionRemainder)) {
    m_strategy->addItems(QStringList(static_cast<qsizetype>(strategies.size())));
    m_tips = {
        tr("By count for equal groups; else structured where the driver has it and the counts are "
           "aligned; else combined."),
        tr("cuDevSmResourceSplitByCount: equal groups, on every driver since 12.4."),
        tr("cuDevSmResourceSplit: each group with its own size, on drivers since 13.1."),
        tr("One split into units, several joined for each group: unequal groups on every driver.")};
    for (int i = 0; i < m_tips.size(); ++i)
        m_strategy->setItemData(i, m_tips[i], Qt::ToolTipRole);
    m_strategy->setAccessibleName(tr("Strategy"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(theme::grid);
    row->addWidget(m_strategy);
    row->addWidget(m_smallestUnits.box);
    row->addWidget(m_maxCluster.box);
    row->addWidget(m_remainder.box);
    row->addStretch();

    PlanEditor& editor = m_session.editor();
    connect(m_strategy, &QComboBox::activated, &editor, [this, &editor](int index) {
        editor.setStrategy(strategies[static_cast<std::size_t>(index)], m_parent);
    });
    connect(&editor, &PlanEditor::planChanged, this, &PlanOptions::showPlan);
    connect(&m_session, &Session::deviceChanged, this, &PlanOptions::showCapabilities);
    showPlan();
    showCapabilities();
}

void PlanOptions::Switch::setChecked(bool on) const {
    box->setChecked(on);
    action->setChecked(on);
}

PlanOptions::Switch PlanOptions::makeSwitch(
    const QString& words, const QString& tip, const QKeySequence& keys,
    void (PlanEditor::*set)(bool, const GroupPath&)) {
    const Switch both{new QCheckBox(words), new QAction(words, this)};
    both.box->setToolTip(
        QStringLiteral("%1 (%2)").arg(tip, keys.toString(QKeySequence::NativeText)));
    both.action->setCheckable(true);
    both.action->setShortcut(keys);
    both.action->setToolTip(tip);
    addAction(both.action);
    const auto edit = [this, set](bool on) { (m_session.editor().*set)(on, m_parent); };
    connect(both.box, &QCheckBox::clicked, this, edit);
    connect(both.action, &QAction::triggered, this, edit);
    return both;
}

void PlanOptions::setSplit(const GroupPath& parent) {
    if (parent == m_parent)
        return;
    m_parent = parent;
    showPlan();
}

void PlanOptions::showPlan() {
    const PartitionPlan& plan = m_session.editor().plan();
    if (!splitAt(plan, m_parent))
        m_parent = {};
    const QString name = toQt(fullNameAt(plan, m_parent));
    const QString words =
        name.isEmpty()
            ? tr("Split: %1")
            : tr("Split of %1: %2")
                  .arg(QFontMetrics(font()).elidedText(
                      name, Qt::ElideMiddle, mostLetters * fontMetrics().averageCharWidth()));
    const QStringList strategyNames{
        tr("automatic"), tr("by count"), tr("structured"), tr("combined")};
    for (int i = 0; i < m_strategy->count(); ++i)
        m_strategy->setItemText(i, words.arg(strategyNames[i]));
    m_strategy->setToolTip(
        name.isEmpty() ? tr("How the groups are made out of the GPU's SMs.")
                       : plainToolTip(tr("How the SMs of %1 are split again.").arg(name)));
    const PlanSplit& split = *splitAt(plan, m_parent);
    m_strategy->setCurrentIndex(static_cast<int>(split.strategy));
    m_smallestUnits.setChecked(split.ignoreCoscheduling);
    m_maxCluster.setChecked(split.maxCluster);
    m_remainder.setChecked(split.partitionRemainder);
}

void PlanOptions::setStrategyAvailable(int index, const QString& whyNot) {
    auto* model = qobject_cast<QStandardItemModel*>(m_strategy->model());
    QStandardItem* item = model->item(index);
    item->setEnabled(whyNot.isEmpty());
    item->setToolTip(whyNot.isEmpty() ? m_tips[index] : whyNot);
    item->setAccessibleDescription(item->toolTip());
}

void PlanOptions::showCapabilities() {
    const QString noStructured = m_session.whyNot("structured_split");
    setStrategyAvailable(static_cast<int>(Strategy::structured), noStructured);
    const QString noContexts = m_session.whyNot("green_contexts");
    setEnabled(noContexts.isEmpty());
    for (QAction* action : actions())
        action->setEnabled(noContexts.isEmpty());
    setToolTip(noContexts);
}

} // namespace parterre::ui
