// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/throughput/plot_frame.h"

#include <vector>

class QCPGraph;

namespace parterre::ui {

class CurveVisibility;
class ThroughputHistory;

/// What part of a partition's launches, since its run started, took no longer than a time: the
/// cumulative distribution, over a logarithmic axis.
class LatencyDistribution : public PlotFrame {
    Q_OBJECT
public:
    /// Both must outlive the plot.
    LatencyDistribution(
        const ThroughputHistory& history, const CurveVisibility& visibility,
        QWidget* parent = nullptr);

    /// Steps drawn of a partition, for checks.
    int stepCount(int partition) const;

    bool isZoomed() const override { return m_zoomed; }
    void resetZoom() override;
    void zoom(double steps, double aboutX) override;
    void pan(double part) override;
    QString asCsv() const override;

protected:
    bool isLive() const override;
    void takeNew() override;
    void fit() override;
    CursorReadout readoutAt(double microseconds) const override;
    double cursorStart() const override { return 0.5; }

private:
    struct Curve {
        int partition;
        QCPGraph* line;
    };
    void setZoomed(bool zoomed);
    void rebuild();

    const ThroughputHistory& m_history;
    const CurveVisibility& m_visibility;
    std::vector<Curve> m_curves;
    bool m_stale = true; ///< the history's series are others than those drawn
    bool m_zoomed = false;
};

} // namespace parterre::ui
