// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/map/sm_map_content.h"
#include "ui/map/sm_map_geometry.h"

#include <QWidget>

#include <optional>

namespace parterre::ui {

/// Every SM of the GPU in its TPC and GPC, coloured by partition; partitions are painted on it.
/// Shows what it is given and says what the user wants; changes nothing itself. The mouse paints by
/// dragging and takes away with Ctrl or the right button; the keys do the same (see the accessible
/// description), and a screen reader sees a table of units.
class SmMap : public QWidget {
    Q_OBJECT
public:
    explicit SmMap(QWidget* parent = nullptr);

    void setContent(SmMapContent content);
    const SmMapContent& content() const { return m_content; }
    /// The segment that painting gives units to; the remainder and -1 take them away.
    void setCurrent(int segment);
    int current() const { return m_current; }
    /// Why nothing can be painted, for the tool tip; empty: it can.
    void setWhyNotPaint(const QString& sentence);

    int stopCount() const { return static_cast<int>(m_content.stops.size()); }
    int focusStop() const { return m_focus; } ///< -1 when there is nothing to go to
    void setFocusStop(int stop);
    /// Where a stop can be hit: its first TPC, in the widget's coordinates.
    QRect stopRect(int stop) const;
    /// The stop that an arrow key leads to; the same one where there is none.
    int neighbour(int stop, int key) const;
    /// Gives the unit of a stop to the current partition, or takes it away if that has it: one
    /// undo entry.
    void toggle(int stop);
    bool isPainting() const { return m_stroke.has_value(); }
    /// The height that shows SMs comfortably in that width.
    int preferredHeight(int width) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    // One stroke, of mouse or keys: one change, in as many steps as it has units.
    void strokeBegan();
    void unitGiven(int unit, int segment); ///< segment -1: to none
    void strokeEnded();
    void strokeCancelled();
    void segmentWanted(int segment); ///< as the current one
    void paintingRefused();          ///< somebody tried, and whyNotPaint says why not

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Stroke {
        int segment;       ///< that gets the units; -1: none
        bool byKey;        ///< goes on until Shift is released
        QPointF last = {}; ///< mouse: where it was
        int lastUnit = -1;
    };

    QRectF body() const;
    const SmMapGeometry& geometry() const;
    std::optional<int> stopAt(const QPointF& position) const;
    QPointF centreOf(int stop) const;
    /// -1 for the remainder, which is no partition to paint with.
    int paintedSegment() const;
    void begin(int segment, bool byKey, const QPointF& position);
    void cover(int stop);
    void coverTo(const QPointF& position);
    void end();
    void cancel();
    void hover(std::optional<int> stop);
    void move(int key, bool extend);
    void wantNextSegment(int by);
    bool wantSegmentOf(const QString& typed);
    void tellStatus(const QString& text);
    void tellAccessibility(int stop, bool isFocus);

    SmMapContent m_content;
    QString m_whyNotPaint;
    int m_current = -1;
    int m_focus = -1;
    std::optional<int> m_hovered;
    std::optional<Stroke> m_stroke;
    mutable std::optional<SmMapGeometry> m_geometry; ///< until content, size or font change
};

} // namespace parterre::ui
