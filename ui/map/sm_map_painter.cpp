// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/sm_map_painter.h"

#include "ui/shell/theme.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <utility>

namespace parterre::ui {
namespace {

constexpr double smallestLetter = 7; ///< pixels high; smaller ones cannot be read

QString tr(const char* text) {
    return QCoreApplication::translate("SmMap", text);
}

partition_palette::Look lookOf(const SmMapContent& content, int segment) {
    return segment == SmMapContent::none ? partition_palette::look(0)
                                         : content.segments[static_cast<std::size_t>(segment)].look;
}

} // namespace

SmState stateOf(const SmMapContent& content, const SmMapContent::Sm& sm) {
    if (sm.differs)
        return SmState::differs;
    if (!content.placementKnown)
        return SmState::unknown;
    if (content.ownerOf(sm) != SmMapContent::none)
        return SmState::partition;
    const bool isInUnit =
        content.unitSmCount == 0 ||
        content.stops[static_cast<std::size_t>(sm.stop)].unit != SmMapContent::none;
    return isInUnit ? SmState::leftOver : SmState::noUnit;
}

SmMapPainter::SmMapPainter(QPainter& painter, QPalette palette, const QFont& font)
    : m_painter(painter)
    , m_palette(std::move(palette))
    , m_font(font) {
    m_painter.setRenderHint(QPainter::Antialiasing);
}

double SmMapPainter::labelHeight(const QFont& font) {
    return QFontMetricsF(theme::captionFont(font)).height();
}

void SmMapPainter::paint(const SmMapContent& content, const SmMapGeometry& geometry, int current) {
    for (int gpc = 0; gpc < content.gpcCount; ++gpc)
        if (content.gpcsKnown || gpc == 0)
            paintLabel(geometry, gpc);
    const bool hasTags = tagFont(content, geometry).has_value();
    for (int i = 0; i < geometry.smCount(); ++i) {
        const SmMapContent::Sm& sm = content.sms[static_cast<std::size_t>(i)];
        const int owner = content.ownerOf(sm);
        const QRectF& place = geometry.sm(i);
        const double gap = std::min(1.0, place.width() * 0.15);
        paintCell(
            place.adjusted(gap / 2, gap, -gap / 2, -gap), stateOf(content, sm),
            lookOf(content, owner), owner != SmMapContent::none && content.topOf(owner) == current,
            !hasTags);
    }
    if (hasTags)
        paintTags(content, geometry);
}

void SmMapPainter::paintCell(
    const QRectF& rect, SmState state, const partition_palette::Look& look, bool strong,
    bool withPattern) {
    const QColor ground = theme::surface(m_palette);
    const QColor quiet = theme::quietText(m_palette);
    m_painter.setPen(Qt::NoPen);
    switch (state) {
    case SmState::partition: {
        const QColor own = look.colour;
        const double share =
            theme::isDark(m_palette) ? (strong ? 0.62 : 0.45) : (strong ? 0.5 : 0.32);
        m_painter.fillRect(rect, theme::mixed(ground, own, share));
        if (withPattern)
            m_painter.fillRect(rect, QBrush(own, look.pattern));
        m_painter.fillRect(
            QRectF(
                rect.left(), rect.bottom() - std::min(2.0, rect.height() / 4), rect.width(),
                std::min(2.0, rect.height() / 4)),
            own);
        break;
    }
    case SmState::leftOver:
    case SmState::noUnit: {
        m_painter.fillRect(rect, theme::mixed(ground, quiet, 0.1));
        QColor hatch = quiet;
        hatch.setAlphaF(0.4F);
        if (state == SmState::leftOver)
            m_painter.fillRect(rect, QBrush(hatch, Qt::BDiagPattern));
        else
            m_painter.fillRect(rect, QBrush(hatch, Qt::Dense7Pattern));
        break;
    }
    case SmState::unknown:
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(quiet, 1, Qt::DotLine));
        m_painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
        break;
    case SmState::differs: {
        const QColor bad = theme::bad(m_palette);
        m_painter.fillRect(rect, theme::mixed(ground, bad, 0.2));
        m_painter.setPen(QPen(bad, std::min(2.0, rect.width() / 4)));
        m_painter.setBrush(QBrush(bad, Qt::DiagCrossPattern));
        m_painter.drawRect(rect.adjusted(1, 1, -1, -1));
        break;
    }
    }
}

void SmMapPainter::paintLabel(const SmMapGeometry& geometry, int gpc) {
    const QRectF rect = geometry.label(gpc);
    if (rect.isEmpty())
        return;
    const QFont font = theme::captionFont(m_font);
    const QFontMetricsF metrics(font);
    m_painter.setFont(font);
    m_painter.setPen(theme::quietText(m_palette));
    for (const QString& form : {tr("GPC %1").arg(gpc), QString::number(gpc)})
        if (metrics.horizontalAdvance(form) <= rect.width()) {
            m_painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter, form);
            return;
        }
}

std::optional<QFont>
SmMapPainter::tagFont(const SmMapContent& content, const SmMapGeometry& geometry) const {
    QString longest;
    for (std::size_t i = 0; i < content.segments.size(); ++i)
        if (const QString tag = content.tag(static_cast<int>(i)); tag.size() > longest.size())
            longest = tag;
    QFont font = theme::headingFont(m_font);
    const double most = std::min(QFontMetricsF(m_font).ascent(), geometry.tpcHeight() - 4);
    for (double pixels = most; pixels >= smallestLetter; --pixels) {
        font.setPixelSize(static_cast<int>(pixels));
        if (QFontMetricsF(font).horizontalAdvance(longest) <= geometry.tpcWidth() - 2)
            return font;
    }
    return std::nullopt;
}

void SmMapPainter::paintTags(const SmMapContent& content, const SmMapGeometry& geometry) {
    m_painter.setFont(*tagFont(content, geometry));
    m_painter.setPen(m_palette.color(QPalette::Active, QPalette::WindowText));
    const auto count = static_cast<std::size_t>(geometry.smCount());
    for (std::size_t i = 0; i < count;) {
        // The SMs of a TPC that belong together share their letters.
        const SmMapContent::Sm& first = content.sms[i];
        const int owner = content.ownerOf(first);
        QRectF rect = geometry.sm(static_cast<int>(i));
        std::size_t next = i + 1;
        while (next < count && content.sms[next].gpc == first.gpc &&
               content.sms[next].tpc == first.tpc && content.ownerOf(content.sms[next]) == owner)
            rect |= geometry.sm(static_cast<int>(next++));
        if (owner != SmMapContent::none && content.placementKnown)
            m_painter.drawText(rect, Qt::AlignCenter | Qt::TextDontClip, content.tag(owner));
        i = next;
    }
}

QString SmMapPainter::countsText(const SmMapContent& content) {
    QStringList parts;
    for (const BarSegment& segment : content.segments)
        parts << tr("%1: %2 SMs").arg(segment.fullName).arg(segment.shown());
    return parts.join(QStringLiteral("  ·  "));
}

void SmMapPainter::paintCounts(const SmMapContent& content, const QRectF& rect) {
    const QFontMetricsF metrics(m_font);
    const double side = std::floor(metrics.ascent());
    double x = rect.left();
    double y = rect.top();
    m_painter.setFont(m_font);
    for (const BarSegment& segment : content.segments) {
        const QString text = tr("%1: %2 SMs").arg(segment.fullName).arg(segment.shown());
        const double width = side + 4 + metrics.horizontalAdvance(text) + 2 * theme::grid;
        if (x > rect.left() && x + width > rect.right()) {
            x = rect.left();
            y += metrics.height() + 4;
        }
        if (y + metrics.height() > rect.bottom())
            return; // the bar above and the accessible description have them all
        paintCell(
            {x, y + (metrics.height() - side) / 2, side, side},
            segment.isPartition ? SmState::partition : SmState::leftOver, segment.look, false,
            true);
        m_painter.setPen(m_palette.color(QPalette::Active, QPalette::WindowText));
        m_painter.drawText(
            QRectF(x + side + 4, y, width, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
            text);
        x += width;
    }
}

void SmMapPainter::outline(
    const SmMapContent& content, const SmMapGeometry& geometry, int stop, const QPen& pen) {
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(pen);
    const double inset = pen.widthF() / 2;
    const std::vector<int>& sms = content.stops[static_cast<std::size_t>(stop)].sms;
    for (std::size_t i = 0; i < sms.size();) {
        const SmMapContent::Sm& first = content.sms[static_cast<std::size_t>(sms[i])];
        QRectF rect;
        for (; i < sms.size(); ++i) {
            const SmMapContent::Sm& sm = content.sms[static_cast<std::size_t>(sms[i])];
            if (sm.gpc != first.gpc || sm.tpc != first.tpc)
                break;
            rect |= geometry.sm(sms[i]);
        }
        m_painter.drawRect(rect.adjusted(inset, inset, -inset, -inset));
    }
}

void SmMapPainter::paintHover(
    const SmMapContent& content, const SmMapGeometry& geometry, int stop) {
    outline(
        content, geometry, stop, QPen(m_palette.color(QPalette::Active, QPalette::WindowText), 1));
}

void SmMapPainter::paintFocus(
    const SmMapContent& content, const SmMapGeometry& geometry, int stop) {
    outline(content, geometry, stop, QPen(theme::surface(m_palette), 4));
    outline(
        content, geometry, stop, QPen(m_palette.color(QPalette::Active, QPalette::Highlight), 2.5));
}

} // namespace parterre::ui
