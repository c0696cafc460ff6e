// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/sm_map.h"

#include "ui/map/sm_map_accessible.h"
#include "ui/map/sm_map_painter.h"
#include "ui/shell/plain_text.h"

#include <QAccessible>
#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStatusTipEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace parterre::ui {
namespace {

constexpr double sideRoom = 3;       ///< for the focus frame
constexpr int leastHeight = 64;      ///< with the smallest cells that can still be told apart
constexpr int mostHeight = 190;      ///< that the map asks for; it takes more where there is more
constexpr double mouseStep = 3;      ///< pixels: what a fast mouse jumps over is painted too
constexpr double sidewaysCost = 2.5; ///< an arrow key prefers what lies straight ahead

bool isArrow(int key) {
    return key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down;
}

} // namespace

SmMap::SmMap(QWidget* parent)
    : QWidget(parent) {
    SmMapAccessible::install();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("SM map"));
    setAccessibleDescription(
        tr("The SMs of the GPU in their TPCs and GPCs. The arrow keys go from unit to unit, Space "
           "gives the unit to the chosen partition or takes it away, Shift and an arrow key paint "
           "on, Ctrl and an arrow key or a partition's first letter choose the partition."));
}

QSize SmMap::sizeHint() const {
    return {720, preferredHeight(std::max(width(), minimumSizeHint().width()))};
}

QSize SmMap::minimumSizeHint() const {
    return {200, leastHeight};
}

int SmMap::preferredHeight(int width) const {
    const double height = SmMapGeometry::heightFor(
        m_content, width - 2 * sideRoom, SmMapPainter::labelHeight(font()),
        mostHeight - 2 * sideRoom);
    return std::clamp(static_cast<int>(height + 2 * sideRoom), leastHeight, mostHeight);
}

void SmMap::setContent(SmMapContent content) {
    const std::vector<int> focused =
        m_focus >= 0 ? m_content.smIdsOf(m_content.stops[static_cast<std::size_t>(m_focus)])
                     : std::vector<int>();
    m_content = std::move(content);
    m_geometry.reset();
    m_hovered.reset();
    // The focus stays where it was, though units may be others now.
    m_focus = m_content.stops.empty() ? -1 : 0;
    if (!focused.empty())
        for (const SmMapContent::Sm& sm : m_content.sms)
            if (sm.id == focused.front())
                m_focus = sm.stop;
    update();
    if (m_focus >= 0)
        tellAccessibility(m_focus, false);
}

void SmMap::setCurrent(int segment) {
    if (segment == m_current)
        return;
    m_current = segment;
    update();
}

void SmMap::setWhyNotPaint(const QString& sentence) {
    m_whyNotPaint = sentence;
}

QRectF SmMap::body() const {
    return QRectF(rect()).adjusted(sideRoom, sideRoom, -sideRoom, -sideRoom);
}

const SmMapGeometry& SmMap::geometry() const {
    if (!m_geometry)
        m_geometry.emplace(m_content, body().size(), SmMapPainter::labelHeight(font()));
    return *m_geometry;
}

std::optional<int> SmMap::stopAt(const QPointF& position) const {
    const auto sm = geometry().smAt(position - body().topLeft());
    return sm ? std::optional(m_content.sms[static_cast<std::size_t>(*sm)].stop) : std::nullopt;
}

QRect SmMap::stopRect(int stop) const {
    const std::vector<int>& sms = m_content.stops[static_cast<std::size_t>(stop)].sms;
    const SmMapContent::Sm& first = m_content.sms[static_cast<std::size_t>(sms.front())];
    QRectF rect;
    for (const int at : sms) {
        const SmMapContent::Sm& sm = m_content.sms[static_cast<std::size_t>(at)];
        if (sm.gpc == first.gpc && sm.tpc == first.tpc)
            rect |= geometry().sm(at);
    }
    return rect.translated(body().topLeft()).toRect();
}

QPointF SmMap::centreOf(int stop) const {
    return QRectF(stopRect(stop)).center();
}

int SmMap::neighbour(int stop, int key) const {
    const QPointF from = centreOf(stop);
    const QPointF ahead = key == Qt::Key_Left    ? QPointF(-1, 0)
                          : key == Qt::Key_Right ? QPointF(1, 0)
                          : key == Qt::Key_Up    ? QPointF(0, -1)
                                                 : QPointF(0, 1);
    int best = stop;
    double least = std::numeric_limits<double>::max();
    for (int other = 0; other < stopCount(); ++other) {
        const QPointF way = centreOf(other) - from;
        const double forward = QPointF::dotProduct(way, ahead);
        const double sideways = std::abs(way.x() * ahead.y() - way.y() * ahead.x());
        if (forward < 1 || sideways > 2 * forward)
            continue;
        const double cost = forward + sidewaysCost * sideways;
        if (cost < least) {
            least = cost;
            best = other;
        }
    }
    if (best != stop || key == Qt::Key_Up || key == Qt::Key_Down)
        return best;
    // At the end of a line, the next one goes on.
    const int next = stop + (key == Qt::Key_Right ? 1 : -1);
    return next >= 0 && next < stopCount() ? next : stop;
}

void SmMap::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    SmMapPainter picture(painter, palette(), font());
    if (m_content.sms.empty()) {
        picture.paintCounts(m_content, body());
        return;
    }
    painter.translate(body().topLeft());
    picture.paint(m_content, geometry(), m_current);
    if (m_hovered)
        picture.paintHover(m_content, geometry(), *m_hovered);
    if (hasFocus() && m_focus >= 0)
        picture.paintFocus(m_content, geometry(), m_focus);
}

int SmMap::paintedSegment() const {
    return m_current < m_content.groupCount ? m_current : SmMapContent::none;
}

void SmMap::begin(int segment, bool byKey, const QPointF& position) {
    m_stroke = Stroke{segment, byKey, position};
    emit strokeBegan();
}

void SmMap::cover(int stop) {
    const int unit = m_content.stops[static_cast<std::size_t>(stop)].unit;
    if (!m_stroke || unit == SmMapContent::none || unit == m_stroke->lastUnit)
        return;
    m_stroke->lastUnit = unit;
    emit unitGiven(unit, m_stroke->segment);
}

void SmMap::coverTo(const QPointF& position) {
    const QPointF from = m_stroke->last;
    const QPointF way = position - from;
    const int steps = std::max(1, static_cast<int>(std::hypot(way.x(), way.y()) / mouseStep));
    m_stroke->last = position;
    for (int i = 1; i <= steps; ++i)
        if (const auto stop = stopAt(from + way * i / steps))
            cover(*stop);
}

void SmMap::end() {
    if (std::exchange(m_stroke, std::nullopt))
        emit strokeEnded();
}

void SmMap::cancel() {
    if (std::exchange(m_stroke, std::nullopt))
        emit strokeCancelled();
}

void SmMap::toggle(int stop) {
    const SmMapContent::Stop& what = m_content.stops[static_cast<std::size_t>(stop)];
    if (!m_whyNotPaint.isEmpty() || what.unit == SmMapContent::none) {
        emit paintingRefused();
        return;
    }
    const int segment = paintedSegment();
    begin(
        segment != SmMapContent::none && m_content.topOwnerOf(what) == segment ? SmMapContent::none
                                                                               : segment,
        true, {});
    cover(stop);
    end();
}

void SmMap::mousePressEvent(QMouseEvent* event) {
    const auto stop = stopAt(event->position());
    const bool isOurs = event->button() == Qt::LeftButton || event->button() == Qt::RightButton;
    if (!stop || !isOurs || m_stroke) {
        QWidget::mousePressEvent(event);
        return;
    }
    setFocusStop(*stop);
    if (!m_whyNotPaint.isEmpty() ||
        m_content.stops[static_cast<std::size_t>(*stop)].unit == SmMapContent::none)
        emit paintingRefused(); // and yet a drag from here may go on to units
    if (!m_whyNotPaint.isEmpty())
        return;
    const bool takesAway =
        event->button() == Qt::RightButton || event->modifiers() & Qt::ControlModifier;
    begin(takesAway ? SmMapContent::none : paintedSegment(), false, event->position());
    cover(*stop);
}

void SmMap::mouseMoveEvent(QMouseEvent* event) {
    if (m_stroke && !m_stroke->byKey)
        coverTo(event->position());
    hover(stopAt(event->position()));
}

void SmMap::mouseReleaseEvent(QMouseEvent* event) {
    if (m_stroke && !m_stroke->byKey && !(event->buttons() & (Qt::LeftButton | Qt::RightButton)))
        end();
}

void SmMap::contextMenuEvent(QContextMenuEvent* event) {
    event->accept(); // the right button takes units away
}

void SmMap::hover(std::optional<int> stop) {
    if (stop == m_hovered)
        return;
    m_hovered = stop;
    update();
    const int told = stop ? *stop : hasFocus() ? m_focus : -1;
    if (told < 0) {
        tellStatus({});
        return;
    }
    const SmMapContent::Stop& what = m_content.stops[static_cast<std::size_t>(told)];
    tellStatus(m_content.stopName(what) + QStringLiteral(": ") + m_content.stopDescription(what));
}

void SmMap::setFocusStop(int stop) {
    if (stop < 0 || stop >= stopCount())
        return;
    m_focus = stop;
    update();
    const SmMapContent::Stop& what = m_content.stops[static_cast<std::size_t>(stop)];
    tellStatus(m_content.stopName(what) + QStringLiteral(": ") + m_content.stopDescription(what));
    tellAccessibility(stop, true);
}

void SmMap::tellStatus(const QString& text) {
    QStatusTipEvent tip(text); // the window's status line
    QApplication::sendEvent(window(), &tip);
}

void SmMap::move(int key, bool extend) {
    if (m_focus < 0)
        return;
    const int to = neighbour(m_focus, key);
    if (extend && !m_stroke) {
        if (!m_whyNotPaint.isEmpty()) {
            emit paintingRefused();
            return;
        }
        begin(paintedSegment(), true, {});
        cover(m_focus);
    }
    setFocusStop(to);
    if (extend)
        cover(to);
}

void SmMap::wantNextSegment(int by) {
    const int count = m_content.topCount;
    if (count > 0)
        emit segmentWanted(std::clamp(m_current + by, 0, count - 1));
}

bool SmMap::wantSegmentOf(const QString& typed) {
    if (typed.size() != 1 || !typed.front().isLetterOrNumber())
        return false;
    const int count = m_content.topCount;
    if (const int number = typed.front().digitValue(); number > 0) {
        if (number <= count)
            emit segmentWanted(number - 1);
        return true;
    }
    // The same letter again leads to the next one whose name begins with it.
    for (int step = 1; step <= count; ++step) {
        const int segment = (std::max(m_current, -1) + step) % count;
        if (m_content.segments[static_cast<std::size_t>(segment)].name.startsWith(
                typed, Qt::CaseInsensitive)) {
            emit segmentWanted(segment);
            return true;
        }
    }
    return false;
}

void SmMap::keyPressEvent(QKeyEvent* event) {
    if (m_stroke && event->key() == Qt::Key_Escape) {
        cancel();
        return;
    }
    if (m_stroke &&
        !(m_stroke->byKey && isArrow(event->key()) && event->modifiers() & Qt::ShiftModifier))
        return; // anything else would change what is being painted
    const bool control = event->modifiers() & Qt::ControlModifier;
    if (isArrow(event->key()) && control) {
        wantNextSegment(event->key() == Qt::Key_Right || event->key() == Qt::Key_Down ? 1 : -1);
        return;
    }
    if (isArrow(event->key())) {
        move(event->key(), event->modifiers() & Qt::ShiftModifier);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Space:
        if (m_focus >= 0 && !event->isAutoRepeat())
            toggle(m_focus);
        return;
    case Qt::Key_Home:
        setFocusStop(0);
        return;
    case Qt::Key_End:
        setFocusStop(stopCount() - 1);
        return;
    default:
        break;
    }
    const bool isPlain = !(event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier));
    if (!isPlain || !wantSegmentOf(event->text()))
        QWidget::keyPressEvent(event);
}

void SmMap::keyReleaseEvent(QKeyEvent* event) {
    if (m_stroke && m_stroke->byKey && event->key() == Qt::Key_Shift)
        end();
    QWidget::keyReleaseEvent(event);
}

void SmMap::focusInEvent(QFocusEvent*) {
    setFocusStop(m_focus);
    update();
}

void SmMap::focusOutEvent(QFocusEvent*) {
    if (m_stroke && m_stroke->byKey)
        end(); // the release of Shift goes elsewhere
    else
        cancel();
    tellStatus({});
    update();
}

void SmMap::leaveEvent(QEvent*) {
    hover(std::nullopt);
}

void SmMap::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange) {
        m_geometry.reset();
        updateGeometry();
    }
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        update();
    QWidget::changeEvent(event);
}

bool SmMap::event(QEvent* event) {
    switch (event->type()) {
    case QEvent::Resize:
        m_geometry.reset();
        break;
    case QEvent::ToolTip: {
        auto* help = static_cast<QHelpEvent*>(event);
        const auto sm = geometry().smAt(QPointF(help->pos()) - body().topLeft());
        if (!sm) {
            QToolTip::hideText();
            return true;
        }
        const SmMapContent::Sm& what = m_content.sms[static_cast<std::size_t>(*sm)];
        const SmMapContent::Stop& stop = m_content.stops[static_cast<std::size_t>(what.stop)];
        QString text = m_content.smDescription(what);
        if (stop.unit != SmMapContent::none)
            text += QLatin1Char('\n') + m_content.stopName(stop);
        else if (m_content.unitSmCount > 0)
            text += QLatin1Char('\n') + tr("In no unit of %1 SMs: paint smaller units to use it.")
                                            .arg(m_content.unitSmCount);
        text += QLatin1Char('\n') +
                (m_whyNotPaint.isEmpty()
                     ? tr("Drag to give units to the chosen partition, with Ctrl or the right "
                          "button to take them away.")
                     : m_whyNotPaint);
        QToolTip::showText(help->globalPos(), plainToolTip(text), this);
        return true;
    }
    case QEvent::ShortcutOverride:
        // Escape belongs to a stroke, and no shortcut may change what is being painted.
        if (m_stroke) {
            event->accept();
            return true;
        }
        break;
    default:
        break;
    }
    return QWidget::event(event);
}

void SmMap::tellAccessibility(int stop, bool isFocus) {
    if (!QAccessible::isActive())
        return;
    QAccessibleEvent event(this, isFocus ? QAccessible::Focus : QAccessible::DescriptionChanged);
    event.setChild(stop);
    QAccessible::updateAccessibility(&event);
}

} // namespace parterre::ui
