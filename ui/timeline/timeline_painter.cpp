// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_painter.h"

#include "ui/shell/theme.h"

#include <QFontMetricsF>

#include <algorithm>
#include <utility>

namespace parterre::ui {
namespace {

// Pixels.
constexpr double leastForPattern = 5; ///< either way
constexpr double leastForBorder = 3;  ///< wide

} // namespace

TimelinePainter::TimelinePainter(QPainter& painter, QPalette palette, const QFont& font)
    : m_painter(painter)
    , m_palette(std::move(palette))
    , m_caption(theme::captionFont(font)) {
    m_painter.setFont(m_caption);
}

double TimelinePainter::labelHeight(const QFont& font) {
    return QFontMetricsF(theme::captionFont(font)).height();
}

void TimelinePainter::ground(const QRectF& rect) {
    m_painter.fillRect(rect, theme::surface(m_palette));
}

void TimelinePainter::band(const QRectF& rect) {
    m_painter.fillRect(
        rect, theme::mixed(theme::surface(m_palette), theme::quietText(m_palette), 0.06));
}

void TimelinePainter::unrecorded(const QRectF& rect) {
    QColor hatch = theme::quietText(m_palette);
    hatch.setAlphaF(0.35F);
    m_painter.fillRect(rect, QBrush(hatch, Qt::Dense7Pattern));
}

void TimelinePainter::gridLine(double x, double top, double bottom) {
    m_painter.setPen(QPen(theme::line(m_palette), 0, Qt::DotLine));
    m_painter.drawLine(QPointF(x, top), QPointF(x, bottom));
}

void TimelinePainter::bar(
    QRectF rect, const partition_palette::Look& look, bool isSingle, const QString& name) {
    rect.setWidth(std::max(rect.width(), 1.0));
    if (rect.width() < leastForBorder) {
        m_painter.fillRect(rect, look.colour);
        return;
    }
    m_painter.fillRect(
        rect,
        theme::mixed(theme::surface(m_palette), look.colour, theme::isDark(m_palette) ? 0.5 : 0.4));
    if (rect.width() < leastForPattern || rect.height() < leastForPattern) {
        m_painter.fillRect(QRectF(rect.topLeft(), QSizeF(1, rect.height())), look.colour);
        return;
    }
    const QFontMetricsF metrics(m_caption);
    const bool hasName = !name.isEmpty() && metrics.ascent() <= rect.height() &&
                         metrics.horizontalAdvance(name) + 8 <= rect.width();
    if (!hasName)
        m_painter.fillRect(rect, QBrush(look.colour, look.pattern));
    if (isSingle) {
        m_painter.setPen(QPen(look.colour, 1));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    if (hasName) {
        m_painter.setPen(m_palette.color(QPalette::Active, QPalette::WindowText));
        m_painter.drawText(rect, Qt::AlignCenter | Qt::TextDontClip, name);
    }
}

void TimelinePainter::cursor(const QRectF& rect) {
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(theme::surface(m_palette), 4));
    m_painter.drawRect(rect);
    m_painter.setPen(QPen(m_palette.color(QPalette::Active, QPalette::Highlight), 2));
    m_painter.drawRect(rect);
}

void TimelinePainter::label(const QRectF& rect, Qt::Alignment alignment, const QString& text) {
    m_painter.setPen(theme::quietText(m_palette));
    m_painter.drawText(rect, static_cast<int>(alignment) | Qt::TextDontClip, text);
}

} // namespace parterre::ui
