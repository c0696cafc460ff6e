// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/partition_bar_painter.h"

#include "ui/shell/theme.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <utility>

namespace parterre::ui {
namespace {

constexpr double corner = 5;
constexpr double gap = 2; ///< between segments
constexpr double stripHeight = 6;
constexpr QChar dots(0x2026);

QString tr(const char* text) {
    return QCoreApplication::translate("PartitionBar", text);
}

/// "64 SMs", or shorter if that does not fit.
QString countText(const BarSegment& segment, const QFontMetricsF& metrics, double width) {
    QStringList forms;
    if (!segment.isMade)
        forms << tr("not made · %1 asked").arg(segment.requested) << tr("not made");
    else if (segment.isRemainder)
        forms << tr("%1 SMs left over").arg(segment.shown()) << tr("%1 SMs").arg(segment.shown());
    else if (segment.granted && *segment.granted != segment.requested && segment.requested > 0)
        forms << tr("%1 SMs · %2 asked").arg(*segment.granted).arg(segment.requested)
              << tr("%1 SMs").arg(*segment.granted);
    else
        forms << tr("%1 SMs").arg(segment.shown());
    forms << QString::number(segment.shown());
    for (const QString& form : forms)
        if (metrics.horizontalAdvance(form) <= width)
            return form;
    return {};
}

} // namespace

BarPainter::BarPainter(QPainter& painter, QPalette palette, const QFont& font)
    : m_painter(painter)
    , m_palette(std::move(palette))
    , m_font(font) {
    m_painter.setRenderHint(QPainter::Antialiasing);
}

double BarPainter::bodyHeight(const QFont& font) {
    const double lines =
        QFontMetricsF(theme::titleFont(font)).height() + 2 * QFontMetricsF(font).height();
    return std::ceil(lines + stripHeight + 3 * theme::grid);
}

int BarPainter::height(const QFont& font) {
    return static_cast<int>(
        topRoom + bodyHeight(font) + QFontMetricsF(theme::captionFont(font)).height() +
        1.5 * theme::grid);
}

void BarPainter::paint(
    const BarContent& content, const BarGeometry& geometry, const QRectF& body,
    const std::vector<LiveRate>& rates) {
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(theme::line(m_palette));
    m_painter.drawRoundedRect(body, corner, corner);
    for (int i = 0; i < geometry.count(); ++i) {
        const BarGeometry::Span span = geometry.span(i);
        const QRectF rect(
            body.left() + span.left, body.top(), std::max(span.width - gap, 1.0), body.height());
        const BarSegment& segment = content.segments[static_cast<std::size_t>(i)];
        const auto at = static_cast<std::size_t>(i);
        paintSegment(segment, rect, at < rates.size() ? rates[at] : LiveRate{});
        if (segment.granted && segment.isMade && !segment.isRemainder && segment.requested > 0 &&
            segment.requested != *segment.granted)
            paintGhost(body, body.left() + geometry.xAt(geometry.smBefore(i) + segment.requested));
    }
    paintScale(content, geometry, body);
}

void BarPainter::paintSegment(const BarSegment& segment, const QRectF& rect, const LiveRate& rate) {
    const QColor ground = theme::surface(m_palette);
    const QColor colour = segment.isPartition ? segment.look.colour : theme::quietText(m_palette);
    QPainterPath shape;
    shape.addRoundedRect(rect, corner, corner);
    m_painter.save();
    m_painter.setClipPath(shape);
    m_painter.fillRect(
        rect, segment.isPartition
                  ? theme::mixed(ground, colour, theme::isDark(m_palette) ? 0.34 : 0.2)
                  : theme::mixed(ground, colour, 0.06));
    if (!segment.isPartition || !segment.isMade) {
        QColor hatch = segment.isMade ? colour : theme::bad(m_palette);
        hatch.setAlphaF(0.28F);
        m_painter.fillRect(rect, QBrush(hatch, Qt::BDiagPattern));
    }
    // The second cue: a strip whose pattern differs from partition to partition.
    const QRectF strip(rect.left(), rect.top(), rect.width(), stripHeight);
    m_painter.fillRect(strip, segment.isMade ? colour : theme::bad(m_palette));
    if (segment.isPartition) {
        QColor lines = ground;
        lines.setAlphaF(0.55F);
        m_painter.fillRect(strip, QBrush(lines, segment.look.pattern));
    }
    m_painter.restore();
    paintTexts(segment, rect, rate);
}

QString BarPainter::activity(
    const BarSegment& segment, const LiveRate& rate, const QFont& font, double width) {
    QStringList forms;
    if (!rate.rate.isEmpty()) {
        if (!segment.workload.isEmpty())
            forms << tr("%1 · %2").arg(segment.workload, rate.text());
        forms << rate.text();
    }
    forms << segment.workload;
    const QFontMetricsF metrics(font);
    for (const QString& form : std::as_const(forms))
        if (metrics.horizontalAdvance(form) <= width)
            return form;
    return {};
}

void BarPainter::paintTexts(const BarSegment& segment, const QRectF& rect, const LiveRate& rate) {
    const double padding = std::clamp(rect.width() * 0.08, 5.0, 1.5 * theme::grid);
    const double width = rect.width() - 2 * padding;
    double y = rect.top() + stripHeight + theme::grid;
    const auto write = [&](const QFont& font, const QColor& colour, const QString& text,
                           const QFont& line) {
        const double height = QFontMetricsF(line).height();
        m_painter.setFont(font);
        m_painter.setPen(colour);
        m_painter.drawText(
            QRectF(rect.left() + padding, y, width, height), Qt::AlignLeft | Qt::AlignVCenter,
            QFontMetricsF(font).elidedText(text, Qt::ElideRight, width));
        y += height;
    };
    const QColor ink = m_palette.color(QPalette::Active, QPalette::WindowText);
    const auto fits = [width](const QFont& font, const QString& text) {
        return QFontMetricsF(font).horizontalAdvance(text) <= width;
    };
    // A name that has no room is smaller, then cut, then left out: half a letter is no name.
    const QFont title = theme::titleFont(m_font);
    const QFont small = theme::headingFont(m_font);
    const bool isCut = !fits(title, segment.name) && !fits(small, segment.name);
    const bool isOut = isCut && (segment.isRemainder || !fits(small, segment.name.left(2) + dots));
    write(
        fits(title, segment.name) || isCut ? title : small,
        segment.isPartition ? ink : theme::quietText(m_palette), isOut ? QString() : segment.name,
        title);
    write(m_font, ink, countText(segment, QFontMetricsF(m_font), width), m_font);
    write(m_font, theme::quietText(m_palette), activity(segment, rate, m_font, width), m_font);
}

void BarPainter::paintScale(
    const BarContent& content, const BarGeometry& geometry, const QRectF& body) {
    if (content.total == 0) // no GPU is known
        return;
    const QFont font = theme::captionFont(m_font);
    const QFontMetricsF metrics(font);
    m_painter.setFont(font);
    m_painter.setPen(theme::quietText(m_palette));
    const double y = body.bottom() + 0.5 * theme::grid;
    double free = body.left() - 1;
    const double end = body.right();
    const QString total = tr("%1 SMs").arg(content.total);
    const double endStart = end - metrics.horizontalAdvance(total);
    const auto label = [&](double x, const QString& text, double limit) {
        const double width = metrics.horizontalAdvance(text);
        const double left = std::clamp(x - width / 2, body.left(), end - width);
        if (left < free || left + width > limit)
            return;
        m_painter.drawText(QRectF(left, y, width + 1, metrics.height()), Qt::AlignLeft, text);
        free = left + width + theme::grid;
    };
    label(body.left(), QStringLiteral("0"), endStart);
    // Where each border lies, counted from the left: what a reader compares.
    for (int i = 0; i + 1 < geometry.count(); ++i)
        label(
            body.left() + geometry.span(i).right(),
            QString::number(std::lround(geometry.smBefore(i + 1))), endStart - theme::grid);
    label(end, total, end + 1);
}

void BarPainter::paintHandle(const QRectF& body, double x, bool strong) {
    const double width = strong ? 6 : 4;
    const double length = body.height() * 0.42;
    const QRectF grip(x - gap / 2 - width / 2, body.center().y() - length / 2, width, length);
    m_painter.setPen(QPen(theme::surface(m_palette), 1.5));
    m_painter.setBrush(
        strong ? m_palette.color(QPalette::Active, QPalette::Highlight)
               : theme::mixed(
                     m_palette.color(QPalette::Active, QPalette::WindowText),
                     theme::surface(m_palette), 0.25));
    m_painter.drawRoundedRect(grip.adjusted(-0.5, -0.5, 0.5, 0.5), width / 2, width / 2);
}

void BarPainter::paintGhost(const QRectF& body, double x) {
    QPen pen(m_palette.color(QPalette::Active, QPalette::WindowText), 1.2, Qt::CustomDashLine);
    pen.setDashPattern({3, 3});
    m_painter.setPen(pen);
    m_painter.drawLine(QPointF(x, body.top() - 4), QPointF(x, body.bottom() + 4));
}

void BarPainter::paintFocus(const QRectF& rect, bool isHandle) {
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(m_palette.color(QPalette::Active, QPalette::Highlight), 2));
    const QRectF frame = isHandle ? rect.adjusted(1, 2, -1, -2) : rect.adjusted(-1, -1, -1, 1);
    m_painter.drawRoundedRect(frame, corner, corner);
}

} // namespace parterre::ui
