// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/throughput/plot_frame.h"

#include <QElapsedTimer>

#include <memory>
#include <optional>

class QCPGraph;

namespace parterre::ui {

class EventMarkers;
class ThroughputHistory;

/// A plot over the time of a history, with its events marked. Follows the newest until the user
/// looks elsewhere. A point whose value is NaN is a gap.
class TimePlot : public PlotFrame {
    Q_OBJECT
public:
    ~TimePlot() override;

    bool isFollowing() const { return m_following; }
    void setFollowing(bool following);

    bool isZoomed() const override;
    void resetZoom() override;
    void zoom(double steps, double aboutX) override;
    void pan(double part) override;

    /// Where the labels of the events in view are drawn, in the widget's coordinates as of the
    /// newest drawing; for checks.
    std::vector<QRectF> markerLabels() const;

    /// The time at a share of the plot's width, 0 to 1, in seconds on the window's clock.
    double timeAt(double share) const;

    /// "01:02.3", as seconds on the window's clock are told.
    static QString timeText(double seconds);

protected:
    /// `clock` is the clock that the history's times are on. Both must outlive the plot.
    TimePlot(
        const QString& accessibleName, const ThroughputHistory& history, const QElapsedTimer& clock,
        QWidget* parent);

    const ThroughputHistory& history() const { return m_history; }
    /// On the clock; while paused, when that began.
    double now() const;

    bool isLive() const override;
    /// Subclasses take their points before they call it.
    void takeNew() override;
    /// Follows; then subclasses fit their value axes.
    void fit() override;
    void recolour() override;
    double cursorStart() const override { return 1; }
    CursorReadout readoutAt(double time) const override;

    /// A graph's value beside a time: of the nearer neighbour; NaN in a gap or beside all points.
    static double valueAt(const QCPGraph& graph, double time);
    /// How a graph is told in the readout; empty: not at all.
    virtual QString valueText(const QCPGraph& graph, double value) const = 0;

private:
    const ThroughputHistory& m_history;
    const QElapsedTimer& m_clock;
    std::unique_ptr<EventMarkers> m_markers;
    double m_span;
    bool m_following = true;
    std::optional<double> m_heldAt; ///< while paused
};

} // namespace parterre::ui
