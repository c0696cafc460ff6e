// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/plan_options.h"

#include "ui/engine/session.h"
#include "ui/partition/plan_editor.h"
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
    m_strategy->addItems(
        {tr("Split: automatic"), tr("Split: by count"), tr("Split: structured"),
         tr("Split: combined")});
    m_tips = {
        tr("By count for equal groups; else structured where the driver has it and the counts are "
           "aligned; else combined."),
        tr("cuDevSmResourceSplitByCount: equal groups, on every driver since 12.4."),
        tr("cuDevSmResourceSplit: each group with its own size, on drivers since 13.1."),
        tr("One split into units, several joined for each group: unequal groups on every driver.")};
    for (int i = 0; i < m_tips.size(); ++i)
        m_strategy->setItemData(i, m_tips[i], Qt::ToolTipRole);
    m_strategy->setToolTip(tr("How the groups are made out of the GPU's SMs."));
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
    connect(m_strategy, &QComboBox::activated, &editor, [&editor](int index) {
        editor.setStrategy(strategies[static_cast<std::size_t>(index)]);
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
    void (PlanEditor::*set)(bool)) {
    const Switch both{new QCheckBox(words), new QAction(words, this)};
    both.box->setToolTip(
        QStringLiteral("%1 (%2)").arg(tip, keys.toString(QKeySequence::NativeText)));
    both.action->setCheckable(true);
    both.action->setShortcut(keys);
    both.action->setToolTip(tip);
    addAction(both.action);
    connect(both.box, &QCheckBox::clicked, &m_session.editor(), set);
    connect(both.action, &QAction::triggered, &m_session.editor(), set);
    return both;
}

void PlanOptions::showPlan() {
    const PartitionPlan& plan = m_session.editor().plan();
    m_strategy->setCurrentIndex(static_cast<int>(plan.strategy));
    m_smallestUnits.setChecked(plan.ignoreCoscheduling);
    m_maxCluster.setChecked(plan.maxCluster);
    m_remainder.setChecked(plan.partitionRemainder);
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
