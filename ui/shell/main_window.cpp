// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"

#include "core/model/driver_version.h"
#include "ui/engine/session.h"
#include "ui/experiments/experiment_window.h"
#include "ui/inspector/device_panel.h"
#include "ui/kernel/kernel_window.h"
#include "ui/partition/partition_bar.h"
#include "ui/partition/partition_editor.h"
#include "ui/partition/plan_editor.h"
#include "ui/partition/preview_panel.h"
#include "ui/shell/close_question.h"
#include "ui/shell/dock_title.h"
#include "ui/shell/engine_messages.h"
#include "ui/shell/main_menus.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/plan_document.h"
#include "ui/shell/plan_recovery.h"
#include "ui/shell/text.h"
#include "ui/shell/theme.h"
#include "ui/throughput/throughput_export.h"
#include "ui/throughput/throughput_history.h"
#include "ui/throughput/throughput_panel.h"
#include "ui/timeline/timeline_panel.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QLabel>
#include <QMimeData>
#include <QSettings>
#include <QStatusBar>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace parterre::ui {
namespace {

const QString geometryKey = QStringLiteral("window/geometry");
const QString stateKey = QStringLiteral("window/layout");
const QString heightKey = QStringLiteral("window/height_is_users");
const QString detailsKey = QStringLiteral("window/options");
const QString numbersKey = QStringLiteral("window/numbers");

constexpr double leastPlotShare = 0.45; ///< of the height, however many partitions there are

constexpr int leastHeightForDetails = 900; ///< below it they would cost the table its rows

/// Shows a window, above all others and with the keyboard's focus.
void toFront(QWidget& window) {
    window.show();
    window.raise();
    window.activateWindow();
}

/// The one plan that is dragged; empty when it is something else.
QString planOf(const QMimeData& dragged) {
    const QList<QUrl> urls = dragged.urls();
    return urls.size() == 1 ? urls.front().toLocalFile() : QString();
}

} // namespace

MainWindow::MainWindow(Session& session, QWidget* parent)
    : QMainWindow(parent)
    , m_session(session)
    , m_document(new PlanDocument(session, this))
    , m_history(new ThroughputHistory(this))
    , m_message(new MessageBar)
    , m_editor(new PartitionEditor(session, *m_history))
    , m_preview(new PreviewPanel(session))
    , m_throughput(new ThroughputPanel(session, *m_history))
    , m_timeline(new TimelinePanel(session, *m_history))
    , m_devices(new DevicePanel(session))
    , m_engineState(new QLabel)
    , m_driver(new QLabel) {
    new EngineMessages(session, *m_message, this);
    auto* centre = new QWidget;
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_message);
    column->addWidget(m_editor, 1);
    setCentralWidget(centre);
    makeDocks();
    auto* throughputExport = new ThroughputExport(*m_throughput, this);
    connect(throughputExport, &ThroughputExport::failed, this, &MainWindow::tellFailure);
    connect(m_timeline, &TimelinePanel::failed, this, &MainWindow::tellFailure);
    new MainMenus(*this, session, *throughputExport);
    makeStatusBar();
    connectSession();
    setAcceptDrops(true);
    resize(1280, 800);
    m_defaultLayout = saveState(layoutVersion);
    showEngineState();
    showTitle();
    m_editor->bar().setFocus(); // where the work is
}

MainWindow::~MainWindow() {
    hide(); // while all is there still: a cell being edited is committed now
    // The panels outlive our members by a moment, and tell even then that they are hidden.
    m_message->disconnect(this);
    m_editor->disconnect(this);
}

QDockWidget* MainWindow::addDock(
    Qt::DockWidgetArea area, QWidget* content, const QString& name, const QString& title) {
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setTitleBarWidget(new DockTitle(dock));
    dock->setWidget(content);
    dock->setFeatures(QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable);
    addDockWidget(area, dock);
    return dock;
}

void MainWindow::makeDocks() {
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea); // width is what a plot needs
    setDockOptions(QMainWindow::AllowTabbedDocks | QMainWindow::AnimatedDocks);
    QDockWidget* left =
        addDock(Qt::LeftDockWidgetArea, m_devices, QStringLiteral("devices"), tr("GPUs"));
    QDockWidget* right =
        addDock(Qt::RightDockWidgetArea, m_preview, QStringLiteral("preview"), tr("Preview"));
    m_bottom = addDock(
        Qt::BottomDockWidgetArea, m_throughput, QStringLiteral("throughput"), tr("Throughput"));
    m_timelineDock = addDock(
        Qt::BottomDockWidgetArea, m_timeline, QStringLiteral("timeline"), tr("SM timeline"));
    tabifyDockWidget(m_bottom, m_timelineDock);
    setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
    m_timelineDock->hide(); // until somebody wants it: a row of tabs is room, too
    connect(m_timelineDock->toggleViewAction(), &QAction::triggered, this, [this](bool isShown) {
        if (!isShown)
            return;
        const int height = m_bottom->height();
        m_timelineDock->raise();
        // A dock that was never shown asks for its least.
        m_timeline->setMinimumHeight(height);
        QTimer::singleShot(0, this, [this, height] {
            m_timeline->setMinimumHeight(0);
            resizeDocks({m_timelineDock}, {height}, Qt::Vertical);
        });
    });
    // The names of its views are title enough.
    auto* views = new QWidget;
    auto* row = new QHBoxLayout(views);
    row->setContentsMargins(2 * theme::grid, theme::grid / 2, 2 * theme::grid, 0);
    row->addWidget(&m_throughput->tabs());
    row->addStretch(1);
    auto* timeline = new QToolButton;
    timeline->setDefaultAction(m_timelineDock->toggleViewAction());
    row->addWidget(timeline);
    delete m_bottom->titleBarWidget();
    m_bottom->setTitleBarWidget(views);
    resizeDocks({left, right}, {248, 240}, Qt::Horizontal);
    m_heightTimer.setSingleShot(true);
    connect(&m_heightTimer, &QTimer::timeout, this, &MainWindow::shareHeight);
    const auto later = [this] { m_heightTimer.start(0); }; // once the layout knows
    connect(m_editor, &PartitionEditor::rowsChanged, this, later);
    connect(m_message, &MessageBar::visibilityChanged, this, later);
    connect(m_editor->showDetailsAction(), &QAction::triggered, this, [this] {
        m_detailsAreUsers = true;
    });
}

void MainWindow::shareHeight() {
    QDockWidget* const below = dockInFront();
    if (m_heightIsUsers || below->isFloating() || !below->isVisible() ||
        dockWidgetArea(below) != Qt::BottomDockWidgetArea)
        return;
    const int both = centralWidget()->height() + below->height();
    const int above = both - (m_message->isVisible() ? m_message->height() : 0);
    const int room = above - static_cast<int>(both * leastPlotShare);
    resizeDocks({below}, {above - m_editor->heightWithin(room)}, Qt::Vertical);
}

QDockWidget* MainWindow::dockInFront() const {
    return m_timeline->visibleRegion().isEmpty() ? m_bottom : m_timelineDock;
}

void MainWindow::showDetailsWhereThereIsRoom() {
    if (!m_detailsAreUsers)
        m_editor->showDetailsAction()->setChecked(height() >= leastHeightForDetails);
}

bool MainWindow::event(QEvent* event) {
    if (event->type() != QEvent::MouseMove)
        return QMainWindow::event(event);
    // The separators are drawn and dragged by the main window itself.
    const int before = dockInFront()->height();
    const bool done = QMainWindow::event(event);
    m_heightIsUsers = m_heightIsUsers || dockInFront()->height() != before;
    return done;
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    showDetailsWhereThereIsRoom();
    m_heightTimer.start(0);
}

void MainWindow::makeStatusBar() {
    m_engineState->setContentsMargins(theme::grid, 0, theme::grid, 0);
    m_driver->setContentsMargins(theme::grid, 0, theme::grid, 0);
    statusBar()->addPermanentWidget(m_driver);
    statusBar()->addPermanentWidget(m_engineState);
    statusBar()->setSizeGripEnabled(false);
}

void MainWindow::connectSession() {
    EngineClient& client = m_session.client();
    connect(&client, &EngineClient::stateChanged, this, &MainWindow::showEngineState);
    connect(&client, &EngineClient::remarked, this, [this](const QString& line) {
        statusBar()->showMessage(tr("Engine: %1").arg(line.section(QLatin1Char('\n'), -1)), 10'000);
    });
    connect(&m_session, &Session::deviceChanged, this, &MainWindow::showEngineState);
    connect(&m_session, &Session::deviceChanged, this, &MainWindow::showTitle);
    connect(&m_session, &Session::rescanned, this, [this](int count) {
        statusBar()->showMessage(tr("%n GPU(s) found", nullptr, count), 5'000);
    });
    connect(m_document, &PlanDocument::failed, this, &MainWindow::tellFailure);
    connect(&m_session, &Session::kernelEditingWanted, this, &MainWindow::editKernel);
    connect(m_document, &PlanDocument::pathChanged, this, &MainWindow::showTitle);
    m_document->setMayReplace([this] { return settle(CloseQuestion::aboutOpening(m_session)); });
    connect(
        m_document, &PlanDocument::fitted, this,
        [this](const QString& sentence, const QString& details) {
            m_message->show(
                MessageBar::Kind::info, sentence, details, tr("As it was saved"),
                [this] { m_session.editor().undoStack().undo(); });
        });
    connect(m_document, &PlanDocument::saved, this, [this] {
        statusBar()->showMessage(tr("Saved %1").arg(m_document->path()), 5'000);
    });
    connect(m_editor, &PartitionEditor::refused, this, [this](const QString& sentence) {
        m_message->show(MessageBar::Kind::warning, sentence);
    });
    connect(
        &m_session.editor().undoStack(), &QUndoStack::cleanChanged, this, &MainWindow::showTitle);
}

void MainWindow::editKernel(const std::string& workload, const GroupPath& group) {
    if (!m_kernels)
        m_kernels = std::make_unique<KernelWindow>(m_session);
    toFront(*m_kernels);
    m_kernels->edit(workload, group);
}

void MainWindow::showEngineState() {
    switch (m_session.client().state()) {
    case EngineClient::State::stopped:
        m_engineState->setText(tr("Engine: not started"));
        break;
    case EngineClient::State::starting:
        m_engineState->setText(tr("Engine: starting…"));
        break;
    case EngineClient::State::ready:
        m_engineState->setText(tr("Engine: %1").arg(m_session.client().engineName()));
        break;
    case EngineClient::State::restarting:
        m_engineState->setText(tr("Engine: restarting…"));
        break;
    case EngineClient::State::failed:
        m_engineState->setText(tr("Engine: not running"));
        break;
    }
    m_engineState->setToolTip(m_session.client().command().join(QLatin1Char(' ')));
    const DeviceDescription* device = m_session.device();
    m_driver->setText(
        device ? tr("%1 · driver %2")
                     .arg(toQt(device->id), toQt(driverVersionText(device->driverVersion)))
               : QString());
}

void MainWindow::showTitle() {
    const DeviceDescription* device = m_session.device();
    const QString id = toQt(m_session.editor().plan().device);
    QStringList parts;
    parts << (m_document->path().isEmpty() ? tr("New plan")
                                           : QFileInfo(m_document->path()).fileName()) +
                 QStringLiteral("[*]");
    if (!id.isEmpty())
        parts << (device ? tr("%1 (%2)").arg(toQt(device->name), id) : id);
    parts << tr("Parterre");
    setWindowTitle(parts.join(QStringLiteral(" – ")));
    setWindowModified(!m_session.editor().undoStack().isClean());
}

ExperimentWindow& MainWindow::experiments() {
    if (m_experiments)
        return *m_experiments;
    m_experiments = new ExperimentWindow(m_session, this);
    connect(m_experiments, &ExperimentWindow::planUsed, this, [this] {
        setWindowState(windowState() & ~Qt::WindowMinimized);
        toFront(*this);
    });
    return *m_experiments;
}

void MainWindow::showExperiments() {
    toFront(experiments());
}

void MainWindow::tellFailure(const QString& sentence, const QString& details) {
    m_message->show(MessageBar::Kind::error, sentence, details);
}

void MainWindow::restoreLayout() {
    m_remembersLayout = true;
    const QSettings settings;
    restoreGeometry(settings.value(geometryKey).toByteArray());
    m_heightIsUsers = restoreState(settings.value(stateKey).toByteArray(), layoutVersion) &&
                      settings.value(heightKey).toBool();
    m_throughput->showNumbersAction()->setChecked(settings.value(numbersKey, true).toBool());
    m_detailsAreUsers = settings.contains(detailsKey);
    if (m_detailsAreUsers)
        m_editor->showDetailsAction()->setChecked(settings.value(detailsKey).toBool());
}

void MainWindow::restoreDefaultLayout() {
    restoreState(m_defaultLayout, layoutVersion);
    m_throughput->showNumbersAction()->setChecked(true);
    m_detailsAreUsers = false;
    showDetailsWhereThereIsRoom();
    m_heightIsUsers = false;
    m_heightTimer.start(0);
}

bool MainWindow::settle(const CloseQuestion& question) {
    if (!m_askToClose)
        return true;
    if (question.text.isEmpty())
        return true;
    switch (m_askToClose(question)) {
    case CloseQuestion::Answer::save:
        m_document->save();
        return m_session.editor().undoStack().isClean(); // not when the file dialog was cancelled
    case CloseQuestion::Answer::close:
        return true;
    case CloseQuestion::Answer::stay:
        break;
    }
    return false;
}

void MainWindow::keepRecovery(const QString& folder) {
    m_recovery = std::make_unique<PlanRecovery>(m_session.editor(), *m_document, folder);
    connect(m_recovery.get(), &PlanRecovery::failed, this, &MainWindow::tellFailure);
    offerLostPlans();
}

void MainWindow::offerLostPlans() {
    const std::vector<PlanRecovery::Lost>& lost = m_recovery->lost();
    if (lost.empty())
        return;
    QString details = lost.front().summary();
    if (lost.size() > 1)
        details += QLatin1Char('\n') + tr("%n more in the menu File, Recover.", nullptr,
                                          static_cast<int>(lost.size()) - 1);
    m_message->show(
        MessageBar::Kind::warning,
        tr("Parterre did not end in order the last time. The plan that was not saved is kept."),
        details, tr("Recover"), [this] {
            if (!m_recovery->lost().empty())
                m_recovery->recover(0);
        });
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!planOf(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QString path = planOf(*event->mimeData());
    if (path.isEmpty())
        return;
    event->setDropAction(Qt::CopyAction); // the file stays where it is
    event->accept();
    // A question would keep the program that it is dragged from waiting.
    QTimer::singleShot(0, this, [this, path] { m_document->open(path); });
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!settle(CloseQuestion::aboutClosing(m_session)) ||
        (m_kernels && !settle(m_kernels->aboutClosing()))) {
        event->ignore();
        return;
    }
    if (m_kernels)
        m_kernels->close(); // it is no reason for the program to go on
    if (m_remembersLayout) {
        QSettings settings;
        settings.setValue(geometryKey, saveGeometry());
        settings.setValue(stateKey, saveState(layoutVersion));
        settings.setValue(heightKey, m_heightIsUsers);
        if (m_detailsAreUsers)
            settings.setValue(detailsKey, m_editor->showDetailsAction()->isChecked());
        else
            settings.remove(detailsKey);
        settings.setValue(numbersKey, m_throughput->showNumbersAction()->isChecked());
    }
    QMainWindow::closeEvent(event);
}

} // namespace parterre::ui
