// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QList>
#include <QTimer>
#include <QWidget>

class QAction;
class QTableView;

namespace parterre::ui {

class CurveLegend;
class CurveVisibility;
class Session;
class ThroughputHistory;
class ThroughputPlot;
class ThroughputTableModel;

/// The plot with its legend and buttons, and the numbers beside it.
class ThroughputPanel : public QWidget {
    Q_OBJECT
public:
    /// Both must outlive the panel.
    ThroughputPanel(Session& session, ThroughputHistory& history, QWidget* parent = nullptr);

    ThroughputPlot& plot() const { return *m_plot; }
    QAction* runAction() const { return m_run; }
    QAction* stopAction() const { return m_stop; }
    QAction* pauseAction() const { return m_pause; }
    QAction* followAction() const { return m_follow; }
    QAction* resetZoomAction() const { return m_resetZoom; }
    QAction* showNumbersAction() const { return m_showNumbers; }
    QTableView& numbers() const { return *m_table; }
    CurveLegend& legend() const { return *m_legend; }

private:
    void makeActions();
    void connectSession();
    void showSeries();
    void showLegend();
    void showActions();
    void fitNumbers();
    double now() const;

    Session& m_session;
    ThroughputHistory& m_history;
    QElapsedTimer m_clock;
    CurveVisibility* m_visibility;
    ThroughputPlot* m_plot = nullptr;
    ThroughputTableModel* m_numbers;
    QTableView* m_table;
    CurveLegend* m_legend = nullptr;
    QAction* m_run = nullptr;
    QAction* m_stop = nullptr;
    QAction* m_pause = nullptr;
    QAction* m_follow = nullptr;
    QAction* m_resetZoom = nullptr;
    QAction* m_showNumbers = nullptr;
    QTimer m_numbersTimer;
};

} // namespace parterre::ui
