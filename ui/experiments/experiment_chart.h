// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/experiment_result.h"
#include "ui/throughput/plot_frame.h"

#include <vector>

class QCPAbstractPlottable;
class QCPErrorBars;
class QCPItemStraightLine;
class QCPItemText;
class QCPTextElement;

namespace parterre::ui {

/// The chart of an experiment's result: lines, points or bars with their spreads, and the places
/// that have a name. Drawn from the Chart, whatever experiment it is of.
class ExperimentChart : public PlotFrame {
    Q_OBJECT
public:
    explicit ExperimentChart(QWidget* parent = nullptr);
    ~ExperimentChart() override;

    void setResult(const ExperimentResult& result);
    const Chart& chart() const { return m_result.chart; }

    // For checks.
    int pointCount(int series) const; ///< drawn
    int spreadCount() const;          ///< points with a bar from the lowest to the highest
    QStringList markers() const;      ///< as they are drawn, in lines
    bool hasLegend() const;

    bool isZoomed() const override { return m_zoomed; }
    void resetZoom() override;
    void zoom(double steps, double aboutX) override;
    void pan(double part) override;
    QString asCsv() const override;

protected:
    bool isLive() const override { return false; } // a result does not change
    void takeNew() override;
    void fit() override;
    CursorReadout readoutAt(double key) const override;
    void recolour() override;
    double cursorStart() const override { return 0.5; }

private:
    struct Marker {
        QString label;
        QCPItemStraightLine* line;
        QCPItemText* text;
    };
    void setZoomed(bool zoomed);
    void clear();
    void makeSeries(int index);
    void makeSpreads(int index, QCPAbstractPlottable& plottable);
    void makeMarkers();
    void wrapCategories();
    void placeMarkers();
    QString textAt(const ChartSeries& series, const ChartPoint& point) const;

    ExperimentResult m_result;
    std::vector<QCPAbstractPlottable*> m_series;
    std::vector<QCPErrorBars*> m_spreads;
    std::vector<Marker> m_markers;
    int m_spreadCount = 0;
    bool m_stale = true; ///< another result than the one drawn
    bool m_zoomed = false;
};

} // namespace parterre::ui
