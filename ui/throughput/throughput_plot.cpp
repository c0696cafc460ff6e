// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/throughput/throughput_plot.h"

#include "ui/shell/theme.h"
#include "ui/throughput/curve_visibility.h"
#include "ui/throughput/throughput_history.h"

#include <qcustomplot.h>

#include <algorithm>
#include <map>
#include <utility>

namespace parterre::ui {

ThroughputPlot::ThroughputPlot(
    const ThroughputHistory& history, const QElapsedTimer& clock, const CurveVisibility& visibility,
    QWidget* parent)
    : TimePlot(tr("Throughput over time"), history, clock, parent)
    , m_visibility(visibility) {
    connect(&history, &ThroughputHistory::seriesChanged, this, [this] {
        m_stale = true;
        redraw();
    });
    connect(&visibility, &CurveVisibility::changed, this, [this] {
        if (m_stale || !isVisible())
            return redraw();
        takeNew(); // sums are not made up while they are hidden
        redrawNow();
    });
}

ThroughputPlot::~ThroughputPlot() = default;

int ThroughputPlot::pointCount(int partition) const {
    const auto at = static_cast<std::size_t>(partition);
    return at < m_lines.size() ? m_lines[at]->dataCount() : 0;
}

bool ThroughputPlot::isShown(int partition) const {
    const auto at = static_cast<std::size_t>(partition);
    return at < m_lines.size() && m_lines[at]->visible();
}

QStringList ThroughputPlot::units() const {
    QStringList units;
    for (const auto& [unit, scale] : m_scales)
        units << unit;
    return units;
}

QString ThroughputPlot::asCsv() const {
    return history().asCsv();
}

void ThroughputPlot::makeScales() {
    QStringList units;
    for (const ThroughputHistory::Series& series : history().series())
        if (!series.unit.isEmpty() && !units.contains(series.unit))
            units << series.unit;
    if (units == this->units() && !m_scales.empty())
        return;
    QCPAxisRect& area = *canvas().axisRect();
    while (area.axisCount(QCPAxis::atRight) > 1)
        area.removeAxis(area.axes(QCPAxis::atRight).last());
    m_scales.clear();
    for (const QString& unit : std::as_const(units)) {
        Scale scale;
        if (m_scales.empty())
            scale.axis = canvas().yAxis;
        else if (m_scales.size() == 1)
            scale.axis = canvas().yAxis2;
        else
            scale.axis = area.addAxis(QCPAxis::atRight);
        scale.axis->setRange(0, 1);
        scale.axis->setLabel(unit);
        styleAxis(*scale.axis);
        scale.axis->grid()->setVisible(m_scales.empty());
        m_scales.emplace_back(unit, scale);
    }
    canvas().yAxis->setTickLabels(!units.isEmpty()); // numbers of nothing
    if (units.isEmpty()) {
        canvas().yAxis->setLabel({});
        canvas().yAxis->setRange(0, 1);
    }
    canvas().yAxis2->setVisible(units.size() > 1);
}

void ThroughputPlot::rebuild() {
    canvas().clearGraphs();
    m_lines.clear();
    m_sums.clear();
    makeScales();
    const auto axisOf = [this](const QString& unit) {
        for (const auto& [name, scale] : m_scales)
            if (name == unit)
                return scale.axis;
        return canvas().yAxis;
    };
    m_taken.assign(history().series().size(), 0);
    std::map<QString, int> additive;
    for (const ThroughputHistory::Series& series : history().series()) {
        QCPGraph* line = canvas().addGraph(canvas().xAxis, axisOf(series.unit));
        line->setName(series.name);
        // Wider pens cost up to three hundred times as much to draw.
        line->setPen(QPen(series.look.colour, 1, series.look.dash));
        m_lines.push_back(line);
        if (series.isAdditive)
            ++additive[series.unit];
    }
    for (const auto& [unit, count] : additive) {
        if (count < 2 || unit.isEmpty())
            continue;
        QCPGraph* line = canvas().addGraph(canvas().xAxis, axisOf(unit));
        line->setName(tr("Total"));
        m_sums.push_back({ThroughputTotal(unit), line});
    }
    recolour();
}

void ThroughputPlot::showCurves() {
    for (std::size_t i = 0; i < m_lines.size(); ++i)
        m_lines[i]->setVisible(
            m_visibility.isShown(CurveVisibility::ofPartition(history().series()[i].name)));
    for (const Sum& sum : m_sums)
        sum.graph->setVisible(m_visibility.isShown(CurveVisibility::total));
}

void ThroughputPlot::recolour() {
    TimePlot::recolour();
    for (const Sum& sum : m_sums)
        sum.graph->setPen(QPen(palette().color(QPalette::Text), 1));
}

void ThroughputPlot::takeNew() {
    if (std::exchange(m_stale, false))
        rebuild();
    showCurves();
    bool hasData = false;
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const auto& points = history().points(static_cast<int>(i));
        const std::size_t forgotten = history().forgotten(static_cast<int>(i));
        QVector<double> times;
        QVector<double> rates;
        for (std::size_t at = std::max(m_taken[i], forgotten) - forgotten; at < points.size();
             ++at) {
            times.append(points[at].time);
            rates.append(points[at].rate);
        }
        m_taken[i] = forgotten + points.size();
        m_lines[i]->addData(times, rates, true);
        if (!points.empty())
            m_lines[i]->data()->removeBefore(points.front().time);
        hasData = hasData || !points.empty();
    }
    for (Sum& sum : m_sums) {
        if (!sum.graph->visible())
            continue; // costs nothing; it is made up for when it is shown
        for (const ThroughputHistory::Point& point : sum.total.takeNew(history()))
            sum.graph->addData(point.time, point.rate);
        sum.graph->data()->removeBefore(now() - ThroughputHistory::longest);
    }
    showHint(!hasData);
    TimePlot::takeNew();
}

void ThroughputPlot::fit() {
    TimePlot::fit();
    for (auto& [unit, scale] : m_scales) {
        double most = 0;
        for (int i = 0; i < canvas().graphCount(); ++i) {
            const QCPGraph& graph = *canvas().graph(i);
            if (!graph.visible() || graph.valueAxis() != scale.axis)
                continue;
            bool found = false;
            const QCPRange range =
                graph.getValueRange(found, QCP::sdPositive, canvas().xAxis->range());
            if (found)
                most = std::max(most, range.upper);
        }
        if (most > 0)
            scale.axis->setRange(0, scale.range.update(most));
    }
}

QString ThroughputPlot::valueText(const QCPGraph& graph, double value) const {
    return ThroughputHistory::rateText(value) + QLatin1Char(' ') + graph.valueAxis()->label();
}

} // namespace parterre::ui
