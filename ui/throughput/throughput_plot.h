// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/throughput/throughput_total.h"
#include "ui/throughput/time_plot.h"
#include "ui/throughput/value_axis_range.h"

#include <vector>

class QCPGraph;

namespace parterre::ui {

class CurveVisibility;

/// Throughput over time: one line a partition, and for each unit the sum of the partitions that
/// have it. Each unit has an axis of its own.
class ThroughputPlot : public TimePlot {
    Q_OBJECT
public:
    /// `clock` is the clock that the history's times are on. All must outlive the plot.
    ThroughputPlot(
        const ThroughputHistory& history, const QElapsedTimer& clock,
        const CurveVisibility& visibility, QWidget* parent = nullptr);
    ~ThroughputPlot() override;

    /// Points drawn of a partition, for checks.
    int pointCount(int partition) const;
    /// Whether its line is drawn; for checks.
    bool isShown(int partition) const;
    /// The units that axes stand for, left to right; for checks.
    QStringList units() const;

    QString asCsv() const override;

protected:
    void takeNew() override;
    void fit() override;
    QString valueText(const QCPGraph& graph, double value) const override;
    void recolour() override;

private:
    /// The scale of a unit.
    struct Scale {
        QCPAxis* axis = nullptr;
        ValueAxisRange range;
    };
    struct Sum {
        ThroughputTotal total;
        QCPGraph* graph;
    };
    void rebuild();
    void makeScales();
    void showCurves();

    const CurveVisibility& m_visibility;
    std::vector<std::pair<QString, Scale>> m_scales; ///< by unit, left to right
    std::vector<QCPGraph*> m_lines;                  ///< one a partition
    std::vector<std::size_t> m_taken; ///< points of each partition that are in its line
    std::vector<Sum> m_sums;
    bool m_stale = true; ///< the history's series are others than those drawn
};

} // namespace parterre::ui
