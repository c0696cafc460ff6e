// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/plan_offer.h"

#include "ui/partition/plan_editor.h"
#include "ui/shell/text.h"
#include "ui/shell/theme.h"
#include "ui/shell/wrapped_label.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace parterre::ui {
namespace {

/// "latency 24 SMs, fma the rest".
QString wordsOf(const PartitionPlan& plan) {
    QStringList parts;
    for (const PlanGroup& group : plan.groups)
        parts << PlanOffer::tr("%1 %2 SMs").arg(toQt(group.name)).arg(group.smCount);
    if (plan.partitionRemainder)
        parts << PlanOffer::tr("%1 the rest").arg(toQt(plan.remainderWorkload));
    return parts.join(QStringLiteral(", "));
}

} // namespace

PlanOffer::PlanOffer(PlanEditor& editor, QWidget* parent)
    : QWidget(parent)
    , m_editor(editor)
    , m_text(wrappedLabel({}))
    , m_use(new QPushButton(tr("&Use this plan"))) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(theme::grid);
    row->addWidget(m_text, 1);
    row->addWidget(m_use);
    connect(m_use, &QPushButton::clicked, this, &PlanOffer::use);
    connect(&m_editor, &PlanEditor::planChanged, this, &PlanOffer::showState);
    showState();
}

void PlanOffer::setPlan(const std::optional<PartitionPlan>& plan) {
    m_plan = plan;
    showState();
}

void PlanOffer::use() {
    if (!m_plan)
        return;
    m_editor.replace(tr("Use the plan of an experiment"), *m_plan);
    emit used();
}

void PlanOffer::showState() {
    setVisible(m_plan.has_value());
    if (!m_plan)
        return;
    const bool isOnScreen = m_editor.plan() == *m_plan;
    const bool isForAnother = m_editor.plan().device != m_plan->device;
    const QString plan = wordsOf(*m_plan);
    m_use->setEnabled(!isOnScreen);
    m_use->setToolTip(
        isOnScreen ? tr("This plan is on screen.")
                   : tr("Put it on screen in place of the plan that is there; Undo brings that one "
                        "back"));
    m_text->setText(
        isOnScreen
            ? tr("On screen now: %1. Undo in the main window brings back what was there.").arg(plan)
        : isForAnother ? tr("The plan, for %1: %2").arg(toQt(m_plan->device), plan)
                       : tr("The plan: %1").arg(plan));
}

QString PlanOffer::text() const {
    return isHidden() ? QString() : m_text->text();
}

} // namespace parterre::ui
