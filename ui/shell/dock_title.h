// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

class QDockWidget;

namespace parterre::ui {

/// A quiet title for a dock; it can be dragged by it, and shown and hidden from the View menu.
class DockTitle : public QLabel {
    Q_OBJECT
public:
    explicit DockTitle(QDockWidget* dock);
};

} // namespace parterre::ui
