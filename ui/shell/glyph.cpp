// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/glyph.h"

#include "ui/shell/theme.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>

namespace parterre::ui {
namespace {

/// Draws in a square of 16 by 16.
void draw(QPainter& painter, Glyph shape, const QPalette& palette, const QColor& ink) {
    const QPen pen(ink, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    const auto fill = [&](const QColor& colour) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
    };
    const auto mark = [&](const QColor& ground, const QPolygonF& line, const QPointF& dot) {
        fill(ground);
        painter.drawEllipse(QRectF(1, 1, 14, 14));
        painter.setPen(QPen(palette.color(QPalette::Base), 1.8, Qt::SolidLine, Qt::RoundCap));
        painter.drawPolyline(line);
        painter.drawPoint(dot);
    };
    switch (shape) {
    case Glyph::run:
        fill(ink);
        painter.drawPolygon(QPolygonF{{4, 2.5}, {13.5, 8}, {4, 13.5}});
        return;
    case Glyph::stop:
        fill(ink);
        painter.drawRoundedRect(QRectF(3.5, 3.5, 9, 9), 1, 1);
        return;
    case Glyph::record:
        fill(theme::bad(palette));
        painter.drawEllipse(QRectF(3, 3, 10, 10));
        return;
    case Glyph::pause:
        fill(ink);
        painter.drawRoundedRect(QRectF(4, 3, 3, 10), 1, 1);
        painter.drawRoundedRect(QRectF(9, 3, 3, 10), 1, 1);
        return;
    case Glyph::follow:
        painter.setPen(pen);
        painter.drawPolyline(QPolygonF{{2.5, 8}, {11, 8}});
        painter.drawPolyline(QPolygonF{{7.5, 4.5}, {11, 8}, {7.5, 11.5}});
        painter.drawLine(QPointF(13.5, 3), QPointF(13.5, 13));
        return;
    case Glyph::add:
        painter.setPen(pen);
        painter.drawLine(QPointF(8, 3), QPointF(8, 13));
        painter.drawLine(QPointF(3, 8), QPointF(13, 8));
        return;
    case Glyph::remove:
        painter.setPen(pen);
        painter.drawLine(QPointF(3, 8), QPointF(13, 8));
        return;
    case Glyph::info:
        mark(palette.color(QPalette::Link), {{8, 7.5}, {8, 11.5}}, {8, 4.6});
        return;
    case Glyph::error:
        mark(theme::bad(palette), {{8, 4.3}, {8, 8.6}}, {8, 11.6});
        return;
    case Glyph::warning: {
        QPainterPath triangle;
        triangle.addPolygon(QPolygonF{{8, 1.5}, {15.2, 14}, {0.8, 14}});
        triangle.closeSubpath();
        painter.setPen(
            QPen(theme::caution(palette), 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.setBrush(theme::caution(palette));
        painter.drawPath(triangle);
        painter.setPen(QPen(palette.color(QPalette::Base), 1.7, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(QPointF(8, 6), QPointF(8, 9.4));
        painter.drawPoint(QPointF(8, 12));
        return;
    }
    case Glyph::check:
        painter.setPen(QPen(theme::good(palette), 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(QPolygonF{{3, 8.5}, {6.5, 12}, {13, 4.5}});
        return;
    case Glyph::cross:
        painter.setPen(QPen(theme::quietText(palette), 2, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(QPointF(4, 4), QPointF(12, 12));
        painter.drawLine(QPointF(12, 4), QPointF(4, 12));
        return;
    case Glyph::more:
        painter.setPen(QPen(ink, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(QPolygonF{{3.5, 4}, {7.5, 8}, {3.5, 12}});
        painter.drawPolyline(QPolygonF{{8.5, 4}, {12.5, 8}, {8.5, 12}});
        return;
    case Glyph::gpu:
        painter.setPen(QPen(ink, 1.3));
        painter.drawRoundedRect(QRectF(2.5, 2.5, 11, 11), 2, 2);
        painter.drawRect(QRectF(5.5, 5.5, 5, 5));
        return;
    }
}

class GlyphEngine : public QIconEngine {
public:
    explicit GlyphEngine(Glyph shape)
        : m_shape(shape) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const int side = std::min(rect.width(), rect.height());
        painter->translate(QRectF(rect).center() - QPointF(side, side) / 2);
        painter->scale(side / 16.0, side / 16.0);
        const QPalette palette = QGuiApplication::palette();
        draw(
            *painter, m_shape, palette,
            mode == QIcon::Selected
                ? palette.color(QPalette::HighlightedText)
                : palette.color(
                      mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active,
                      QPalette::WindowText));
        painter->restore();
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }

    QIconEngine* clone() const override { return new GlyphEngine(m_shape); }

private:
    Glyph m_shape;
};

} // namespace

QIcon glyph(Glyph shape) {
    return QIcon(new GlyphEngine(shape));
}

} // namespace parterre::ui
