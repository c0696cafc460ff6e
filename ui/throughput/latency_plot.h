// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/throughput/time_plot.h"

#include <vector>

class QCPGraph;

namespace parterre::ui {

class CurveVisibility;

/// What launches take over time, on a logarithmic scale: median, 99th percentile and largest of
/// each partition whose workload times them.
class LatencyPlot : public TimePlot {
    Q_OBJECT
public:
    /// A quantity that can be hidden like a partition.
    struct Quantity {
        QString key;
        QString name;
        Qt::PenStyle dash;
    };
    static const std::vector<Quantity>& quantities();

    /// `clock` is the clock that the history's times are on. All must outlive the plot.
    LatencyPlot(
        const ThroughputHistory& history, const QElapsedTimer& clock,
        const CurveVisibility& visibility, QWidget* parent = nullptr);

    /// Points drawn of a partition, for checks.
    int pointCount(int partition) const;

    QString asCsv() const override;

protected:
    void takeNew() override;
    void fit() override;
    QString valueText(const QCPGraph& graph, double value) const override;

private:
    struct Curves {
        int partition;
        std::size_t taken = 0;        ///< points that are in the graphs
        std::vector<QCPGraph*> lines; ///< one a quantity
    };
    void rebuild();

    const CurveVisibility& m_visibility;
    std::vector<Curves> m_curves;
    bool m_stale = true; ///< the history's series are others than those drawn
};

} // namespace parterre::ui
