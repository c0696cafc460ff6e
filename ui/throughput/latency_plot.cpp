// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/throughput/latency_plot.h"

#include "ui/throughput/csv_text.h"
#include "ui/throughput/curve_visibility.h"
#include "ui/throughput/latency_axis.h"
#include "ui/throughput/throughput_history.h"

#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace parterre::ui {

const std::vector<LatencyPlot::Quantity>& LatencyPlot::quantities() {
    static const std::vector<Quantity> all{
        {QStringLiteral("latency:p50"), tr("p50"), Qt::SolidLine},
        {QStringLiteral("latency:p99"), tr("p99"), Qt::DashLine},
        {QStringLiteral("latency:max"), tr("max"), Qt::DotLine}};
    return all;
}

LatencyPlot::LatencyPlot(
    const ThroughputHistory& history, const QElapsedTimer& clock, const CurveVisibility& visibility,
    QWidget* parent)
    : TimePlot(tr("Latency over time"), history, clock, parent)
    , m_visibility(visibility) {
    makeLatencyAxis(*canvas().yAxis);
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

int LatencyPlot::pointCount(int partition) const {
    for (const Curves& curves : m_curves)
        if (curves.partition == partition)
            return curves.lines.front()->dataCount();
    return 0;
}

void LatencyPlot::rebuild() {
    canvas().clearGraphs();
    m_curves.clear();
    for (int i = 0; i < static_cast<int>(history().series().size()); ++i) {
        const auto& series = history().series()[static_cast<std::size_t>(i)];
        if (series.isAdditive)
            continue;
        Curves curves{i, 0, {}};
        for (const Quantity& quantity : quantities()) {
            QCPGraph* line = canvas().addGraph();
            line->setName(QStringLiteral("%1 %2").arg(series.name, quantity.name));
            line->setPen(QPen(series.look.colour, 1, quantity.dash));
            curves.lines.push_back(line);
        }
        m_curves.push_back(std::move(curves));
    }
}

void LatencyPlot::takeNew() {
    if (std::exchange(m_stale, false))
        rebuild();
    bool hasData = false;
    for (Curves& curves : m_curves) {
        const LatencyTrack& track = history().latency(curves.partition);
        const auto& points = track.points();
        const bool partitionShown = m_visibility.isShown(CurveVisibility::ofPartition(
            history().series()[static_cast<std::size_t>(curves.partition)].name));
        for (std::size_t at = std::max(curves.taken, track.forgotten()) - track.forgotten();
             at < points.size(); ++at) {
            const std::array values{points[at].p50, points[at].p99, points[at].most};
            for (std::size_t i = 0; i < values.size(); ++i)
                curves.lines[i]->addData(points[at].time, values[i]);
        }
        curves.taken = track.forgotten() + points.size();
        for (std::size_t i = 0; i < curves.lines.size(); ++i) {
            if (!points.empty())
                curves.lines[i]->data()->removeBefore(points.front().time);
            curves.lines[i]->setVisible(
                partitionShown && m_visibility.isShown(quantities()[i].key));
        }
        hasData = hasData || !points.empty();
    }
    showHint(!hasData);
    TimePlot::takeNew();
}

void LatencyPlot::fit() {
    TimePlot::fit();
    QCPRange all;
    bool foundAny = false;
    for (int i = 0; i < canvas().graphCount(); ++i) {
        bool found = false;
        const QCPRange range =
            canvas().graph(i)->getValueRange(found, QCP::sdPositive, canvas().xAxis->range());
        if (!found || !canvas().graph(i)->visible())
            continue;
        all = foundAny ? all.expanded(range) : range;
        foundAny = true;
    }
    // Whole powers of ten, so that the axis stands still while values waver.
    if (foundAny)
        canvas().yAxis->setRange(
            std::pow(10, std::floor(std::log10(all.lower * 0.98))),
            std::pow(10, std::ceil(std::log10(all.upper * 1.02))));
}

QString LatencyPlot::valueText(const QCPGraph&, double value) const {
    return tr("%1 µs").arg(ThroughputHistory::rateText(value));
}

QString LatencyPlot::asCsv() const {
    QString csv = QStringLiteral("partition,workload,time_s,p50_us,p99_us,max_us\n");
    for (int i = 0; i < static_cast<int>(history().series().size()); ++i) {
        const auto& series = history().series()[static_cast<std::size_t>(i)];
        for (const LatencyTrack::Point& point : history().latency(i).points())
            if (!std::isnan(point.p50))
                csv += QStringLiteral("%1,%2,%3,%4,%5,%6\n")
                           .arg(csvQuoted(series.name), csvQuoted(series.workload))
                           .arg(point.time, 0, 'f', 4)
                           .arg(point.p50, 0, 'g', 9)
                           .arg(point.p99, 0, 'g', 9)
                           .arg(point.most, 0, 'g', 9);
    }
    return csv;
}

} // namespace parterre::ui
