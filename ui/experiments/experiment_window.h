// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/engine_error.h"

#include <QWidget>

#include <functional>

class QComboBox;
class QLabel;
class QListView;
class QProgressBar;
class QPushButton;
class QScrollArea;

namespace parterre::ui {

class ElidedLabel;
class ExperimentForm;
class ExperimentResults;
class ExperimentRuns;
class ExperimentView;
class Note;
class PlanOffer;
class Session;

/// Questions put to the plan's GPU: choose one, tell it what to measure, see what it found.
class ExperimentWindow : public QWidget {
    Q_OBJECT
public:
    /// Whether to go on, although that is lost; a test answers by itself.
    using Ask = std::function<bool(const QString& question, const QString& details)>;

    /// A window of its own over `parent`. `session` must outlive it.
    explicit ExperimentWindow(Session& session, QWidget* parent = nullptr);

    void setAsk(Ask ask) { m_ask = std::move(ask); }

    ExperimentRuns& runs() const { return *m_runs; }
    ExperimentForm& form() const { return *m_form; }
    PlanOffer& planOffer() const { return *m_offer; }
    ExperimentView& view() const { return *m_view; }
    QComboBox& choice() const { return *m_choice; }
    QListView& results() const { return *m_list; }
    QPushButton& startButton() const { return *m_start; }
    QPushButton& cancelButton() const { return *m_cancel; }
    QPushButton& releaseButton() const { return *m_release; }
    QProgressBar& progress() const { return *m_progress; }
    QString step() const; ///< what is measured now
    QString question() const;
    QString error() const;     ///< why the newest experiment found nothing; empty when it did
    QString applied() const;   ///< what has to be released first; empty when nothing has
    QString simulated() const; ///< where the GPU's figures come from; empty for a real one

signals:
    void planUsed(); ///< a result's plan is on screen now, in the main window

private:
    QWidget* makeControls();
    void connectRuns();
    void offerExperiments();
    void showExperiment();
    void showDevice();
    void showState();
    void start();
    void release();
    void showResult(int row);
    void tellFailure(const EngineError& error);
    void showField(const QString& name);

    Session& m_session;
    Ask m_ask;
    ExperimentRuns* m_runs;
    ExperimentResults* m_kept;
    ExperimentForm* m_form;
    ExperimentView* m_view;
    PlanOffer* m_offer;
    QComboBox* m_choice;
    QScrollArea* m_scroll; ///< what it is told
    QLabel* m_question;
    QLabel* m_gpu;
    Note* m_simulated;
    Note* m_applied;
    QPushButton* m_release;
    QPushButton* m_start;
    QPushButton* m_cancel;
    QProgressBar* m_progress;
    ElidedLabel* m_step;
    Note* m_error;
    QListView* m_list;
};

} // namespace parterre::ui
