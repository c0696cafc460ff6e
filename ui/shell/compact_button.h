// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

class QAction;

namespace parterre::ui {

/// A flat button for an action. Where there is no room for both it leaves out the words and keeps
/// the icon; the action's tool tip has them.
class CompactButton : public QToolButton {
    Q_OBJECT
public:
    explicit CompactButton(QAction* action, QWidget* parent = nullptr);

    /// Only the icon is shown.
    bool isCompact() const;

    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace parterre::ui
