// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/plan_options.h"

#include "ui/engine/session.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/text.h"
#include "ui/shell/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QStandardItemModel>

#include <algorithm>
#include <array>

namespace parterre::ui {
namespace {

// In the order of the Strategy enumeration.
constexpr std::array strategies{
    Strategy::automatic, Strategy::byCount, Strategy::structured, Strategy::combined};

QString whyNot(const DeviceDescription* device, std::string_view capability) {
    if (!device)
        return {};
    const auto found = std::find_if(
        device->capabilities.begin(), device->capabilities.end(),
        [&](const Capability& one) { return one.id == capability; });
    return found == device->capabilities.end() || found->available ? QString()
                                                                   : toQt(found->sentence);
}

} // namespace

PlanOptions::PlanOptions(Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_strategy(new QComboBox)
    , m_smallestUnits(new QCheckBox(tr("Smallest &units")))
    , m_maxCluster(new QCheckBox(tr("Largest &clusters")))
    , m_remainder(new QCheckBox(tr("Use &remainder"))) {
    m_strategy->addItems(
        {tr("Split: automatic"), tr("Split: by count"), tr("Split: structured"),
         tr("Split: combined")});
    const QStringList tips{
        tr("By count for equal groups; else structured where the driver has it and the counts are "
           "aligned; else combined."),
        tr("cuDevSmResourceSplitByCount: equal groups, on every driver since 12.4."),
        tr("cuDevSmResourceSplit: each group with its own size, on drivers since 13.1."),
        tr("One split into units, several joined for each group: unequal groups on every driver.")};
    for (int i = 0; i < tips.size(); ++i)
        m_strategy->setItemData(i, tips[i], Qt::ToolTipRole);
    m_strategy->setToolTip(tr("How the groups are made out of the GPU's SMs."));
    m_strategy->setAccessibleName(tr("Strategy"));
    m_smallestUnits->setToolTip(
        tr("Ignore co-scheduling: sizes in steps of 2 SMs on recent GPUs, but thread-block "
           "clusters of at most 2."));
    m_maxCluster->setToolTip(
        tr("Groups in which the largest thread-block clusters can run; fewer sizes are possible."));
    m_remainder->setToolTip(tr("The SMs that are left over become a partition of their own."));

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(theme::grid);
    row->addWidget(m_strategy);
    row->addWidget(m_smallestUnits);
    row->addWidget(m_maxCluster);
    row->addWidget(m_remainder);
    row->addStretch();

    PlanEditor& editor = m_session.editor();
    connect(m_strategy, &QComboBox::activated, &editor, [&editor](int index) {
        editor.setStrategy(strategies[static_cast<std::size_t>(index)]);
    });
    connect(m_smallestUnits, &QCheckBox::clicked, &editor, &PlanEditor::setIgnoreCoscheduling);
    connect(m_maxCluster, &QCheckBox::clicked, &editor, &PlanEditor::setMaxCluster);
    connect(m_remainder, &QCheckBox::clicked, &editor, &PlanEditor::setPartitionRemainder);
    connect(&editor, &PlanEditor::planChanged, this, &PlanOptions::showPlan);
    connect(&m_session, &Session::deviceChanged, this, &PlanOptions::showCapabilities);
    showPlan();
    showCapabilities();
}

void PlanOptions::showPlan() {
    const PartitionPlan& plan = m_session.editor().plan();
    m_strategy->setCurrentIndex(static_cast<int>(plan.strategy));
    m_smallestUnits->setChecked(plan.ignoreCoscheduling);
    m_maxCluster->setChecked(plan.maxCluster);
    m_remainder->setChecked(plan.partitionRemainder);
}

void PlanOptions::setStrategyAvailable(int index, const QString& whyNot) {
    auto* model = qobject_cast<QStandardItemModel*>(m_strategy->model());
    QStandardItem* item = model->item(index);
    item->setEnabled(whyNot.isEmpty());
    if (!whyNot.isEmpty())
        item->setToolTip(whyNot);
}

void PlanOptions::showCapabilities() {
    const QString noStructured = whyNot(m_session.device(), "structured_split");
    setStrategyAvailable(static_cast<int>(Strategy::structured), noStructured);
    const QString noContexts = whyNot(m_session.device(), "green_contexts");
    setEnabled(noContexts.isEmpty());
    if (!noContexts.isEmpty())
        setToolTip(noContexts);
}

} // namespace parterre::ui
