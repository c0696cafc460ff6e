// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

namespace parterre::ui {

/// A plain surface with a fine border, to set something apart from the window's ground.
class Card : public QFrame {
    Q_OBJECT
public:
    explicit Card(QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace parterre::ui
