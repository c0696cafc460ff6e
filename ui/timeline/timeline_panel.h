// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/block_record.h"

#include <QWidget>

class QAction;
class QSpinBox;

namespace parterre::ui {

class ElidedLabel;
class Session;
class ThroughputHistory;
class TimelineChart;
class TimelineLegend;

/// The SM timeline with its buttons: switches recording on and off, and says what came of it.
class TimelinePanel : public QWidget {
    Q_OBJECT
public:
    /// `history` knows what the partitions are called and how they are drawn. Both must outlive
    /// the panel.
    TimelinePanel(Session& session, const ThroughputHistory& history, QWidget* parent = nullptr);

    TimelineChart& chart() const { return *m_chart; }
    const BlockRecord& record() const { return m_record; }
    QAction* recordAction() const { return m_recordAction; }
    QAction* followAction() const { return m_follow; }
    QAction* resetZoomAction() const { return m_resetZoom; }
    QAction* allSmsAction() const { return m_allSms; }
    QAction* savePictureAction() const { return m_savePicture; }
    QAction* saveTraceAction() const { return m_saveTrace; }
    QSpinBox& windowBox() const { return *m_window; }
    QSpinBox& periodBox() const { return *m_period; }
    /// How much is recorded, what had no room, and what it costs.
    QString summary() const;
    /// What the mouse or the cursor is on.
    QString readout() const;

    /// What is in view, as a PNG picture. False when the file cannot be written.
    bool savePicture(const QString& path) const;
    /// What is kept, in the form of `parterre-cli run --timeline`. False, and `error` says why,
    /// when the file cannot be written.
    bool saveTrace(const QString& path, QString* error) const;

signals:
    void failed(const QString& sentence, const QString& details);

private:
    void makeActions();
    QWidget* makeTools();
    void connectSession();
    void switchRecording();
    void take(const std::vector<TimelineBatch>& batches);
    void forget();
    void showPartitions();
    void showRows();
    void showState();
    void askForPicture();
    void askForTrace();

    Session& m_session;
    const ThroughputHistory& m_history;
    BlockRecord m_record;
    TimelineChart* m_chart;
    TimelineLegend* m_legend;
    ElidedLabel* m_readout;
    ElidedLabel* m_summary;
    QSpinBox* m_window;
    QSpinBox* m_period;
    QAction* m_recordAction = nullptr;
    QAction* m_follow = nullptr;
    QAction* m_resetZoom = nullptr;
    QAction* m_allSms = nullptr;
    QAction* m_savePicture = nullptr;
    QAction* m_saveTrace = nullptr;
    std::string m_device; ///< whose SMs the rows are
};

} // namespace parterre::ui
