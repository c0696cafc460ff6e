// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QSet>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <vector>

namespace parterre::ui {

class ThroughputHistory;

/// Throughput over time, one line a partition: compute rates on the left axis, memory rates on the
/// right one. Draws at most thirty times a second, and not at all while hidden, paused or idle.
class ThroughputPlot : public QWidget {
    Q_OBJECT
public:
    /// `clock` is the clock that the history's times are on. Both must outlive the plot.
    ThroughputPlot(
        const ThroughputHistory& history, const QElapsedTimer& clock, QWidget* parent = nullptr);
    ~ThroughputPlot() override;

    bool isPaused() const { return m_paused; }
    bool isFollowing() const { return m_following; }
    /// Whether the view is another than the one it starts with.
    bool isZoomed() const;
    bool isShown(int partition) const { return !m_hidden.contains(partition); }
    /// How often it was drawn: that a hidden plot costs nothing can be checked.
    int replotCount() const { return m_replots; }
    /// Points drawn of a partition, for checks.
    int pointCount(int partition) const;

    /// Where the labels of the markers in view are drawn, and where they have to stay, in the
    /// widget's coordinates as of the newest drawing; for checks.
    std::vector<QRectF> markerLabels() const;
    QRectF plotArea() const;

    /// What to do to see something here; shown as long as there is nothing.
    void setHint(const QString& sentence);
    QString shownHint() const; ///< empty while lines are drawn

    void setPaused(bool paused);
    void setFollowing(bool following);
    void setShown(int partition, bool shown);
    void resetZoom();
    /// Zooms in (steps > 0) or out about the newest time or the mouse.
    void zoom(double steps, double aboutX);

    /// False when the file cannot be written. Ends in .svg or .png.
    bool savePicture(const QString& file);

    QSize sizeHint() const override { return {600, 220}; }

signals:
    void viewChanged(); ///< paused, following or zoomed changed

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class Canvas;
    void tick();
    void rebuild();
    void takePixelRatio();

    const ThroughputHistory& m_history;
    const QElapsedTimer& m_clock;
    std::unique_ptr<Canvas> m_canvas;
    QTimer m_timer;
    QSet<int> m_hidden;
    bool m_paused = false;
    bool m_following = true;
    bool m_dirty = true;
    int m_replots = 0;
};

} // namespace parterre::ui
