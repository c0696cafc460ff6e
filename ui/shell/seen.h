// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace parterre::ui {

/// Whether anything of the widget can be seen. QWidget::isVisible() is true also for what lies
/// behind another tab of a dock, which Qt only moves out of the window, and in a minimised window.
inline bool isSeen(const QWidget& widget) {
    const QWidget& window = *widget.window();
    const QRect place(widget.mapTo(&window, QPoint()), widget.size());
    return widget.isVisible() && !window.isMinimized() && window.rect().intersects(place);
}

} // namespace parterre::ui
