// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

class QDockWidget;

namespace parterre::ui {

/// A quiet title for a dock; it can be dragged by it, and shown and hidden from the View menu. It
/// takes no room where a tab says the same.
class DockTitle : public QLabel {
    Q_OBJECT
public:
    explicit DockTitle(QDockWidget* dock);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    bool isOnTab() const;

    QDockWidget* m_dock;
};

} // namespace parterre::ui
