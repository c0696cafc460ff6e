// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace parterre::ui {

/// A word in a small rounded frame, such as "simulated".
class Badge : public QLabel {
    Q_OBJECT
public:
    explicit Badge(QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace parterre::ui
