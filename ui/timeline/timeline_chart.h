// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/partition_palette.h"
#include "ui/timeline/block_spans.h"
#include "ui/timeline/sm_rows.h"
#include "ui/timeline/time_scale.h"

#include <QAbstractScrollArea>
#include <QElapsedTimer>
#include <QTimer>

#include <optional>
#include <vector>

namespace parterre::ui {

class TimelinePainter;

/// The recorded blocks as a Gantt chart: a row an SM, time to the right. Follows the newest
/// sampling window until somebody looks closer; then it stands still. Draws only what is in view,
/// a few times a second at most, and not while hidden.
///
/// Wheel, + and -: zoom in time; 0: back to the whole window in usual rows;
/// left and right, dragging: move;
/// Shift with them: to the window before or after; up and down, Page Up and Down, dragging: other
/// SMs; Ctrl with the wheel, + or -: height of the rows. A click, or Ctrl with an arrow, puts the
/// cursor on a block and tells all of it; Return or a double click shows that block alone.
class TimelineChart : public QAbstractScrollArea {
    Q_OBJECT
public:
    /// How a partition's blocks are shown.
    struct Partition {
        QString name;
        partition_palette::Look look;
        friend bool operator==(const Partition&, const Partition&) = default;
    };

    /// `record` must outlive the chart.
    explicit TimelineChart(const BlockRecord& record, QWidget* parent = nullptr);

    void setRows(std::vector<SmRow> rows);
    const std::vector<SmRow>& rows() const { return m_rows; }
    void setPartitions(std::vector<Partition> partitions);
    /// What to do to see something; shown as long as there is nothing.
    void setHint(const QString& sentence);
    QString shownHint() const;
    /// The record has changed.
    void refresh();

    bool isFollowing() const { return m_following; }
    void setFollowing(bool following);
    /// Whether the view is another than a whole window in rows of the usual height.
    bool isZoomed() const;
    const TimeScale& scale() const { return m_scale; }
    /// Zooms in (steps > 0) or out about a pixel of the viewport.
    void zoom(double steps, double aboutX);
    /// The whole of the window in view, in rows of the usual height.
    void resetZoom();
    /// The whole of the window `steps` after the one in view, or before it.
    void stepWindow(int steps);
    bool areRowsFitted() const { return m_fitRows; }
    /// All SMs in view, as far as rows of two pixels allow, or rows that can be read.
    void setRowsFitted(bool fitted);
    double rowHeight() const { return m_rowHeight; } ///< pixels
    /// A row's place in the viewport; outside of it where it is scrolled away.
    QRectF rowRect(int row) const;

    /// The bar at a place of the viewport, as one line; empty where none is.
    QString textAt(const QPointF& position) const;
    /// The block that the cursor is on, as one line; empty while it is on none.
    QString cursorText() const;
    /// How often it was drawn, and the bars of the newest drawing: for checks.
    int paintCount() const { return m_paints; }
    int barCount() const { return m_bars; }

    QSize sizeHint() const override { return {600, 220}; }

signals:
    void viewChanged(); ///< following, zoom or row height changed
    /// The mouse or the cursor is on a bar, or on none any more (empty).
    void pointedAt(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    /// A block is found again by where it lies.
    struct Cursor {
        int row;
        BlockRecord::Block block;
    };
    struct Drag {
        QPointF from;
        QPointF last;
        bool moved = false;
    };

    QRectF body() const; ///< where bars are
    double gutter() const;
    void layOut();
    void takeNewest();
    void showTime(double begin, double span, bool isWhole = false);
    void showWindow(const BlockRecord::Window& window);
    TimeScale::Limits limits() const;
    void panTime(double pixels);
    void resizeRows(double height);
    const BlockRecord::Row* rowAt(int row) const;
    std::optional<int> rowAtY(double y) const;
    std::vector<BlockSpan> spansOf(int row, int* lanes) const;
    QRectF barRect(int row, const BlockSpan& span, int lanes) const;
    QString textOf(int row, const BlockSpan& span) const;
    void setCursorTo(std::optional<Cursor> cursor);
    std::optional<Cursor> blockAt(const QPointF& position) const;
    void bringIntoView(const Cursor& cursor);
    bool moveCursor(int key);
    void showBlock(const Cursor& cursor);
    bool handleKey(const QKeyEvent& event);
    void paintRows(TimelinePainter& painter);
    void paintUnrecorded(TimelinePainter& painter, int row);
    void paintCursor(TimelinePainter& painter);
    void paintLabels(TimelinePainter& painter);
    void paintAxis(TimelinePainter& painter);
    std::int64_t zero() const; ///< what the axis counts from

    const BlockRecord& m_record;
    std::vector<SmRow> m_rows;
    std::vector<double> m_tops; ///< of the rows, unscrolled; one more: the end
    std::vector<Partition> m_partitions;
    QString m_hint;
    TimeScale m_scale;
    double m_rowHeight = 0;
    double m_wantedRowHeight = 0; ///< 0: as a label needs it
    bool m_fitRows = false;
    bool m_following = true;
    bool m_whole = true; ///< the view is a whole window
    std::optional<Cursor> m_cursor;
    std::optional<Drag> m_drag;
    bool m_dirty = true;
    QTimer m_timer;
    QElapsedTimer m_sinceBlocks;
    int m_paints = 0;
    int m_bars = 0;
};

} // namespace parterre::ui
