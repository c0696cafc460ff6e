// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/map/sm_map_painter.h"

#include <QWidget>

#include <vector>

namespace parterre::ui {

/// What the looks of SMs mean, in one line: those that occur, as many as there is room for; all of
/// them in the tool tip.
class MapLegend : public QWidget {
    Q_OBJECT
public:
    explicit MapLegend(QWidget* parent = nullptr);

    void setContent(const SmMapContent& content);
    const std::vector<SmState>& states() const { return m_states; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    std::vector<SmState> m_states;
};

} // namespace parterre::ui
