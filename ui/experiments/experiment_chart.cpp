// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/experiment_chart.h"

#include "core/report/experiment_csv.h"
#include "ui/experiments/chart_scale.h"
#include "ui/shell/partition_palette.h"
#include "ui/shell/text.h"
#include "ui/shell/theme.h"

#include <QLocale>
#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace parterre::ui {
namespace {

constexpr double zoomPerStep = 0.8;
constexpr double barWidth = 0.6;    ///< of a category's place
constexpr double sideBySide = 0.16; ///< of a category's place, between series
constexpr double pointSize = 7;
constexpr int significant = 6; ///< digits

/// The second cue beside the colour.
QCPScatterStyle shapeOf(int series, const QColor& colour) {
    constexpr std::array shapes{
        QCPScatterStyle::ssDisc, QCPScatterStyle::ssSquare, QCPScatterStyle::ssTriangle,
        QCPScatterStyle::ssDiamond};
    return {
        shapes[static_cast<std::size_t>(series) % shapes.size()], QPen(colour, 1), QBrush(colour),
        pointSize};
}

QString numberText(double value) {
    return QLocale().toString(value, 'g', significant);
}

QString withUnit(const QString& number, const ChartAxis& axis) {
    return axis.unit.empty() ? number : number + QLatin1Char(' ') + toQt(axis.unit);
}

/// Broken between words into lines that are no wider than that, as far as words allow.
QString wrapped(const QString& text, const QFontMetricsF& metrics, double width) {
    QString all;
    QString line;
    for (const QString& word : text.split(QLatin1Char(' '))) {
        const QString longer = line.isEmpty() ? word : line + QLatin1Char(' ') + word;
        if (!line.isEmpty() && metrics.horizontalAdvance(longer) > width) {
            all += line + QLatin1Char('\n');
            line = word;
        } else {
            line = longer;
        }
    }
    return all + line;
}

} // namespace

ExperimentChart::ExperimentChart(QWidget* parent)
    : PlotFrame(tr("Chart of the result"), parent) {
    canvas().setAutoAddPlottableToLegend(false);
    canvas().setInteraction(QCP::iRangeDrag);
    canvas().axisRect()->setRangeDrag(Qt::Horizontal);
    // Above the axes, where it hides nothing, at the left.
    auto* above = new QCPLayoutGrid;
    canvas().plotLayout()->insertRow(0);
    canvas().plotLayout()->addElement(0, 0, above);
    canvas().plotLayout()->setRowStretchFactor(0, 0.001);
    canvas().plotLayout()->setRowSpacing(0);
    above->addElement(0, 0, canvas().legend);
    above->addElement(0, 1, new QCPLayoutElement(&canvas()));
    above->setColumnStretchFactor(0, 0.001);
    canvas().legend->setFillOrder(QCPLayoutGrid::foColumnsFirst);
    canvas().legend->setColumnSpacing(2 * theme::grid);
    canvas().legend->setBorderPen(Qt::NoPen);
    canvas().legend->setBrush(Qt::NoBrush);
    connect(&canvas(), &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) {
        if (event->buttons() & Qt::LeftButton)
            setZoomed(true); // the user drags the axis
    });
}

ExperimentChart::~ExperimentChart() = default;

void ExperimentChart::setResult(const ExperimentResult& result) {
    m_result = result;
    m_stale = true;
    m_zoomed = false;
    cursor().setPlace({});
    const QString name = tr("%1 by %2").arg(toQt(chart().y.title), toQt(chart().x.title));
    canvas().setAccessibleName(tr("Chart: %1").arg(name));
    redraw();
    if (isVisible()) {
        takeNew();
        redrawNow();
    }
    emit viewChanged();
}

void ExperimentChart::clear() {
    for (QCPErrorBars* spreads : std::exchange(m_spreads, {}))
        canvas().removePlottable(spreads);
    for (QCPAbstractPlottable* plottable : std::exchange(m_series, {}))
        canvas().removePlottable(plottable);
    for (const Marker& marker : std::exchange(m_markers, {})) {
        canvas().removeItem(marker.line);
        canvas().removeItem(marker.text);
    }
    canvas().legend->clearItems();
    m_spreadCount = 0;
}

void ExperimentChart::takeNew() {
    if (!std::exchange(m_stale, false))
        return;
    clear();
    setUpAxis(*canvas().xAxis, chart().x);
    setUpAxis(*canvas().yAxis, chart().y);
    for (int i = 0; i < static_cast<int>(chart().series.size()); ++i)
        makeSeries(i);
    makeMarkers();
    const bool isNeeded = m_series.size() > 1;
    canvas().legend->setVisible(isNeeded);
    if (isNeeded)
        for (QCPAbstractPlottable* plottable : m_series)
            plottable->addToLegend();
    recolour();
}

void ExperimentChart::makeSeries(int index) {
    const ChartSeries& series = chart().series[static_cast<std::size_t>(index)];
    const partition_palette::Look look = partition_palette::look(index);
    // Series at the same names lie beside each other where they would hide each other.
    const auto count = static_cast<double>(chart().series.size());
    const double shift =
        chart().y.categories.empty() || count < 2 ? 0 : sideBySide * (index - (count - 1) / 2);
    QVector<double> x;
    QVector<double> y;
    for (const ChartPoint& point : series.points) {
        x.append(point.x);
        y.append(point.y - shift);
    }
    if (series.mark == ChartSeries::Mark::bar) {
        auto* bars = new QCPBars(canvas().xAxis, canvas().yAxis);
        bars->setData(x, y, true);
        bars->setWidth(barWidth);
        bars->setPen(QPen(look.colour));
        bars->setBrush(look.colour);
        bars->setAntialiased(false);
        m_series.push_back(bars);
    } else {
        QCPGraph* graph = canvas().addGraph();
        graph->setData(x, y, true);
        graph->setPen(QPen(look.colour, 2));
        graph->setLineStyle(
            series.mark == ChartSeries::Mark::line ? QCPGraph::lsLine : QCPGraph::lsNone);
        graph->setScatterStyle(shapeOf(index, look.colour));
        m_series.push_back(graph);
    }
    m_series.back()->setName(toQt(series.name));
    makeSpreads(index, *m_series.back());
}

void ExperimentChart::makeSpreads(int index, QCPAbstractPlottable& plottable) {
    const ChartSeries& series = chart().series[static_cast<std::size_t>(index)];
    QVector<double> below;
    QVector<double> above;
    for (const ChartPoint& point : series.points) {
        below.append(point.y - point.least);
        above.append(point.most - point.y);
        m_spreadCount += point.least < point.most ? 1 : 0;
    }
    if (std::all_of(below.begin(), below.end(), [](double size) { return size <= 0; }) &&
        std::all_of(above.begin(), above.end(), [](double size) { return size <= 0; }))
        return;
    auto* spreads = new QCPErrorBars(canvas().xAxis, canvas().yAxis);
    spreads->setDataPlottable(&plottable);
    spreads->setData(below, above);
    spreads->setSymbolGap(0);
    m_spreads.push_back(spreads);
    if (series.mark != ChartSeries::Mark::bar) { // one smaller than its point is behind it
        spreads->setWhiskerWidth(pointSize - 2);
        plottable.setLayer(plottable.layer());
    }
}

void ExperimentChart::makeMarkers() {
    for (const ChartMarker& marker : chart().markers) {
        auto* line = new QCPItemStraightLine(&canvas());
        // Straight up, on an axis of any scale.
        line->point1->setTypeY(QCPItemPosition::ptAxisRectRatio);
        line->point2->setTypeY(QCPItemPosition::ptAxisRectRatio);
        line->point1->setCoords(marker.x, 0);
        line->point2->setCoords(marker.x, 1);
        auto* text = new QCPItemText(&canvas());
        text->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
        text->position->setCoords(marker.x, 1);
        m_markers.push_back({toQt(marker.label), line, text});
    }
}

void ExperimentChart::wrapCategories() {
    const auto& names = chart().x.categories;
    if (names.empty() || m_series.empty())
        return;
    const QFontMetricsF metrics(canvas().xAxis->tickLabelFont());
    const double room = plotArea().width() / static_cast<double>(names.size()) - theme::grid;
    const auto ticker = canvas().xAxis->ticker().staticCast<QCPAxisTickerText>();
    ticker->clear();
    for (std::size_t i = 0; i < names.size(); ++i)
        ticker->addTick(static_cast<double>(i), wrapped(toQt(names[i]), metrics, room));
}

void ExperimentChart::fit() {
    takeNew(); // the first drawing comes before the first frame
    showHint(m_series.empty());
    double leastX = std::numeric_limits<double>::max();
    double mostX = std::numeric_limits<double>::lowest();
    double leastY = leastX;
    double mostY = mostX;
    for (const ChartSeries& series : chart().series)
        for (const ChartPoint& point : series.points) {
            leastX = std::min(leastX, point.x);
            mostX = std::max(mostX, point.x);
            leastY = std::min(leastY, std::min(point.y, point.least));
            mostY = std::max(mostY, std::max(point.y, point.most));
        }
    if (leastX > mostX)
        return;
    if (!m_zoomed)
        fitAxis(*canvas().xAxis, chart().x, leastX, mostX);
    fitAxis(*canvas().yAxis, chart().y, leastY, mostY);
    wrapCategories();
    placeMarkers();
}

/// Each on the side where there is more room, in as many lines as it needs there.
void ExperimentChart::placeMarkers() {
    const QFontMetricsF metrics(theme::captionFont(font()));
    for (const Marker& marker : m_markers) {
        const double place = canvas().xAxis->coordToPixel(marker.text->position->key());
        const double left = place - plotArea().left();
        const double right = plotArea().right() - place;
        marker.text->setPositionAlignment(
            (left > right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignBottom);
        marker.text->setTextAlignment(left > right ? Qt::AlignRight : Qt::AlignLeft);
        marker.text->setPadding(QMargins(theme::grid, 0, theme::grid, theme::grid));
        marker.text->setText(
            wrapped(marker.label, metrics, std::max(left, right) - 2 * theme::grid));
    }
}

void ExperimentChart::recolour() {
    const QColor ink = theme::quietText(palette());
    const QFont small = theme::captionFont(font());
    for (QCPErrorBars* spreads : m_spreads)
        spreads->setPen(QPen(palette().color(QPalette::Text), 1));
    for (const Marker& marker : m_markers) {
        marker.line->setPen(QPen(ink, 1, Qt::DashLine));
        marker.text->setColor(ink);
        marker.text->setFont(small);
    }
    canvas().legend->setTextColor(palette().color(QPalette::Text));
    canvas().legend->setFont(small);
}

QString ExperimentChart::textAt(const ChartSeries& series, const ChartPoint& point) const {
    const auto& names = chart().y.categories;
    if (!names.empty()) {
        const auto at = static_cast<std::size_t>(std::max(point.y, 0.0));
        return at < names.size() ? toQt(names[at]) : QString();
    }
    const QString value = withUnit(numberText(point.y), chart().y);
    return point.least < point.most && series.points.size() > 0
               ? tr("%1 (%2 to %3)").arg(value, numberText(point.least), numberText(point.most))
               : value;
}

CursorReadout ExperimentChart::readoutAt(double key) const {
    const QCPAxis& axis = *canvas().xAxis;
    const double place = axis.coordToPixel(key);
    double nearest = 0;
    double distance = std::numeric_limits<double>::max();
    for (const ChartSeries& series : chart().series)
        for (const ChartPoint& point : series.points)
            if (const double away = std::abs(axis.coordToPixel(point.x) - place); away < distance) {
                distance = away;
                nearest = point.x;
            }
    CursorReadout readout;
    const auto& names = chart().x.categories;
    if (distance == std::numeric_limits<double>::max())
        return readout;
    readout.heading =
        names.empty() ? QStringLiteral("%1: %2").arg(
                            toQt(chart().x.title), withUnit(numberText(nearest), chart().x))
                      : toQt(names[std::min(static_cast<std::size_t>(nearest), names.size() - 1)]);
    for (int i = 0; i < static_cast<int>(chart().series.size()); ++i) {
        const ChartSeries& series = chart().series[static_cast<std::size_t>(i)];
        for (const ChartPoint& point : series.points)
            if (point.x == nearest) {
                readout.rows.push_back(
                    {toQt(series.name),
                     textAt(series, point),
                     {partition_palette::colour(i), Qt::SolidPattern, Qt::SolidLine},
                     canvas().yAxis->coordToPixel(point.y)});
                break;
            }
    }
    return readout;
}

void ExperimentChart::setZoomed(bool zoomed) {
    m_zoomed = zoomed;
    redrawNow();
    emit viewChanged();
}

void ExperimentChart::resetZoom() {
    setZoomed(false);
}

void ExperimentChart::zoom(double steps, double aboutX) {
    QCPAxis* axis = canvas().xAxis;
    axis->scaleRange(std::pow(zoomPerStep, steps), axis->pixelToCoord(aboutX));
    setZoomed(true);
}

void ExperimentChart::pan(double part) {
    QCPAxis* axis = canvas().xAxis;
    if (axis->scaleType() == QCPAxis::stLogarithmic)
        axis->moveRange(std::pow(axis->range().upper / axis->range().lower, part));
    else
        axis->moveRange(part * axis->range().size());
    setZoomed(true);
}

QString ExperimentChart::asCsv() const {
    return toQt(csvOf(m_result));
}

int ExperimentChart::pointCount(int series) const {
    const auto at = static_cast<std::size_t>(series);
    if (at >= m_series.size())
        return 0;
    const auto* graph = qobject_cast<QCPGraph*>(m_series[at]);
    const auto* bars = qobject_cast<QCPBars*>(m_series[at]);
    return graph ? graph->dataCount() : bars ? bars->dataCount() : 0;
}

int ExperimentChart::spreadCount() const {
    return m_spreadCount;
}

QStringList ExperimentChart::markers() const {
    QStringList labels;
    for (const Marker& marker : m_markers)
        labels << marker.text->text();
    return labels;
}

bool ExperimentChart::hasLegend() const {
    return canvas().legend->visible();
}

} // namespace parterre::ui
