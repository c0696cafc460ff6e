// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timeline_chart.h"

#include <QWidget>

#include <vector>

namespace parterre::ui {

/// Which bar is whose, as one line; what has no room is in the tool tip, with all the others.
class TimelineLegend : public QWidget {
    Q_OBJECT
public:
    explicit TimelineLegend(QWidget* parent = nullptr);

    void setPartitions(std::vector<TimelineChart::Partition> partitions);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double widthOf(const QString& name) const;

    std::vector<TimelineChart::Partition> m_partitions;
};

} // namespace parterre::ui
