// SPDX-License-Identifier: GPL-3.0-or-later
// The only file that sees QCustomPlot's header, which does not stand up to Qt's strict definitions.
#include "ui/throughput/throughput_plot.h"

#include "ui/shell/theme.h"
#include "ui/throughput/throughput_history.h"
#include "ui/throughput/value_axis_range.h"

#include <QSvgGenerator>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <QWindow>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace parterre::ui {
namespace {

constexpr double usualSpan = 30; ///< seconds in view
constexpr double shortestSpan = 1;
constexpr double shortestFollowed = 4; ///< right after a start
constexpr int markerLevels = 3;        ///< lines of labels at the top of the plot
constexpr double markerGap = 6;
constexpr int framesPerSecond = 30;
constexpr double zoomPerStep = 0.8;

bool isMemoryRate(const QString& unit) {
    return unit.endsWith(QLatin1String("B/s"));
}

} // namespace

/// The QCustomPlot and what belongs to it.
class ThroughputPlot::Canvas {
public:
    explicit Canvas(QWidget* parent);

    void rebuild(const ThroughputHistory& history);
    void takeNew(const ThroughputHistory& history);
    void follow(double now) const;
    void fitValues();
    void colour(const QPalette& palette, const QFont& font);
    void placeMarkers();
    std::vector<QRectF> markerLabels() const;

    QCustomPlot* plot;
    QCPItemText* hint;
    double span = usualSpan;

private:
    void showMarkers(const ThroughputHistory& history);
    QCPAxis* axisFor(const QString& unit) const {
        return isMemoryRate(unit) ? plot->yAxis2 : plot->yAxis;
    }

    std::vector<std::size_t> m_taken; ///< points of each partition that are in its graph
    std::vector<std::pair<QCPItemStraightLine*, QCPItemText*>> m_markers;
    double m_newestMarker = -1;
    ValueAxisRange m_left;
    ValueAxisRange m_right;
    QPen m_markerPen;
    QColor m_markerText;
    QColor m_markerGround;
    QFont m_markerFont;
};

ThroughputPlot::Canvas::Canvas(QWidget* parent)
    : plot(new QCustomPlot(parent))
    , hint(new QCPItemText(plot)) {
    plot->setNoAntialiasingOnDrag(true);
    plot->setFocusPolicy(Qt::StrongFocus);
    plot->setInteraction(QCP::iRangeDrag);
    plot->axisRect()->setRangeDrag(Qt::Horizontal);
    plot->axisRect()->setAutoMargins(QCP::msAll);
    plot->axisRect()->setMinimumMargins(QMargins(theme::grid, theme::grid, theme::grid, 0));
    plot->xAxis->setRange(0, span);
    const QSharedPointer<QCPAxisTickerTime> time(new QCPAxisTickerTime);
    time->setTimeFormat(QStringLiteral("%m:%s"));
    plot->xAxis->setTicker(time);
    plot->yAxis->setRange(0, 1);
    plot->yAxis2->setRange(0, 1);
    hint->position->setType(QCPItemPosition::ptAxisRectRatio);
    hint->position->setCoords(0.5, 0.5);
    hint->setTextAlignment(Qt::AlignCenter);
}

void ThroughputPlot::Canvas::rebuild(const ThroughputHistory& history) {
    plot->clearGraphs();
    m_taken.assign(history.series().size(), 0);
    QString leftUnit;
    QString rightUnit;
    for (const ThroughputHistory::Series& series : history.series()) {
        QCPGraph* graph = plot->addGraph(plot->xAxis, axisFor(series.unit));
        graph->setName(series.name);
        // Wider pens cost up to three hundred times as much to draw.
        graph->setPen(QPen(series.look.colour, 1, series.look.dash));
        if (!series.unit.isEmpty())
            (isMemoryRate(series.unit) ? rightUnit : leftUnit) = series.unit;
    }
    plot->yAxis->setVisible(!leftUnit.isEmpty() || rightUnit.isEmpty());
    plot->yAxis->setLabel(leftUnit);
    plot->yAxis->setTickLabels(!leftUnit.isEmpty()); // numbers of nothing
    plot->yAxis2->setVisible(!rightUnit.isEmpty());
    plot->yAxis2->setLabel(rightUnit);
    takeNew(history);
}

void ThroughputPlot::Canvas::takeNew(const ThroughputHistory& history) {
    bool hasData = false;
    for (int i = 0; i < plot->graphCount(); ++i) {
        const auto& points = history.points(i);
        const std::size_t forgotten = history.forgotten(i);
        std::size_t& taken = m_taken[static_cast<std::size_t>(i)];
        QVector<double> times;
        QVector<double> rates;
        for (std::size_t at = std::max(taken, forgotten) - forgotten; at < points.size(); ++at) {
            times.append(points[at].time);
            rates.append(points[at].rate);
        }
        taken = forgotten + points.size();
        plot->graph(i)->addData(times, rates, true);
        if (!points.empty())
            plot->graph(i)->data()->removeBefore(points.front().time);
        hasData = hasData || !points.empty();
    }
    hint->setVisible(!hasData);
    showMarkers(history);
}

void ThroughputPlot::Canvas::showMarkers(const ThroughputHistory& history) {
    const auto& markers = history.markers();
    // Forgotten at the front, new at the back.
    while (!m_markers.empty() &&
           (markers.empty() || m_markers.front().first->point1->key() < markers.front().time)) {
        plot->removeItem(m_markers.front().first);
        plot->removeItem(m_markers.front().second);
        m_markers.erase(m_markers.begin());
    }
    for (const ThroughputHistory::Marker& marker : markers) {
        if (marker.time <= m_newestMarker)
            continue;
        m_newestMarker = marker.time;
        auto* line = new QCPItemStraightLine(plot);
        line->point1->setCoords(marker.time, 0);
        line->point2->setTypeX(QCPItemPosition::ptPlotCoords);
        line->point2->setCoords(marker.time, 1);
        line->setPen(m_markerPen);
        auto* text = new QCPItemText(plot);
        text->position->setType(QCPItemPosition::ptAbsolute);
        text->setLayer(QStringLiteral("overlay")); // above the lines
        text->setPadding(QMargins(3, 0, 3, 0));
        text->setText(marker.text);
        text->setBrush(m_markerGround);
        text->setColor(m_markerText);
        text->setFont(m_markerFont);
        m_markers.emplace_back(line, text);
    }
}

/// Labels stand beside their lines, to the left where the border would cut them, one below the
/// other where they would touch; one that has no room at all is left out, its line stays.
void ThroughputPlot::Canvas::placeMarkers() {
    const QRectF area = plot->axisRect()->rect();
    const QFontMetricsF metrics(m_markerFont);
    std::vector<QRectF> placed;
    for (const auto& [line, text] : m_markers) {
        const double x = plot->xAxis->coordToPixel(line->point1->key());
        const QSizeF size(
            std::ceil(metrics.horizontalAdvance(text->text())) + markerGap + 1,
            std::ceil(metrics.height()) + 1);
        QRectF label(QPointF(x + 2, area.top() + 2), size);
        if (label.right() > area.right())
            label.moveRight(x - 2);
        const auto touches = [&label](const QRectF& other) {
            return label.adjusted(-markerGap, 0, markerGap, 0).intersects(other);
        };
        int level = 0;
        while (level < markerLevels && std::any_of(placed.begin(), placed.end(), touches)) {
            label.translate(0, size.height());
            ++level;
        }
        const bool fits = level < markerLevels && x >= area.left() && x <= area.right() &&
                          label.left() >= area.left();
        text->setVisible(fits);
        text->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
        text->position->setCoords(label.topLeft());
        if (fits)
            placed.push_back(label);
    }
}

std::vector<QRectF> ThroughputPlot::Canvas::markerLabels() const {
    std::vector<QRectF> labels;
    for (const auto& [line, text] : m_markers)
        if (text->visible())
            labels.emplace_back(text->topLeft->pixelPosition(), text->bottomRight->pixelPosition());
    return labels;
}

void ThroughputPlot::Canvas::follow(double now) const {
    // Until there is enough to fill the span, the lines begin at the left border.
    double first = now;
    for (int i = 0; i < plot->graphCount(); ++i)
        if (plot->graph(i)->dataCount() > 0)
            first = std::min(first, plot->graph(i)->data()->constBegin()->key);
    const double shown = std::clamp(now - first, std::min(shortestFollowed, span), span);
    const double end = std::max(now, shown); // the clock starts at 0
    plot->xAxis->setRange(end - shown, end);
}

void ThroughputPlot::Canvas::fitValues() {
    // As many time labels as have room side by side.
    plot->xAxis->ticker()->setTickCount(std::clamp(plot->axisRect()->width() / 90, 2, 10));
    double left = 0;
    double right = 0;
    for (int i = 0; i < plot->graphCount(); ++i) {
        if (!plot->graph(i)->visible())
            continue;
        bool found = false;
        const QCPRange range =
            plot->graph(i)->getValueRange(found, QCP::sdPositive, plot->xAxis->range());
        if (found) {
            double& most = plot->graph(i)->valueAxis() == plot->yAxis ? left : right;
            most = std::max(most, range.upper);
        }
    }
    if (left > 0)
        plot->yAxis->setRange(0, m_left.update(left));
    if (right > 0)
        plot->yAxis2->setRange(0, m_right.update(right));
}

void ThroughputPlot::Canvas::colour(const QPalette& palette, const QFont& font) {
    const QColor ink = theme::quietText(palette);
    const QFont small = theme::captionFont(font);
    plot->setBackground(theme::surface(palette));
    for (QCPAxis* axis : {plot->xAxis, plot->yAxis, plot->yAxis2}) {
        axis->setBasePen(QPen(theme::line(palette)));
        axis->setTickPen(QPen(theme::line(palette)));
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelColor(ink);
        axis->setLabelColor(ink);
        axis->setTickLabelFont(small);
        axis->setLabelFont(small);
        axis->grid()->setPen(QPen(theme::line(palette), 0, Qt::DotLine));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    hint->setColor(ink);
    hint->setFont(font);
    m_markerPen = QPen(ink, 0, Qt::DashLine);
    m_markerText = ink;
    m_markerFont = small;
    m_markerGround = theme::surface(palette);
    for (const auto& [line, text] : m_markers) {
        line->setPen(m_markerPen);
        text->setColor(m_markerText);
        text->setFont(m_markerFont);
        text->setBrush(m_markerGround);
    }
}

ThroughputPlot::ThroughputPlot(
    const ThroughputHistory& history, const QElapsedTimer& clock, QWidget* parent)
    : QWidget(parent)
    , m_history(history)
    , m_clock(clock)
    , m_canvas(std::make_unique<Canvas>(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_canvas->plot);
    setFocusProxy(m_canvas->plot);
    m_canvas->plot->setAccessibleName(tr("Throughput over time"));
    m_canvas->plot->installEventFilter(this);
    m_canvas->colour(palette(), font());
    rebuild();
    connect(&m_history, &ThroughputHistory::seriesChanged, this, &ThroughputPlot::rebuild);
    connect(m_canvas->plot, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) {
        if (event->buttons() & Qt::LeftButton)
            setFollowing(false); // the user drags the time axis
    });
    connect(m_canvas->plot, &QCustomPlot::afterReplot, this, [this] { ++m_replots; });
    connect(m_canvas->plot, &QCustomPlot::afterLayout, this, [this] { m_canvas->placeMarkers(); });
    connect(&m_timer, &QTimer::timeout, this, &ThroughputPlot::tick);
    m_timer.start(1000 / framesPerSecond);
}

ThroughputPlot::~ThroughputPlot() = default;

bool ThroughputPlot::isZoomed() const {
    return !m_following || m_canvas->span != usualSpan;
}

int ThroughputPlot::pointCount(int partition) const {
    return partition < m_canvas->plot->graphCount() ? m_canvas->plot->graph(partition)->dataCount()
                                                    : 0;
}

std::vector<QRectF> ThroughputPlot::markerLabels() const {
    return m_canvas->markerLabels();
}

QRectF ThroughputPlot::plotArea() const {
    return m_canvas->plot->axisRect()->rect();
}

void ThroughputPlot::setHint(const QString& sentence) {
    if (sentence == m_canvas->hint->text())
        return;
    m_canvas->hint->setText(sentence);
    m_dirty = true;
}

QString ThroughputPlot::shownHint() const {
    return m_canvas->hint->visible() ? m_canvas->hint->text() : QString();
}

void ThroughputPlot::rebuild() {
    m_canvas->rebuild(m_history);
    for (int i = 0; i < m_canvas->plot->graphCount(); ++i)
        m_canvas->plot->graph(i)->setVisible(isShown(i));
    m_dirty = true;
}

void ThroughputPlot::tick() {
    if (!isVisible() || m_paused)
        return;
    const auto& series = m_history.series();
    const bool running =
        std::any_of(series.begin(), series.end(), [](const auto& one) { return one.running; });
    if (!running && !m_dirty)
        return;
    m_dirty = false;
    m_canvas->takeNew(m_history);
    if (m_following)
        m_canvas->follow(static_cast<double>(m_clock.elapsed()) / 1000);
    m_canvas->fitValues();
    m_canvas->plot->replot(QCustomPlot::rpQueuedReplot);
}

void ThroughputPlot::setPaused(bool paused) {
    if (paused == m_paused)
        return;
    m_paused = paused;
    m_dirty = true;
    emit viewChanged();
}

void ThroughputPlot::setFollowing(bool following) {
    if (following == m_following)
        return;
    m_following = following;
    m_dirty = true;
    emit viewChanged();
}

void ThroughputPlot::setShown(int partition, bool shown) {
    if (shown)
        m_hidden.remove(partition);
    else
        m_hidden.insert(partition);
    if (partition < m_canvas->plot->graphCount())
        m_canvas->plot->graph(partition)->setVisible(shown);
    m_dirty = true;
    if (m_paused) // what was asked for by hand shows even then
        m_canvas->plot->replot(QCustomPlot::rpQueuedReplot);
}

void ThroughputPlot::resetZoom() {
    m_canvas->span = usualSpan;
    m_following = true;
    m_dirty = true;
    emit viewChanged();
}

void ThroughputPlot::zoom(double steps, double aboutX) {
    QCPAxis* axis = m_canvas->plot->xAxis;
    const double factor = std::pow(zoomPerStep, steps);
    const double span =
        std::clamp(axis->range().size() * factor, shortestSpan, ThroughputHistory::longest);
    if (m_following) {
        m_canvas->span = span;
    } else {
        axis->scaleRange(span / axis->range().size(), axis->pixelToCoord(aboutX));
        m_canvas->span = span;
        m_canvas->plot->replot(QCustomPlot::rpQueuedReplot);
    }
    m_dirty = true;
    emit viewChanged();
}

bool ThroughputPlot::savePicture(const QString& file) {
    QCustomPlot* plot = m_canvas->plot;
    if (!file.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive))
        return plot->savePng(file, plot->width(), plot->height(), 2);
    QSvgGenerator generator;
    generator.setFileName(file);
    generator.setSize(plot->size());
    generator.setViewBox(plot->rect());
    generator.setTitle(tr("Throughput"));
    QCPPainter painter;
    if (!painter.begin(&generator))
        return false;
    painter.setMode(QCPPainter::pmVectorized);
    plot->toPainter(&painter, plot->width(), plot->height());
    return painter.end();
}

void ThroughputPlot::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    takePixelRatio();
    if (QWindow* handle = window()->windowHandle())
        connect(
            handle, &QWindow::screenChanged, this, &ThroughputPlot::takePixelRatio,
            Qt::UniqueConnection);
    m_dirty = true;
}

void ThroughputPlot::takePixelRatio() {
    // QCustomPlot itself reads the ratio only once, when it is made.
    m_canvas->plot->setBufferDevicePixelRatio(devicePixelRatioF());
    m_dirty = true;
}

void ThroughputPlot::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        m_canvas->colour(palette(), font());
        m_canvas->plot->replot(QCustomPlot::rpQueuedReplot);
    }
}

bool ThroughputPlot::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Wheel)
        return QWidget::eventFilter(watched, event);
    auto* wheel = static_cast<QWheelEvent*>(event);
    zoom(wheel->angleDelta().y() / 120.0, wheel->position().x());
    return true;
}

} // namespace parterre::ui
