// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/throughput/throughput_history.h"

#include <QFont>
#include <QPen>
#include <QRectF>

#include <utility>
#include <vector>

class QCPItemStraightLine;
class QCPItemText;
class QCustomPlot;

namespace parterre::ui {

/// The events of a history (apply, run, stop, …) as lines across a plot over time, each with its
/// label.
class EventMarkers {
public:
    /// Both must outlive it; the plot owns what is drawn.
    EventMarkers(QCustomPlot& plot, const ThroughputHistory& history);

    /// Forgets and adds what the history did.
    void takeNew();
    /// Labels stand beside their lines, to the left where the border would cut them, one below the
    /// other where they would touch; one that has no room at all is left out, its line stays.
    void place();
    void recolour(const QPalette& palette, const QFont& font);

    /// Where the labels in view are, in the plot's coordinates as of the newest drawing.
    std::vector<QRectF> labels() const;

private:
    QCustomPlot& m_plot;
    const ThroughputHistory& m_history;
    std::vector<std::pair<QCPItemStraightLine*, QCPItemText*>> m_markers;
    double m_newest = -1;
    QPen m_pen;
    QColor m_ground;
    QFont m_font;
};

} // namespace parterre::ui
