// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QList>
#include <QTimer>
#include <QWidget>

#include <memory>

class QAction;
class QActionGroup;
class QStackedWidget;
class QTabBar;
class QTableView;
class QToolButton;

namespace parterre::ui {

class AloneMeasurement;
class AloneRates;
class CurveLegend;
class CurveVisibility;
class LatencyDistribution;
class LatencyPlot;
class NowModel;
class NowView;
class PlotFrame;
class PlotPage;
class Session;
class ThroughputHistory;
class ThroughputPlot;
class ThroughputTableModel;

/// What the partitions get, in one of four views, with a legend, buttons, and numbers beside it.
class ThroughputPanel : public QWidget {
    Q_OBJECT
public:
    /// Both must outlive the panel.
    ThroughputPanel(Session& session, ThroughputHistory& history, QWidget* parent = nullptr);
    ~ThroughputPanel() override;

    enum class View { throughput, now, latency, distribution };
    View view() const;
    void setView(View view);
    /// The view shown, to be saved or copied.
    PlotPage& page() const;

    ThroughputPlot& plot() const { return *m_plot; }
    NowView& nowView() const { return *m_now; }
    LatencyPlot& latencyPlot() const { return *m_latency; }
    LatencyDistribution& distribution() const { return *m_distribution; }
    /// Chooses the view; the window puts it above the panel.
    QTabBar& tabs() const { return *m_tabs; }
    /// One a view; the checked one is shown.
    QList<QAction*> viewActions() const;
    QAction* runAction() const { return m_run; }
    QAction* stopAction() const { return m_stop; }
    QAction* pauseAction() const { return m_pause; }
    QAction* followAction() const { return m_follow; }
    QAction* resetZoomAction() const { return m_resetZoom; }
    /// Checked while each partition runs alone for a moment; to be seen in the view "Now".
    QAction* measureAloneAction() const { return m_measureAlone; }
    QAction* showNumbersAction() const { return m_showNumbers; }
    QTableView& numbers() const { return *m_table; }
    CurveLegend& legend() const { return *m_legend; }

private:
    void makeActions();
    void makeViews();
    void makeCopyActions();
    QList<PlotFrame*> frames() const;
    void showView();
    void watchAlone();
    void connectSession();
    void showSeries();
    void showLegend();
    void showActions();
    void fitNumbers();
    double now() const;

    Session& m_session;
    ThroughputHistory& m_history;
    QElapsedTimer m_clock;
    std::unique_ptr<AloneRates> m_alone;
    AloneMeasurement* m_aloneMeasurement;
    CurveVisibility* m_visibility;
    QStackedWidget* m_pages;
    QTabBar* m_tabs;
    ThroughputPlot* m_plot = nullptr;
    NowModel* m_nowModel = nullptr;
    NowView* m_now = nullptr;
    LatencyPlot* m_latency = nullptr;
    LatencyDistribution* m_distribution = nullptr;
    ThroughputTableModel* m_numbers;
    QTableView* m_table;
    CurveLegend* m_legend = nullptr;
    QAction* m_run = nullptr;
    QAction* m_stop = nullptr;
    QAction* m_pause = nullptr;
    QAction* m_follow = nullptr;
    QAction* m_resetZoom = nullptr;
    QAction* m_measureAlone = nullptr;
    QToolButton* m_measureAloneButton = nullptr;
    QAction* m_showNumbers = nullptr;
    QActionGroup* m_views = nullptr;
    QTimer m_numbersTimer;
};

} // namespace parterre::ui
