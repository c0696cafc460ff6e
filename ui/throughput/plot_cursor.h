// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/partition_palette.h"

#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

namespace parterre::ui {

/// What the curves are at one place of a plot.
struct CursorReadout {
    struct Row {
        QString name;
        QString value; ///< with its unit
        partition_palette::Look look;
        double y; ///< where on the plot, in the widget's coordinates
    };
    QString heading; ///< the place itself: a time, say
    std::vector<Row> rows;

    /// "0:12.3: A 31.0 TFLOP/s, B 2,728 GB/s"
    QString asText() const;
};

/// A vertical line over a plot with a box of values beside it. Lies over the plot as a widget of
/// its own, so that moving it redraws no curve, and is in no exported picture.
class PlotCursor : public QWidget {
    Q_OBJECT
public:
    /// Covers `plot`, which owns it.
    explicit PlotCursor(QWidget* plot);

    /// Its place as a share of the plot's width, 0 to 1; none: it is not shown. The place on screen
    /// is what stays as the curves move on below it.
    std::optional<double> place() const { return m_place; }
    void setPlace(std::optional<double> place);
    /// By so many hundredths of the plot; from `from` where it is not shown yet.
    void step(int hundredths, double from);

    /// What to show, and the area of the plot in this widget's coordinates.
    void setReadout(CursorReadout readout, const QRectF& area);
    const CursorReadout& readout() const { return m_readout; }
    /// The box of values as it is drawn now; for checks.
    QRectF box() const;

signals:
    void moved();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// How the box is laid out.
    struct Layout {
        QRectF box;
        int shown = 0; ///< rows that have room
        int rowsAColumn = 0;
        double columnWidth = 0;
        double lineHeight = 0;
    };
    Layout layOut() const;

    std::optional<double> m_place;
    CursorReadout m_readout;
    QRectF m_area;
};

} // namespace parterre::ui
