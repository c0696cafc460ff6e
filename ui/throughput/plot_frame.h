// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/throughput/plot_cursor.h"
#include "ui/throughput/plot_page.h"

#include <QTimer>

#include <memory>

class QCPAxis;
class QCustomPlot;

namespace parterre::ui {

/// A plot in the window's colours, with a cursor, zoomed by wheel and keys. Draws at most thirty
/// times a second, and not at all while it is not to be seen, paused or has nothing new: until it
/// is shown again it doesn't even look.
class PlotFrame : public PlotPage {
    Q_OBJECT
public:
    ~PlotFrame() override;

    bool isPaused() const { return m_paused; }
    void setPaused(bool paused);

    /// Whether the view is another than the one it starts with; resetZoom() is the way back.
    virtual bool isZoomed() const = 0;
    virtual void resetZoom() = 0;
    /// Zooms in (steps > 0) or out about a place in the plot's pixels.
    virtual void zoom(double steps, double aboutX) = 0;
    /// Moves what is in view by this part of it; to what is further right if positive.
    virtual void pan(double part) = 0;

    /// What to do to see something here; shown as long as there is nothing.
    void setHint(const QString& sentence);
    QString shownHint() const; ///< empty while curves are drawn

    PlotCursor& cursor() const { return *m_cursor; }
    /// How often it was drawn: that a hidden plot costs nothing can be checked.
    int replotCount() const { return m_replots; }
    /// What drawing it took, in milliseconds: the mean of the last ones.
    double replotTime() const;
    /// Inside the axes, in the widget's coordinates as of the newest drawing.
    QRectF plotArea() const;

    QSize sizeHint() const override { return {600, 220}; }

signals:
    void viewChanged(); ///< paused or zoomed changed

protected:
    PlotFrame(const QString& accessibleName, QWidget* parent);

    QCustomPlot& canvas() const { return *m_canvas; }
    /// Has it drawn at the next frame, whether or not something is new.
    void redraw() { m_dirty = true; }
    /// With the next event, paused or not: what the user asks for by hand.
    void redrawNow();
    /// In the window's colours.
    void styleAxis(QCPAxis& axis) const;
    void showHint(bool shown);

    /// Whether something can come in.
    virtual bool isLive() const = 0;
    /// Takes what came in, before it is drawn.
    virtual void takeNew() = 0;
    /// Before each drawing, sets what part is in view.
    virtual void fit() = 0;
    virtual CursorReadout readoutAt(double key) const = 0;
    virtual void recolour() {} ///< what a subclass draws besides graphs
    /// Where the cursor begins when keys call for it, as a share of the width.
    virtual double cursorStart() const = 0;

    QSize pictureSize() const override;
    bool drawPicture(QPaintDevice& device, bool asVectors) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class HintText;
    void tick();
    void readCursor();
    bool handleKey(int key, Qt::KeyboardModifiers modifiers);
    void followMouse(const QPointF& position);
    void takePixelRatio();
    void applyPalette();

    QCustomPlot* m_canvas;
    std::unique_ptr<HintText> m_hint;
    PlotCursor* m_cursor;
    QTimer m_timer;
    bool m_paused = false;
    bool m_dirty = true;
    bool m_mouseHasCursor = false; ///< it goes when the mouse goes
    int m_replots = 0;
};

} // namespace parterre::ui
