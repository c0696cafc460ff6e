// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/dock_title.h"

#include "ui/shell/theme.h"

#include <QDockWidget>
#include <QMainWindow>

#include <algorithm>

namespace parterre::ui {

DockTitle::DockTitle(QDockWidget* dock)
    : QLabel(dock->windowTitle(), dock)
    , m_dock(dock) {
    setFont(theme::headingFont(font()));
    setContentsMargins(2 * theme::grid, theme::grid * 3 / 2, 2 * theme::grid, theme::grid / 2);
    connect(dock, &QDockWidget::windowTitleChanged, this, &QLabel::setText);
    connect(dock, &QDockWidget::visibilityChanged, this, &QWidget::updateGeometry);
    connect(dock, &QDockWidget::dockLocationChanged, this, &QWidget::updateGeometry);
}

bool DockTitle::isOnTab() const {
    const auto* window = qobject_cast<QMainWindow*>(m_dock->parentWidget());
    if (!window || m_dock->isFloating())
        return false;
    const auto others = window->tabifiedDockWidgets(m_dock);
    return std::any_of(
        others.begin(), others.end(), [](const QDockWidget* other) { return !other->isHidden(); });
}

QSize DockTitle::sizeHint() const {
    return isOnTab() ? QSize(QLabel::sizeHint().width(), theme::grid / 2) : QLabel::sizeHint();
}

QSize DockTitle::minimumSizeHint() const {
    return isOnTab() ? QSize(0, theme::grid / 2) : QLabel::minimumSizeHint();
}

void DockTitle::paintEvent(QPaintEvent* event) {
    if (!isOnTab())
        QLabel::paintEvent(event);
}

} // namespace parterre::ui
