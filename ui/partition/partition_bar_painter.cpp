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
constexpr double gap = BarLayout::gap;
constexpr double stripHeight = BarLayout::stripHeight;
constexpr double partStripHeight = 4;
constexpr double markHeight = 3; ///< of parts that are not drawn
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
    else if (segment.isKnownOnceApplied && segment.requested == 0)
        forms << tr("all that fit");
    else if (segment.isKnownOnceApplied)
        forms << tr("%1 SMs asked").arg(segment.requested) << tr("%1 asked").arg(segment.requested);
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
    const BarContent& content, const BarLayout& layout,
    const std::map<GroupPath, LiveRate>& rates) {
    const BarLayout::Level& level = *layout.level({});
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(theme::line(m_palette));
    m_painter.drawRoundedRect(level.body, corner, corner);
    paintLevel(content, layout, {}, rates);
    paintScale(content, level);
}

void BarPainter::paintLevel(
    const BarContent& content, const BarLayout& layout, const GroupPath& parent,
    const std::map<GroupPath, LiveRate>& rates) {
    const BarLayout::Level& level = *layout.level(parent);
    for (int i = 0; i < level.geometry.count(); ++i) {
        const GroupPath path = parent.child(i);
        const BarSegment& segment = *content.at(path);
        const QRectF rect = layout.segment(path);
        const auto found = rates.find(path);
        const LiveRate rate = found == rates.end() ? LiveRate() : found->second;
        paintSegment(segment, rect, path.isNested() ? partStripHeight : stripHeight);
        if (segment.isSplit() && !layout.level(path))
            paintParts(segment, rect);
        if (path.isNested()) {
            paintPartTexts(segment, rect, rate);
        } else if (layout.level(path)) {
            paintTitle(segment, rect);
            paintLevel(content, layout, path, rates);
        } else {
            paintTexts(segment, rect, rate);
        }
        if (segment.granted && segment.isMade && !segment.isRemainder && segment.requested > 0 &&
            segment.requested != *segment.granted)
            paintGhost(
                level.body, level.body.left() +
                                level.geometry.xAt(level.geometry.smBefore(i) + segment.requested));
    }
}

void BarPainter::paintSegment(const BarSegment& segment, const QRectF& rect, double strip) {
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
    const QRectF cue(rect.left(), rect.top(), rect.width(), strip);
    m_painter.fillRect(cue, segment.isMade ? colour : theme::bad(m_palette));
    if (segment.isPartition) {
        QColor lines = ground;
        lines.setAlphaF(0.55F);
        m_painter.fillRect(cue, QBrush(lines, segment.look.pattern));
    }
    m_painter.restore();
}

void BarPainter::paintParts(const BarSegment& segment, const QRectF& rect) {
    const BarGeometry parts(
        [&] {
            std::vector<int> counts;
            for (const BarSegment& part : segment.split.segments)
                counts.push_back(part.shown());
            return counts;
        }(),
        segment.shown(), rect.width() - 2 * gap);
    m_painter.setPen(Qt::NoPen);
    for (int i = 0; i < parts.count(); ++i) {
        const BarSegment& part = segment.split.segments[static_cast<std::size_t>(i)];
        m_painter.fillRect(
            QRectF(
                rect.left() + gap + parts.span(i).left, rect.bottom() - markHeight - 1,
                std::max(parts.span(i).width - 1, 1.0), markHeight),
            part.isPartition ? part.look.colour : theme::quietText(m_palette));
    }
}

void BarPainter::paintTitle(const BarSegment& segment, const QRectF& rect) {
    const QFont title = theme::titleFont(m_font);
    const QFontMetricsF metrics(title);
    const QRectF line(
        rect.left() + theme::grid, rect.top() + stripHeight + theme::grid / 2.0,
        rect.width() - 2.0 * theme::grid, metrics.height());
    const QString name = metrics.elidedText(segment.name, Qt::ElideRight, line.width());
    m_painter.setFont(title);
    m_painter.setPen(m_palette.color(QPalette::Active, QPalette::WindowText));
    m_painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, name);
    const double used = metrics.horizontalAdvance(name) + theme::grid;
    m_painter.setFont(m_font);
    m_painter.drawText(
        line.adjusted(used, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
        countText(segment, QFontMetricsF(m_font), line.width() - used));
}

void BarPainter::paintPartTexts(
    const BarSegment& segment, const QRectF& rect, const LiveRate& rate) {
    const double padding = std::clamp(rect.width() * 0.08, 5.0, 1.0 * theme::grid);
    const QRectF inner = rect.adjusted(padding, partStripHeight, -padding, 0);
    const QFont heading = theme::headingFont(m_font);
    const QFontMetricsF bold(heading);
    const QFontMetricsF plain(m_font);
    const double lines = bold.height() + plain.height();
    const double top = inner.top() + std::max((inner.height() - lines) / 2, 0.0);
    const QColor ink = m_palette.color(QPalette::Active, QPalette::WindowText);
    const QColor quiet = theme::quietText(m_palette);
    const auto write = [&](const QFont& font, const QColor& colour, double y, const QString& text) {
        m_painter.setFont(font);
        m_painter.setPen(colour);
        const QRectF line(inner.left(), y, inner.width(), QFontMetricsF(font).height());
        if (line.bottom() <= rect.bottom() + 1)
            m_painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, text);
    };
    const QString name = bold.elidedText(segment.name, Qt::ElideRight, inner.width());
    const bool isOut = name != segment.name && (segment.isRemainder || name.size() < 3);
    if (!isOut)
        write(heading, segment.isPartition ? ink : quiet, top, name);
    // Behind the name what runs there, where there is room.
    const double used = isOut ? 0 : bold.horizontalAdvance(name) + theme::grid;
    if (const QString runs = activity(segment, rate, m_font, inner.width() - used);
        !isOut && !runs.isEmpty()) {
        m_painter.setFont(m_font);
        m_painter.setPen(quiet);
        m_painter.drawText(
            QRectF(inner.left() + used, top, inner.width() - used, bold.height()),
            Qt::AlignLeft | Qt::AlignVCenter, runs);
    }
    write(m_font, ink, top + bold.height(), countText(segment, plain, inner.width()));
}

QString BarPainter::activity(
    const BarSegment& segment, const LiveRate& rate, const QFont& font, double width) {
    QStringList forms;
    if (!rate.rate.isEmpty()) {
        if (!segment.workload.isEmpty())
            forms << tr("%1 · %2").arg(segment.workload, rate.text());
        forms << rate.text();
    }
    if (segment.isSplit())
        forms << tr("split in %1").arg(segment.split.groupCount);
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

void BarPainter::paintScale(const BarContent& content, const BarLayout::Level& level) {
    const BarGeometry& geometry = level.geometry;
    const QRectF& body = level.body;
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
