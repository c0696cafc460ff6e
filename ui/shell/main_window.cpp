// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"

#include "core/model/driver_version.h"
#include "ui/engine/session.h"
#include "ui/inspector/device_panel.h"
#include "ui/partition/group_actions.h"
#include "ui/partition/partition_bar.h"
#include "ui/partition/partition_editor.h"
#include "ui/partition/plan_editor.h"
#include "ui/partition/plan_options.h"
#include "ui/partition/preview_panel.h"
#include "ui/partition/workload_menu.h"
#include "ui/shell/close_question.h"
#include "ui/shell/copy_actions.h"
#include "ui/shell/dock_title.h"
#include "ui/shell/engine_messages.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/plan_file.h"
#include "ui/shell/text.h"
#include "ui/shell/theme.h"
#include "ui/throughput/throughput_history.h"
#include "ui/throughput/throughput_panel.h"
#include "ui/throughput/throughput_plot.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QSaveFile>
#include <QSettings>
#include <QStatusBar>
#include <QVBoxLayout>

#include <algorithm>

namespace parterre::ui {
namespace {

const QString geometryKey = QStringLiteral("window/geometry");
const QString stateKey = QStringLiteral("window/layout");
const QString heightKey = QStringLiteral("window/height_is_users");
const QString numbersKey = QStringLiteral("window/numbers");

constexpr double leastPlotShare = 0.45; ///< of the height, however many partitions there are

QString withSuffix(const QString& path, const QString& suffix) {
    return path.isEmpty() || !QFileInfo(path).suffix().isEmpty() ? path : path + suffix;
}

} // namespace

MainWindow::MainWindow(Session& session, QWidget* parent)
    : QMainWindow(parent)
    , m_session(session)
    , m_history(new ThroughputHistory(this))
    , m_message(new MessageBar)
    , m_editor(new PartitionEditor(session, *m_history))
    , m_preview(new PreviewPanel(session))
    , m_throughput(new ThroughputPanel(session, *m_history))
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
    makeMenus();
    makeStatusBar();
    connectSession();
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
    resizeDocks({left, right}, {248, 240}, Qt::Horizontal);
    m_heightTimer.setSingleShot(true);
    connect(&m_heightTimer, &QTimer::timeout, this, &MainWindow::shareHeight);
    const auto later = [this] { m_heightTimer.start(0); }; // once the layout knows
    connect(m_editor, &PartitionEditor::rowsChanged, this, later);
    connect(m_message, &MessageBar::visibilityChanged, this, later);
}

void MainWindow::shareHeight() {
    if (m_heightIsUsers || m_bottom->isFloating() || !m_bottom->isVisible() ||
        dockWidgetArea(m_bottom) != Qt::BottomDockWidgetArea)
        return;
    const int both = centralWidget()->height() + m_bottom->height();
    const int above = both - (m_message->isVisible() ? m_message->height() : 0);
    const int room = above - static_cast<int>(both * leastPlotShare);
    resizeDocks({m_bottom}, {above - m_editor->heightWithin(room)}, Qt::Vertical);
}

bool MainWindow::event(QEvent* event) {
    if (event->type() != QEvent::MouseMove)
        return QMainWindow::event(event);
    // The separators are drawn and dragged by the main window itself.
    const int before = m_bottom->height();
    const bool done = QMainWindow::event(event);
    m_heightIsUsers = m_heightIsUsers || m_bottom->height() != before;
    return done;
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    m_heightTimer.start(0);
}

void MainWindow::makeMenus() {
    makeFileMenu();

    makeEditMenu();

    QMenu* run = menuBar()->addMenu(tr("&Run"));
    QAction* apply = run->addAction(tr("&Apply"), &m_session, &Session::apply);
    apply->setShortcuts(
        {QKeySequence(Qt::CTRL | Qt::Key_Return), QKeySequence(Qt::CTRL | Qt::Key_Enter)});
    QAction* release = run->addAction(tr("Re&lease"), &m_session, &Session::release);
    connect(run, &QMenu::aboutToShow, this, [this, apply, release] {
        apply->setEnabled(m_session.canApply());
        release->setEnabled(m_session.applied() != nullptr);
    });
    connect(run, &QMenu::aboutToHide, this, [apply, release] {
        apply->setEnabled(true); // else the shortcut would stay dead; apply() checks itself
        release->setEnabled(true);
    });
    run->addSeparator();
    run->addActions({m_throughput->runAction(), m_throughput->stopAction()});
    run->addSeparator();
    QAction* rescan = run->addAction(tr("Re&scan the GPUs"), &m_session, &Session::rescan);
    rescan->setShortcut(QKeySequence(Qt::Key_F5));
    run->addAction(tr("Restart the &engine"), &m_session, &Session::restartEngine);

    makeViewMenu();
    QMenu* help = menuBar()->addMenu(tr("&Help"));
    help->addAction(tr("&About Parterre"), this, &MainWindow::about);
}

void MainWindow::makeEditMenu() {
    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    edit->setToolTipsVisible(true); // they say why something cannot be done
    QUndoStack& stack = m_session.editor().undoStack();
    QAction* undo = stack.createUndoAction(this, tr("&Undo"));
    undo->setShortcut(QKeySequence::Undo);
    QAction* redo = stack.createRedoAction(this, tr("&Redo"));
    redo->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence::Redo});
    edit->addActions({undo, redo});
    QAction* revert = edit->addAction(
        tr("Re&vert to what is applied"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R),
        &m_session, &Session::revert);
    const auto showRevert = [this, revert] {
        revert->setEnabled(!m_session.pendingChanges().isEmpty());
    };
    connect(&m_session, &Session::appliedChanged, revert, showRevert);
    showRevert();
    edit->addSeparator();

    const GroupActions& group = m_editor->actions();
    edit->addActions({group.add(), group.rename()});
    auto* workloads = new WorkloadMenu(m_session, edit);
    edit->addMenu(workloads);
    edit->addActions(
        {group.split(), group.merge(), group.equalise(), group.moveLeft(), group.moveRight(),
         group.remove()});
    edit->addSeparator();
    edit->addActions(m_editor->options().actions());
    edit->addSeparator();

    // Each view binds these keys for itself; here they are told.
    QAction* asText = edit->addAction(tr("&Copy as text\tCtrl+C"));
    QAction* asJson = edit->addAction(tr("Copy as &JSON\tCtrl+Shift+C"));
    connect(asText, &QAction::triggered, this, [this] { copyFromFocus(0); });
    connect(asJson, &QAction::triggered, this, [this] { copyFromFocus(1); });
    connect(edit, &QMenu::aboutToShow, this, [this, workloads, asText, asJson] {
        workloads->offerFor(m_editor->currentRow());
        const bool canCopy = !copyActionsAround(focusWidget()).isEmpty();
        asText->setEnabled(canCopy);
        asJson->setEnabled(canCopy);
    });
}

void MainWindow::copyFromFocus(qsizetype which) {
    const QList<QAction*> actions = copyActionsAround(focusWidget());
    if (which < actions.size())
        actions[which]->trigger();
}

void MainWindow::makeFileMenu() {
    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addAction(tr("&Open a plan…"), QKeySequence::Open, this, &MainWindow::openPlanAs);
    file->addAction(tr("&Save the plan"), QKeySequence::Save, this, &MainWindow::savePlan);
    file->addAction(
        tr("Save the plan &as…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), this,
        &MainWindow::savePlanAs);
    file->addSeparator();
    file->addAction(tr("Export the &plot…"), this, &MainWindow::exportPlot);
    file->addAction(tr("Export the samples as &CSV…"), this, &MainWindow::exportSamples);
    file->addSeparator();
    file->addAction(tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), this, &QWidget::close);
}

void MainWindow::makeViewMenu() {
    QMenu* view = menuBar()->addMenu(tr("&View"));
    const auto docks = findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly);
    for (QDockWidget* dock : docks)
        view->addAction(dock->toggleViewAction());
    view->addSeparator();
    view->addActions({m_editor->mapAction(), m_editor->tableAction()});
    view->addSeparator();
    view->addActions(
        {m_throughput->pauseAction(), m_throughput->followAction(), m_throughput->resetZoomAction(),
         m_throughput->showNumbersAction()});
    view->addSeparator();
    view->addAction(tr("Restore the &default layout"), this, &MainWindow::restoreDefaultLayout);
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
    connect(m_editor, &PartitionEditor::refused, this, [this](const QString& sentence) {
        m_message->show(MessageBar::Kind::warning, sentence);
    });
    connect(
        &m_session.editor().undoStack(), &QUndoStack::cleanChanged, this, &MainWindow::showTitle);
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
    parts << (m_planFile.isEmpty() ? tr("New plan") : QFileInfo(m_planFile).fileName()) +
                 QStringLiteral("[*]");
    if (!id.isEmpty())
        parts << (device ? tr("%1 (%2)").arg(toQt(device->name), id) : id);
    parts << tr("Parterre");
    setWindowTitle(parts.join(QStringLiteral(" – ")));
    setWindowModified(!m_session.editor().undoStack().isClean());
}

bool MainWindow::openPlan(const QString& path) {
    try {
        m_session.editor().load(plan_file::read(path));
    } catch (const InputError& error) {
        m_message->show(
            MessageBar::Kind::error, tr("%1 could not be opened.").arg(QFileInfo(path).fileName()),
            toQt(error.what()));
        return false;
    }
    m_planFile = path;
    showTitle();
    return true;
}

bool MainWindow::savePlanTo(const QString& path) {
    const QString problem = plan_file::write(path, m_session.editor().plan());
    if (!problem.isEmpty()) {
        m_message->show(
            MessageBar::Kind::error, tr("%1 could not be saved.").arg(QFileInfo(path).fileName()),
            problem);
        return false;
    }
    m_planFile = path;
    m_session.editor().undoStack().setClean();
    showTitle();
    statusBar()->showMessage(tr("Saved %1").arg(path), 5'000);
    return true;
}

void MainWindow::openPlanAs() {
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Open a plan"), QFileInfo(m_planFile).path(), tr("Plans (*.json);;All files (*)"));
    if (!path.isEmpty())
        openPlan(path);
}

void MainWindow::savePlan() {
    if (m_planFile.isEmpty())
        savePlanAs();
    else
        savePlanTo(m_planFile);
}

void MainWindow::savePlanAs() {
    const QString path = withSuffix(
        QFileDialog::getSaveFileName(this, tr("Save the plan"), m_planFile, tr("Plans (*.json)")),
        QStringLiteral(".json"));
    if (!path.isEmpty())
        savePlanTo(path);
}

void MainWindow::exportPlot() {
    const QString path = withSuffix(
        QFileDialog::getSaveFileName(
            this, tr("Export the plot"), {}, tr("PNG picture (*.png);;SVG drawing (*.svg)")),
        QStringLiteral(".png"));
    if (!path.isEmpty() && !m_throughput->plot().savePicture(path))
        m_message->show(MessageBar::Kind::error, tr("%1 could not be written.").arg(path));
}

void MainWindow::exportSamples() {
    const QString path = withSuffix(
        QFileDialog::getSaveFileName(this, tr("Export the samples"), {}, tr("CSV (*.csv)")),
        QStringLiteral(".csv"));
    if (path.isEmpty())
        return;
    QSaveFile file(path);
    const QByteArray csv = m_history->asCsv().toUtf8();
    if (!file.open(QIODevice::WriteOnly) || file.write(csv) != csv.size() || !file.commit())
        m_message->show(
            MessageBar::Kind::error, tr("%1 could not be written.").arg(path), file.errorString());
}

void MainWindow::about() {
    QMessageBox::about(
        this, tr("About Parterre"),
        tr("<h3>Parterre %1</h3><p>Inspects NVIDIA GPUs and partitions them with CUDA green "
           "contexts.</p><p>The window is free software under the GNU General Public License, "
           "version 3 or later; the library under it is licensed under Apache 2.0. Plots by "
           "QCustomPlot.</p>")
            .arg(QStringLiteral(PARTERRE_VERSION)));
}

void MainWindow::restoreLayout() {
    m_remembersLayout = true;
    const QSettings settings;
    restoreGeometry(settings.value(geometryKey).toByteArray());
    m_heightIsUsers = restoreState(settings.value(stateKey).toByteArray(), layoutVersion) &&
                      settings.value(heightKey).toBool();
    m_throughput->showNumbersAction()->setChecked(settings.value(numbersKey, true).toBool());
}

void MainWindow::restoreDefaultLayout() {
    restoreState(m_defaultLayout, layoutVersion);
    m_throughput->showNumbersAction()->setChecked(true);
    m_heightIsUsers = false;
    m_heightTimer.start(0);
}

bool MainWindow::mayClose() {
    if (!m_askToClose)
        return true;
    const CloseQuestion question =
        CloseQuestion::make(m_session, m_session.editor().undoStack().isClean());
    if (question.text.isEmpty())
        return true;
    switch (m_askToClose(question)) {
    case CloseQuestion::Answer::save:
        savePlan();
        return m_session.editor().undoStack().isClean(); // not when the file dialog was cancelled
    case CloseQuestion::Answer::close:
        return true;
    case CloseQuestion::Answer::stay:
        break;
    }
    return false;
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!mayClose()) {
        event->ignore();
        return;
    }
    if (m_remembersLayout) {
        QSettings settings;
        settings.setValue(geometryKey, saveGeometry());
        settings.setValue(stateKey, saveState(layoutVersion));
        settings.setValue(heightKey, m_heightIsUsers);
        settings.setValue(numbersKey, m_throughput->showNumbersAction()->isChecked());
    }
    QMainWindow::closeEvent(event);
}

} // namespace parterre::ui
