// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/throughput/latency_distribution.h"

#include "ui/throughput/csv_text.h"
#include "ui/throughput/curve_visibility.h"
#include "ui/throughput/latency_axis.h"
#include "ui/throughput/throughput_history.h"

#include <QLocale>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace parterre::ui {
namespace {

constexpr double zoomPerStep = 0.8;

} // namespace

LatencyDistribution::LatencyDistribution(
    const ThroughputHistory& history, const CurveVisibility& visibility, QWidget* parent)
    : PlotFrame(tr("Distribution of latency"), parent)
    , m_history(history)
    , m_visibility(visibility) {
    makeLatencyAxis(*canvas().xAxis);
    canvas().yAxis->setRange(0, 102);
    canvas().yAxis->setLabel(tr("launches that took no longer, %"));
    canvas().setInteraction(QCP::iRangeDrag);
    canvas().axisRect()->setRangeDrag(Qt::Horizontal);
    connect(&canvas(), &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) {
        if (event->buttons() & Qt::LeftButton)
            setZoomed(true); // the user drags the axis
    });
    connect(&history, &ThroughputHistory::seriesChanged, this, [this] {
        m_stale = true;
        redraw();
    });
    connect(&visibility, &CurveVisibility::changed, this, [this] {
        redraw();
        if (!isVisible())
            return;
        takeNew();
        redrawNow();
    });
}

int LatencyDistribution::stepCount(int partition) const {
    for (const Curve& curve : m_curves)
        if (curve.partition == partition)
            return curve.line->dataCount();
    return 0;
}

bool LatencyDistribution::isLive() const {
    const auto& series = m_history.series();
    return std::any_of(series.begin(), series.end(), [](const auto& one) {
        return one.running && !one.isAdditive;
    });
}

void LatencyDistribution::rebuild() {
    canvas().clearGraphs();
    m_curves.clear();
    for (int i = 0; i < static_cast<int>(m_history.series().size()); ++i) {
        const auto& series = m_history.series()[static_cast<std::size_t>(i)];
        if (series.isAdditive)
            continue;
        QCPGraph* line = canvas().addGraph();
        line->setName(series.name);
        line->setLineStyle(QCPGraph::lsStepLeft);
        line->setPen(QPen(series.look.colour, 1, series.look.dash));
        m_curves.push_back({i, line});
    }
}

void LatencyDistribution::takeNew() {
    if (std::exchange(m_stale, false))
        rebuild();
    bool hasData = false;
    for (const Curve& curve : m_curves) {
        QVector<double> times;
        QVector<double> parts;
        for (const auto& step : m_history.latency(curve.partition).distribution().cumulative()) {
            if (times.isEmpty()) { // up from nothing
                times.append(step.microseconds);
                parts.append(0);
            }
            times.append(step.microseconds);
            parts.append(100 * step.part);
        }
        curve.line->setData(times, parts, true);
        curve.line->setVisible(m_visibility.isShown(CurveVisibility::ofPartition(
            m_history.series()[static_cast<std::size_t>(curve.partition)].name)));
        hasData = hasData || !times.isEmpty();
    }
    showHint(!hasData);
}

void LatencyDistribution::fit() {
    if (m_zoomed)
        return;
    double least = 0;
    double most = 0;
    for (const Curve& curve : m_curves)
        if (curve.line->visible() && !curve.line->data()->isEmpty()) {
            const double first = curve.line->data()->constBegin()->key;
            least = least > 0 ? std::min(least, first) : first;
            most = std::max(most, (curve.line->data()->constEnd() - 1)->key);
        }
    // Half powers of ten, so that the axis stands still while the largest grows.
    if (most > 0)
        canvas().xAxis->setRange(
            std::pow(10, std::floor(2 * std::log10(least * 0.98)) / 2),
            std::pow(10, std::ceil(2 * std::log10(most * 1.02)) / 2));
}

CursorReadout LatencyDistribution::readoutAt(double microseconds) const {
    CursorReadout readout;
    readout.heading = tr("up to %1 µs").arg(ThroughputHistory::rateText(microseconds));
    for (const Curve& curve : m_curves) {
        const auto steps = curve.line->data();
        if (!curve.line->visible() || steps->isEmpty())
            continue;
        // The last step that is not beyond.
        const auto beyond = steps->findEnd(microseconds, false);
        const double part = beyond == steps->constBegin() ? 0 : (beyond - 1)->value;
        readout.rows.push_back(
            {curve.line->name(),
             tr("%1 %").arg(QLocale().toString(part, 'f', 2)),
             {curve.line->pen().color(), Qt::SolidPattern, curve.line->pen().style()},
             canvas().yAxis->coordToPixel(part)});
    }
    return readout;
}

void LatencyDistribution::setZoomed(bool zoomed) {
    m_zoomed = zoomed;
    redrawNow();
    emit viewChanged();
}

void LatencyDistribution::resetZoom() {
    setZoomed(false);
}

void LatencyDistribution::zoom(double steps, double aboutX) {
    QCPAxis* axis = canvas().xAxis;
    axis->scaleRange(std::pow(zoomPerStep, steps), axis->pixelToCoord(aboutX));
    setZoomed(true);
}

void LatencyDistribution::pan(double part) {
    QCPAxis* axis = canvas().xAxis;
    axis->moveRange(std::pow(axis->range().upper / axis->range().lower, part));
    setZoomed(true);
}

QString LatencyDistribution::asCsv() const {
    QString csv = QStringLiteral("partition,workload,latency_us,part\n");
    for (int i = 0; i < static_cast<int>(m_history.series().size()); ++i) {
        const auto& series = m_history.series()[static_cast<std::size_t>(i)];
        for (const auto& step : m_history.latency(i).distribution().cumulative())
            csv += QStringLiteral("%1,%2,%3,%4\n")
                       .arg(csvQuoted(series.name), csvQuoted(series.workload))
                       .arg(step.microseconds, 0, 'g', 9)
                       .arg(step.part, 0, 'g', 9);
    }
    return csv;
}

} // namespace parterre::ui
