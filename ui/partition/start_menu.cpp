// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/start_menu.h"

#include "core/model/starting_points.h"
#include "ui/engine/session.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/plain_text.h"
#include "ui/shell/text.h"

#include <algorithm>

namespace parterre::ui {
namespace {

/// "64 and 32 SMs", "4 × 32 SMs", "8 partitions of 8 to 16 SMs".
QString sizesOf(const PartitionPlan& plan) {
    const std::vector<PlanGroup>& groups = plan.groups;
    const auto [least, most] = std::minmax_element(
        groups.begin(), groups.end(),
        [](const PlanGroup& one, const PlanGroup& other) { return one.smCount < other.smCount; });
    if (plan.partitionRemainder && groups.size() == 1)
        return StartMenu::tr("%1 SMs and the rest").arg(groups[0].smCount);
    if (groups.size() == 2)
        return StartMenu::tr("%1 and %2 SMs").arg(groups[0].smCount).arg(groups[1].smCount);
    if (least->smCount == most->smCount)
        return StartMenu::tr("%1 × %2 SMs").arg(groups.size()).arg(least->smCount);
    return StartMenu::tr("%1 partitions of %2 to %3 SMs")
        .arg(groups.size())
        .arg(least->smCount)
        .arg(most->smCount);
}

} // namespace

StartMenu::StartMenu(Session& session, QWidget* parent)
    : QMenu(tr("&New plan from"), parent)
    , m_session(session) {
    setToolTipsVisible(true);
    connect(this, &QMenu::aboutToShow, this, &StartMenu::offer);
    connect(&m_session, &Session::deviceChanged, this, &StartMenu::offer);
    offer();
}

void StartMenu::offer() {
    clear();
    const DeviceDescription* device = m_session.device();
    if (!device) {
        addAction(tr("There is no GPU to divide"))->setEnabled(false);
        return;
    }
    for (const StartingPoint& point : startingPoints(*device)) {
        const QString title = toQt(point.title);
        const QString why = toQt(point.whyNot);
        QAction* action = addAction(
            why.isEmpty() ? QStringLiteral("%1: %2").arg(title, sizesOf(point.plan)) : title);
        action->setEnabled(why.isEmpty());
        const QString sentence = why.isEmpty() ? toQt(point.purpose) : why;
        action->setToolTip(plainToolTip(sentence));
        action->setStatusTip(sentence); // which the keyboard shows, too
        connect(action, &QAction::triggered, &m_session, [this, title, plan = point.plan] {
            PartitionPlan started = plan;
            started.unknown = m_session.editor().plan().unknown; // a newer version's may be there
            m_session.editor().replace(tr("Start from \"%1\"").arg(title), started);
        });
    }
}

} // namespace parterre::ui
