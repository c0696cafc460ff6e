// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_menus.h"

#include "ui/engine/session.h"
#include "ui/partition/colour_menu.h"
#include "ui/partition/group_actions.h"
#include "ui/partition/partition_editor.h"
#include "ui/partition/plan_editor.h"
#include "ui/partition/plan_options.h"
#include "ui/partition/split_actions.h"
#include "ui/partition/start_menu.h"
#include "ui/partition/workload_menu.h"
#include "ui/shell/copy_actions.h"
#include "ui/shell/main_window.h"
#include "ui/shell/plain_text.h"
#include "ui/shell/plan_document.h"
#include "ui/shell/plan_recovery.h"
#include "ui/shell/recent_menu.h"
#include "ui/throughput/curve_legend.h"
#include "ui/throughput/throughput_export.h"
#include "ui/throughput/throughput_panel.h"
#include "ui/timeline/timeline_panel.h"

#include <QDockWidget>
#include <QMenuBar>
#include <QMessageBox>

namespace parterre::ui {

MainMenus::MainMenus(MainWindow& window, Session& session, ThroughputExport& throughputExport)
    : QObject(&window)
    , m_window(window)
    , m_session(session)
    , m_export(&throughputExport) {
    makeFileMenu();
    makeEditMenu();
    makeRunMenu();
    makeViewMenu();
    makeHelpMenu();
}

void MainMenus::makeRunMenu() {
    const ThroughputPanel& throughput = m_window.throughputPanel();
    QMenu* run = m_window.menuBar()->addMenu(tr("&Run"));
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
    run->addActions(
        {throughput.runAction(), throughput.stopAction(), throughput.measureAloneAction(),
         m_window.timelinePanel().recordAction()});
    run->addSeparator();
    run->addAction(
        tr("E&xperiments…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E), &m_window,
        &MainWindow::showExperiments);
    run->addSeparator();
    QAction* rescan = run->addAction(tr("Re&scan the GPUs"), &m_session, &Session::rescan);
    rescan->setShortcut(QKeySequence(Qt::Key_F5));
    run->addAction(tr("Restart the &engine"), &m_session, &Session::restartEngine);
}

void MainMenus::makeHelpMenu() {
    QMenu* help = m_window.menuBar()->addMenu(tr("&Help"));
    help->addAction(tr("&About Parterre"), this, &MainMenus::about);
}

void MainMenus::makeEditMenu() {
    QMenu* edit = m_window.menuBar()->addMenu(tr("&Edit"));
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
        const QString whyNot = m_session.whyNotRevert();
        revert->setEnabled(whyNot.isEmpty());
        revert->setToolTip(whyNot);
    };
    connect(&m_session, &Session::appliedChanged, revert, showRevert);
    showRevert();
    edit->addSeparator();

    const GroupActions& group = m_window.partitionEditor().actions();
    edit->addActions({group.add(), group.takeRemainder(), group.rename()});
    auto* workloads = new WorkloadMenu(m_session, edit);
    edit->addMenu(workloads);
    auto* colours = new ColourMenu(m_session.editor(), edit);
    edit->addMenu(colours);
    group.splits().addTo(*edit);
    edit->addActions(
        {group.merge(), group.equalise(), group.discover(), group.moveLeft(), group.moveRight(),
         group.remove()});
    edit->addSeparator();
    edit->addActions(m_window.partitionEditor().options().actions());
    edit->addSeparator();

    // Each view binds these keys for itself; here they are told.
    QAction* asText = edit->addAction(tr("&Copy as text\tCtrl+C"));
    QAction* asJson = edit->addAction(tr("Copy as &JSON\tCtrl+Shift+C"));
    connect(asText, &QAction::triggered, this, [this] { copyFromFocus(0); });
    connect(asJson, &QAction::triggered, this, [this] { copyFromFocus(1); });
    connect(edit, &QMenu::aboutToShow, this, [this, workloads, colours, asText, asJson] {
        workloads->offerFor(m_window.partitionEditor().current());
        colours->offerFor(m_window.partitionEditor().current());
        const QList<QAction*> copies = copyActionsAround(m_window.focusWidget());
        for (qsizetype i = 0; QAction * entry : {asText, asJson}) {
            entry->setEnabled(i < copies.size());
            if (i < copies.size())
                entry->setText(
                    copies[i]->text() + QLatin1Char('\t') +
                    copies[i]->shortcut().toString(QKeySequence::NativeText));
            ++i;
        }
    });
}

void MainMenus::copyFromFocus(qsizetype which) {
    const QList<QAction*> actions = copyActionsAround(m_window.focusWidget());
    if (which < actions.size())
        actions[which]->trigger();
}

void MainMenus::makeFileMenu() {
    PlanDocument& plan = m_window.document();
    QMenu* file = m_window.menuBar()->addMenu(tr("&File"));
    file->setToolTipsVisible(true);
    auto* starts = new StartMenu(m_session, file);
    file->addMenu(starts);
    auto* start = new QAction(tr("New plan from…"), &m_window);
    start->setShortcut(Qt::CTRL | Qt::ALT | Qt::Key_N); // a submenu has no key of its own
    m_window.addAction(start);
    connect(start, &QAction::triggered, starts, [this, starts] {
        const QWidget& editor = m_window.partitionEditor();
        starts->popup(editor.mapToGlobal(editor.rect().topLeft()));
        starts->setActiveAction(starts->actions().value(0));
    });
    file->addAction(tr("&Open a plan…"), QKeySequence::Open, &plan, &PlanDocument::openAs);
    file->addMenu(new RecentMenu(plan, file));
    file->addMenu(makeRecoverMenu(*file));
    file->addAction(tr("&Save the plan"), QKeySequence::Save, &plan, &PlanDocument::save);
    file->addAction(
        tr("Save the plan &as…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), &plan,
        &PlanDocument::saveAs);
    file->addSeparator();
    file->addAction(tr("Export the &plot…"), m_export, &ThroughputExport::savePlot);
    file->addAction(tr("Export the samples as &CSV…"), m_export, &ThroughputExport::saveSamples);
    const TimelinePanel& timeline = m_window.timelinePanel();
    file->addActions({timeline.saveTraceAction(), timeline.savePictureAction()});
    file->addSeparator();
    file->addAction(tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), &m_window, &QWidget::close);
}

QMenu* MainMenus::makeRecoverMenu(QMenu& file) {
    auto* recover = new QMenu(tr("Reco&ver"), &file);
    recover->menuAction()->setToolTip(tr("Plans that a crash kept from being saved"));
    connect(&file, &QMenu::aboutToShow, recover, [this, recover] {
        recover->clear();
        PlanRecovery* recovery = m_window.recovery();
        recover->setEnabled(recovery && !recovery->lost().empty());
        if (recovery)
            for (std::size_t i = 0; i < recovery->lost().size(); ++i)
                recover->addAction(
                    plainActionText(recovery->lost()[i].summary()), recovery,
                    [recovery, i] { recovery->recover(i); });
    });
    return recover;
}

void MainMenus::makeViewMenu() {
    const ThroughputPanel& throughput = m_window.throughputPanel();
    QMenu* view = m_window.menuBar()->addMenu(tr("&View"));
    const auto docks = m_window.findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly);
    for (QDockWidget* dock : docks)
        view->addAction(dock->toggleViewAction());
    view->addSeparator();
    const PartitionEditor& editor = m_window.partitionEditor();
    view->addAction(
        tr("&Kernel editor…"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_K), &m_window,
        [this] { m_window.editKernel(); });
    view->addSeparator();
    view->addActions({editor.mapAction(), editor.tableAction(), editor.showDetailsAction()});
    view->addSeparator();
    view->addActions(throughput.viewActions());
    view->addSeparator();
    view->addAction(throughput.legend().menuAction());
    view->addActions(
        {throughput.pauseAction(), throughput.followAction(), throughput.resetZoomAction(),
         throughput.showNumbersAction()});
    view->addSeparator();
    view->addAction(
        tr("Restore the &default layout"), &m_window, &MainWindow::restoreDefaultLayout);
}

void MainMenus::about() {
    QMessageBox::about(
        &m_window, tr("About Parterre"),
        tr("<h3>Parterre %1</h3><p>Inspects NVIDIA GPUs and partitions them with CUDA green "
           "contexts.</p><p>The window is free software under the GNU General Public License, "
           "version 3 or later; the library under it is licensed under Apache 2.0. Plots by "
           "QCustomPlot.</p>")
            .arg(QStringLiteral(PARTERRE_VERSION)));
}

} // namespace parterre::ui
