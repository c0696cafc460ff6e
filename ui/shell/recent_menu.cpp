// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/recent_menu.h"

#include "ui/shell/plain_text.h"
#include "ui/shell/plan_document.h"
#include "ui/shell/recent_files.h"

#include <QDir>
#include <QFileInfo>

namespace parterre::ui {

RecentMenu::RecentMenu(PlanDocument& document, QWidget* parent)
    : QMenu(tr("Open &recent"), parent)
    , m_document(document) {
    setToolTipsVisible(true);
    connect(this, &QMenu::aboutToShow, this, &RecentMenu::offer);
    offer();
}

void RecentMenu::offer() {
    clear();
    const QStringList files = recent_files::list();
    if (files.isEmpty()) {
        addAction(tr("No plan was opened or saved yet"))->setEnabled(false);
        return;
    }
    int number = 0;
    for (const QString& path : files) {
        const bool isThere = QFileInfo(path).isFile();
        const QString name = plainActionText(QFileInfo(path).fileName());
        QAction* action = addAction(QStringLiteral("&%1  %2").arg(++number).arg(
            isThere ? name : tr("%1 (not there any more)").arg(name)));
        action->setEnabled(isThere);
        const QString place = QDir::toNativeSeparators(path);
        action->setToolTip(plainToolTip(place));
        action->setStatusTip(isThere ? place : tr("%1 is not there any more.").arg(place));
        connect(action, &QAction::triggered, &m_document, [this, path] { m_document.open(path); });
    }
    addSeparator();
    addAction(tr("&Clear this list"), this, [] { recent_files::clear(); });
}

} // namespace parterre::ui
