// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/dock_title.h"

#include "ui/shell/theme.h"

#include <QDockWidget>

namespace parterre::ui {

DockTitle::DockTitle(QDockWidget* dock)
    : QLabel(dock->windowTitle(), dock) {
    setFont(theme::headingFont(font()));
    setContentsMargins(2 * theme::grid, theme::grid * 3 / 2, 2 * theme::grid, theme::grid / 2);
    connect(dock, &QDockWidget::windowTitleChanged, this, &QLabel::setText);
}

} // namespace parterre::ui
