// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/colour_menu.h"

#include "ui/partition/group_looks.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/partition_palette.h"
#include "ui/shell/text.h"

#include <QActionGroup>
#include <QPainter>
#include <QPixmap>

namespace parterre::ui {
namespace {

QIcon swatch(const QColor& colour) {
    constexpr int scale = 3; // sharp up to three device pixels a pixel
    QPixmap pixmap(QSize(16, 16) * scale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.scale(scale, scale);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRoundedRect(QRectF(2, 2, 12, 12), 3, 3);
    return pixmap;
}

} // namespace

ColourMenu::ColourMenu(PlanEditor& editor, QWidget* parent)
    : QMenu(tr("&Colour"), parent)
    , m_editor(editor)
    , m_choice(new QActionGroup(this)) {
    setToolTipsVisible(true);
}

void ColourMenu::offerFor(const GroupPath& row) {
    clear();
    const PlanGroup* group = groupAt(m_editor.plan(), row);
    setEnabled(group != nullptr);
    if (!isEnabled())
        return;
    const QString now = toQt(group->colour);
    PartitionPlan plain = m_editor.plan();
    groupAt(plain, row)->colour.clear();
    const QColor byPosition = lookAt(plain, row).colour;
    bool isOffered = false;
    const auto offer = [&](const QString& title, const QString& colour) {
        const bool isNow = colour.compare(now, Qt::CaseInsensitive) == 0;
        isOffered = isOffered || isNow;
        QAction* action = addAction(swatch(colour.isEmpty() ? byPosition : QColor(colour)), title);
        action->setActionGroup(m_choice);
        action->setCheckable(true);
        action->setChecked(isNow);
        connect(action, &QAction::triggered, &m_editor, [this, row, colour] {
            m_editor.setColour(row, colour);
        });
        return action;
    };
    offer(tr("By position"), {})
        ->setToolTip(
            tr("Another for each of the first %1 partitions").arg(partition_palette::size));
    for (int i = 0; i < partition_palette::size; ++i)
        offer(partition_palette::colourName(i), partition_palette::colour(i).name());
    if (!isOffered)
        offer(now, now);
}

} // namespace parterre::ui
