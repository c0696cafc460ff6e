// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/partition/group_path.h"
#include "ui/shell/close_question.h"

#include <QMainWindow>
#include <QTimer>

#include <memory>

class QLabel;

namespace parterre::ui {

class DevicePanel;
class ExperimentWindow;
class KernelWindow;
class MessageBar;
class PartitionEditor;
class PlanDocument;
class PlanRecovery;
class PreviewPanel;
class Session;
class ThroughputHistory;
class ThroughputPanel;
class TimelinePanel;

/// The window: puts the panels together, and says what happened.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    /// Raised when a saved layout does not fit the docks any more; it is ignored then.
    static constexpr int layoutVersion = 4;

    /// `session` must outlive the window.
    explicit MainWindow(Session& session, QWidget* parent = nullptr);
    ~MainWindow() override;

    PlanDocument& document() const { return *m_document; }
    MessageBar& messageBar() const { return *m_message; }
    PartitionEditor& partitionEditor() const { return *m_editor; }
    PreviewPanel& previewPanel() const { return *m_preview; }
    ThroughputPanel& throughputPanel() const { return *m_throughput; }
    TimelinePanel& timelinePanel() const { return *m_timeline; }
    DevicePanel& devicePanel() const { return *m_devices; }
    /// Null until it was opened.
    KernelWindow* kernelWindow() const { return m_kernels.get(); }
    /// Opens it; see Session::kernelEditingWanted().
    void editKernel(const std::string& workload = {}, const GroupPath& group = {});

    /// Made when first asked for.
    ExperimentWindow& experiments();
    void showExperiments();

    /// How to ask before closing, or opening another plan, gives up edits; without it, they are
    /// given up unasked.
    void setAskToClose(AskToClose ask) { m_askToClose = std::move(ask); }
    /// From now on edits that are not saved outlive a crash in that folder, and what a crash left
    /// there is offered. Not for a window that takes a picture.
    void keepRecovery(const QString& folder);
    /// Null unless keepRecovery() was asked for.
    PlanRecovery* recovery() const { return m_recovery.get(); }
    /// Layout and size as they were when the window was closed last. Only a window that was asked
    /// this remembers its own layout when it is closed: one that takes a picture must not.
    void restoreLayout();
    void restoreDefaultLayout();

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool event(QEvent* event) override;

private:
    QDockWidget*
    addDock(Qt::DockWidgetArea area, QWidget* content, const QString& name, const QString& title);
    void makeDocks();
    /// The table of partitions gets the height of its rows, the plot what is left; until the user
    /// drags the border between them.
    void shareHeight();
    QDockWidget* dockInFront() const; ///< of those on tabs below
    void makeStatusBar();
    /// A low window has no room for a partition's options, unless the user wants them.
    void showDetailsWhereThereIsRoom();
    void connectSession();
    void showEngineState();
    void showTitle();
    /// Whether to go on: nothing would be lost, or the user says so.
    bool settle(const CloseQuestion& question);
    void offerLostPlans();
    void tellFailure(const QString& sentence, const QString& details);

    Session& m_session;
    PlanDocument* m_document;
    ThroughputHistory* m_history;
    MessageBar* m_message;
    PartitionEditor* m_editor;
    PreviewPanel* m_preview;
    ThroughputPanel* m_throughput;
    TimelinePanel* m_timeline;
    DevicePanel* m_devices;
    ExperimentWindow* m_experiments = nullptr;
    QDockWidget* m_bottom = nullptr;
    QDockWidget* m_timelineDock = nullptr; ///< on a tab beside it
    QTimer m_heightTimer;
    bool m_heightIsUsers = false;
    bool m_detailsAreUsers = false; ///< whether the user said if a partition's options are shown
    QLabel* m_engineState;
    QLabel* m_driver;
    QByteArray m_defaultLayout;
    bool m_remembersLayout = false;
    AskToClose m_askToClose;
    std::unique_ptr<PlanRecovery> m_recovery;
    std::unique_ptr<KernelWindow> m_kernels;
};

} // namespace parterre::ui
