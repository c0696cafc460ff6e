// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/throughput/time_plot.h"

#include "ui/throughput/event_markers.h"
#include "ui/throughput/throughput_history.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace parterre::ui {
namespace {

constexpr double usualSpan = 30; ///< seconds in view
constexpr double shortestSpan = 1;
constexpr double shortestFollowed = 4; ///< right after a start
constexpr double zoomPerStep = 0.8;
/// Further than that from the newest sample, a time is none that was measured; in seconds.
constexpr double farthest = 1;

} // namespace

TimePlot::TimePlot(
    const QString& accessibleName, const ThroughputHistory& history, const QElapsedTimer& clock,
    QWidget* parent)
    : PlotFrame(accessibleName, parent)
    , m_history(history)
    , m_clock(clock)
    , m_markers(std::make_unique<EventMarkers>(canvas(), history))
    , m_span(usualSpan) {
    canvas().setInteraction(QCP::iRangeDrag);
    canvas().axisRect()->setRangeDrag(Qt::Horizontal);
    canvas().xAxis->setRange(0, m_span);
    const QSharedPointer<QCPAxisTickerTime> time(new QCPAxisTickerTime);
    time->setTimeFormat(QStringLiteral("%m:%s"));
    canvas().xAxis->setTicker(time);
    connect(&canvas(), &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) {
        if (event->buttons() & Qt::LeftButton)
            setFollowing(false); // the user drags the time axis
    });
    connect(this, &PlotFrame::viewChanged, this, [this] {
        if (!isPaused())
            m_heldAt.reset();
        else if (!m_heldAt)
            m_heldAt = now();
    });
    connect(&canvas(), &QCustomPlot::afterLayout, this, [this] { m_markers->place(); });
}

TimePlot::~TimePlot() = default;

double TimePlot::now() const {
    return m_heldAt ? *m_heldAt : static_cast<double>(m_clock.elapsed()) / 1000;
}

QString TimePlot::timeText(double seconds) {
    const int tenths = static_cast<int>(std::lround(std::max(0.0, seconds) * 10));
    return QStringLiteral("%1:%2.%3")
        .arg(tenths / 600, 2, 10, QLatin1Char('0'))
        .arg(tenths / 10 % 60, 2, 10, QLatin1Char('0'))
        .arg(tenths % 10);
}

double TimePlot::timeAt(double share) const {
    const QCPRange range = canvas().xAxis->range();
    return range.lower + share * range.size();
}

std::vector<QRectF> TimePlot::markerLabels() const {
    return m_markers->labels();
}

bool TimePlot::isLive() const {
    const auto& series = m_history.series();
    return std::any_of(series.begin(), series.end(), [](const auto& one) { return one.running; });
}

void TimePlot::takeNew() {
    m_markers->takeNew();
}

void TimePlot::recolour() {
    m_markers->recolour(palette(), font());
}

void TimePlot::fit() {
    // As many time labels as have room side by side.
    canvas().xAxis->ticker()->setTickCount(std::clamp(canvas().axisRect()->width() / 90, 2, 10));
    if (!m_following)
        return;
    // Until there is enough to fill the span, the lines begin at the left border.
    double first = now();
    for (int i = 0; i < canvas().graphCount(); ++i)
        if (canvas().graph(i)->dataCount() > 0)
            first = std::min(first, canvas().graph(i)->data()->constBegin()->key);
    const double shown = std::clamp(now() - first, std::min(shortestFollowed, m_span), m_span);
    const double end = std::max(now(), shown); // the clock starts at 0
    canvas().xAxis->setRange(end - shown, end);
}

double TimePlot::valueAt(const QCPGraph& graph, double time) {
    const auto data = graph.data();
    auto after = data->findBegin(time, false); // the first that is not before `time`
    double value = std::numeric_limits<double>::quiet_NaN();
    if (after == data->constEnd()) {
        if (!data->isEmpty() && time - (after - 1)->key <= farthest)
            value = (after - 1)->value;
        return value;
    }
    if (after == data->constBegin())
        return after->key == time ? after->value : value;
    const auto before = after - 1;
    if (std::isnan(before->value) || std::isnan(after->value))
        return after->key == time ? after->value : value;
    return time - before->key < after->key - time ? before->value : after->value;
}

CursorReadout TimePlot::readoutAt(double time) const {
    CursorReadout readout;
    readout.heading = timeText(time);
    for (int i = 0; i < canvas().graphCount(); ++i) {
        const QCPGraph& graph = *canvas().graph(i);
        if (!graph.visible())
            continue;
        const double value = valueAt(graph, time);
        if (std::isnan(value))
            continue;
        readout.rows.push_back(
            {graph.name(),
             valueText(graph, value),
             {graph.pen().color(), Qt::SolidPattern, graph.pen().style()},
             graph.valueAxis()->coordToPixel(value)});
    }
    return readout;
}

void TimePlot::setFollowing(bool following) {
    if (following == m_following)
        return;
    m_following = following;
    redraw();
    emit viewChanged();
}

bool TimePlot::isZoomed() const {
    return !m_following || m_span != usualSpan;
}

void TimePlot::resetZoom() {
    m_span = usualSpan;
    m_following = true;
    redrawNow();
    emit viewChanged();
}

void TimePlot::zoom(double steps, double aboutX) {
    QCPAxis* axis = canvas().xAxis;
    const double factor = std::pow(zoomPerStep, steps);
    const double span =
        std::clamp(axis->range().size() * factor, shortestSpan, ThroughputHistory::longest);
    m_span = span;
    if (!m_following)
        axis->scaleRange(span / axis->range().size(), axis->pixelToCoord(aboutX));
    redrawNow();
    emit viewChanged();
}

void TimePlot::pan(double part) {
    QCPAxis* axis = canvas().xAxis;
    m_following = false;
    axis->moveRange(part * axis->range().size());
    redrawNow();
    emit viewChanged();
}

} // namespace parterre::ui
