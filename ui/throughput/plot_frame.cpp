// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/throughput/plot_frame.h"

#include "ui/shell/seen.h"
#include "ui/shell/theme.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <QWindow>
#include <qcustomplot.h>

#include <chrono>
#include <utility>

namespace parterre::ui {
namespace {

constexpr int framesPerSecond = 30;
constexpr double panPart = 0.2; ///< of what is in view, a key press
constexpr int largeStep = 10;   ///< hundredths of the width, with Ctrl

} // namespace

/// The sentence in the middle, which QCustomPlot owns.
class PlotFrame::HintText {
public:
    explicit HintText(QCustomPlot& plot)
        : item(new QCPItemText(&plot)) {
        item->position->setType(QCPItemPosition::ptAxisRectRatio);
        item->position->setCoords(0.5, 0.5);
        item->setTextAlignment(Qt::AlignCenter);
    }
    QCPItemText* item;
};

PlotFrame::PlotFrame(const QString& accessibleName, QWidget* parent)
    : PlotPage(parent)
    , m_canvas(new QCustomPlot(this))
    , m_hint(std::make_unique<HintText>(*m_canvas))
    , m_cursor(new PlotCursor(m_canvas)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_canvas);
    setFocusProxy(m_canvas);
    setAccessibleName(accessibleName);
    m_canvas->setAccessibleName(accessibleName);
    m_canvas->setNoAntialiasingOnDrag(true);
    m_canvas->setFocusPolicy(Qt::StrongFocus);
    m_canvas->setMouseTracking(true);
    m_canvas->axisRect()->setAutoMargins(QCP::msAll);
    m_canvas->axisRect()->setMinimumMargins(QMargins(theme::grid, theme::grid, theme::grid, 0));
    m_canvas->installEventFilter(this);
    connect(m_canvas, &QCustomPlot::afterReplot, this, [this] {
        ++m_replots;
        readCursor();
    });
    connect(m_cursor, &PlotCursor::moved, this, &PlotFrame::readCursor);
    connect(&m_timer, &QTimer::timeout, this, &PlotFrame::tick);
    m_timer.setInterval(std::chrono::milliseconds(1000 / framesPerSecond));
}

PlotFrame::~PlotFrame() = default;

QRectF PlotFrame::plotArea() const {
    return m_canvas->axisRect()->rect();
}

double PlotFrame::replotTime() const {
    return m_canvas->replotTime(true);
}

void PlotFrame::setHint(const QString& sentence) {
    if (sentence == m_hint->item->text())
        return;
    m_hint->item->setText(sentence);
    m_dirty = true;
}

QString PlotFrame::shownHint() const {
    return m_hint->item->visible() ? m_hint->item->text() : QString();
}

void PlotFrame::showHint(bool shown) {
    m_hint->item->setVisible(shown);
}

void PlotFrame::setPaused(bool paused) {
    if (paused == m_paused)
        return;
    m_paused = paused;
    m_dirty = true;
    emit viewChanged();
}

void PlotFrame::tick() {
    if (m_paused || (!m_dirty && !isLive()))
        return;
    m_dirty = true; // if not now, then once it is seen again
    if (!isSeen(*this))
        return;
    m_dirty = false;
    takeNew();
    fit();
    m_canvas->replot(QCustomPlot::rpQueuedReplot);
}

void PlotFrame::redrawNow() {
    m_dirty = true;
    if (!isVisible())
        return;
    fit();
    m_canvas->replot(QCustomPlot::rpQueuedReplot);
}

void PlotFrame::readCursor() {
    if (!m_cursor->place())
        return;
    const QRectF area = plotArea();
    const double x = area.left() + *m_cursor->place() * area.width();
    m_cursor->setReadout(readoutAt(m_canvas->xAxis->pixelToCoord(x)), area);
}

void PlotFrame::followMouse(const QPointF& position) {
    const QRectF area = plotArea();
    if (area.contains(position)) {
        m_mouseHasCursor = true;
        m_cursor->setPlace((position.x() - area.left()) / area.width());
    } else if (std::exchange(m_mouseHasCursor, false)) {
        m_cursor->setPlace({});
    }
}

bool PlotFrame::handleKey(int key, Qt::KeyboardModifiers modifiers) {
    const double middle = plotArea().center().x();
    switch (key) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: // the same key on many keyboards
        zoom(1, middle);
        return true;
    case Qt::Key_Minus:
        zoom(-1, middle);
        return true;
    case Qt::Key_Escape:
        if (!m_cursor->place())
            return false;
        m_cursor->setPlace({});
        return true;
    case Qt::Key_Left:
    case Qt::Key_Right: {
        const int direction = key == Qt::Key_Left ? -1 : 1;
        if (modifiers & Qt::ShiftModifier) {
            pan(direction * panPart);
            return true;
        }
        m_mouseHasCursor = false;
        m_cursor->step(
            direction * (modifiers & Qt::ControlModifier ? largeStep : 1), cursorStart());
        // Read out only what keys ask for: the mouse would not let a screen reader finish.
        m_canvas->setAccessibleDescription(m_cursor->readout().asText());
        QAccessibleEvent told(m_canvas, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&told);
        return true;
    }
    default:
        return false;
    }
}

void PlotFrame::styleAxis(QCPAxis& axis) const {
    const QColor ink = theme::quietText(palette());
    const QFont small = theme::captionFont(font());
    axis.setBasePen(QPen(theme::line(palette())));
    axis.setTickPen(QPen(theme::line(palette())));
    axis.setSubTickPen(Qt::NoPen);
    axis.setTickLabelColor(ink);
    axis.setLabelColor(ink);
    axis.setTickLabelFont(small);
    axis.setLabelFont(small);
    axis.grid()->setPen(QPen(theme::line(palette()), 0, Qt::DotLine));
    axis.grid()->setZeroLinePen(Qt::NoPen);
}

void PlotFrame::applyPalette() {
    m_canvas->setBackground(theme::surface(palette()));
    for (QCPAxis* axis : m_canvas->axisRect()->axes())
        styleAxis(*axis);
    m_hint->item->setColor(theme::quietText(palette()));
    m_hint->item->setFont(font());
    recolour();
    redrawNow();
}

QSize PlotFrame::pictureSize() const {
    return m_canvas->size();
}

bool PlotFrame::drawPicture(QPaintDevice& device, bool asVectors) {
    if (!m_paused && m_dirty) { // it may never have been drawn
        takeNew();
        fit();
    }
    QCPPainter painter;
    if (!painter.begin(&device))
        return false;
    // Lines as wide as on screen, not one dot of the picture.
    painter.setMode(asVectors ? QCPPainter::pmVectorized : QCPPainter::pmNonCosmetic);
    m_canvas->toPainter(&painter, m_canvas->width(), m_canvas->height());
    return painter.end();
}

void PlotFrame::showEvent(QShowEvent* event) {
    PlotPage::showEvent(event);
    takePixelRatio();
    if (QWindow* handle = window()->windowHandle())
        connect(
            handle, &QWindow::screenChanged, this, &PlotFrame::takePixelRatio,
            Qt::UniqueConnection);
    applyPalette();
    m_timer.start();
}

void PlotFrame::hideEvent(QHideEvent* event) {
    m_timer.stop();
    PlotPage::hideEvent(event);
}

void PlotFrame::takePixelRatio() {
    // QCustomPlot itself reads the ratio only once, when it is made.
    m_canvas->setBufferDevicePixelRatio(devicePixelRatioF());
    m_dirty = true;
}

void PlotFrame::changeEvent(QEvent* event) {
    PlotPage::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyPalette();
}

bool PlotFrame::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::Wheel: {
        auto* wheel = static_cast<QWheelEvent*>(event);
        zoom(wheel->angleDelta().y() / 120.0, wheel->position().x());
        return true;
    }
    case QEvent::MouseMove:
        followMouse(static_cast<QMouseEvent*>(event)->position());
        break;
    case QEvent::Leave:
        followMouse({-1, -1});
        break;
    case QEvent::Resize:
        m_dirty = true; // what fits changes with it
        break;
    case QEvent::KeyPress: {
        auto* key = static_cast<QKeyEvent*>(event);
        if (handleKey(key->key(), key->modifiers()))
            return true;
        break;
    }
    default:
        break;
    }
    return PlotPage::eventFilter(watched, event);
}

} // namespace parterre::ui
