// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>

namespace parterre::ui {

/// One of the views of what the partitions get: something to look at that can be saved as a picture
/// and as numbers.
class PlotPage : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    /// What the view shows as numbers, all of it, with a line of headings.
    virtual QString asCsv() const = 0;
    /// Twice as many pixels as on screen in each direction.
    QImage picture();
    /// As PNG, or as SVG where the name ends in .svg. False when the file cannot be written.
    bool savePicture(const QString& file);

protected:
    virtual QSize pictureSize() const = 0;
    /// Draws the view, of pictureSize(), onto `device`. False when that cannot be drawn on.
    virtual bool drawPicture(QPaintDevice& device, bool asVectors) = 0;
};

} // namespace parterre::ui
