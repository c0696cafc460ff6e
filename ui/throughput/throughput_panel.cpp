// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/throughput/throughput_panel.h"

#include "ui/engine/session.h"
#include "ui/partition/group_looks.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/cell_delegate.h"
#include "ui/shell/compact_button.h"
#include "ui/shell/copy_actions.h"
#include "ui/shell/flat_header.h"
#include "ui/shell/glyph.h"
#include "ui/shell/seen.h"
#include "ui/shell/series_icon.h"
#include "ui/shell/text.h"
#include "ui/shell/theme.h"
#include "ui/throughput/alone_rates.h"
#include "ui/throughput/curve_legend.h"
#include "ui/throughput/curve_visibility.h"
#include "ui/throughput/latency_distribution.h"
#include "ui/throughput/latency_plot.h"
#include "ui/throughput/now_model.h"
#include "ui/throughput/now_view.h"
#include "ui/throughput/throughput_history.h"
#include "ui/throughput/throughput_plot.h"
#include "ui/throughput/throughput_table_model.h"

#include <QAction>
#include <QActionGroup>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

namespace parterre::ui {
namespace {

constexpr std::chrono::milliseconds numbersEvery{250};
constexpr int mostLetters = 18; ///< of a partition's name in the table; the rest is in the tool tip

} // namespace

ThroughputPanel::ThroughputPanel(Session& session, ThroughputHistory& history, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_history(history)
    , m_alone(std::make_unique<AloneRates>())
    , m_visibility(new CurveVisibility(this))
    , m_pages(new QStackedWidget)
    , m_tabs(new QTabBar(this))
    , m_numbers(new ThroughputTableModel(history, this))
    , m_table(new QTableView) {
    m_clock.start();
    makeViews();
    makeActions();
    makeCopyActions();

    auto* tools = new QHBoxLayout;
    tools->setSpacing(theme::grid / 2);
    tools->addWidget(new CompactButton(m_run));
    tools->addWidget(new CompactButton(m_stop));
    tools->addSpacing(theme::grid);
    tools->addWidget(m_legend, 1);
    tools->addStretch(0); // where the legend is hidden
    auto* resetZoom = new QToolButton;
    resetZoom->setDefaultAction(m_resetZoom);
    resetZoom->setToolButtonStyle(Qt::ToolButtonTextOnly);
    resetZoom->setAutoRaise(true);
    tools->addWidget(resetZoom);
    tools->addWidget(new CompactButton(m_follow));
    tools->addWidget(new CompactButton(m_pause));
    auto* numbers = new QToolButton;
    numbers->setDefaultAction(m_showNumbers);
    numbers->setToolButtonStyle(Qt::ToolButtonTextOnly);
    numbers->setAutoRaise(true);
    tools->addWidget(numbers);

    m_table->setModel(m_numbers);
    m_table->setAccessibleName(tr("Throughput in numbers"));
    m_table->setShowGrid(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTabKeyNavigation(false);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + theme::grid);
    auto* columns = new FlatHeader;
    m_table->setHorizontalHeader(columns);
    m_table->setItemDelegate(new CellDelegate(m_table));
    columns->setSectionResizeMode(QHeaderView::ResizeToContents);
    columns->setMaximumSectionSize(fontMetrics().averageCharWidth() * mostLetters);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    connect(
        columns, &QHeaderView::sectionResized, this, &ThroughputPanel::fitNumbers,
        Qt::QueuedConnection);
    addCopyActions(
        m_table, [this] { return m_numbers->asText(); }, [this] { return m_numbers->asJson(); });
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);

    m_pages->setMinimumSize(240, 120);
    auto* pictures = new QHBoxLayout;
    pictures->setSpacing(theme::grid);
    pictures->addWidget(m_pages, 1);
    pictures->addWidget(m_table);
    connect(m_showNumbers, &QAction::toggled, this, &ThroughputPanel::showView);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(2 * theme::grid, 0, 2 * theme::grid, 2 * theme::grid);
    column->setSpacing(theme::grid / 2);
    column->addLayout(tools);
    column->addLayout(pictures, 1);

    connectSession();
    m_numbersTimer.start(numbersEvery);
    connect(&m_numbersTimer, &QTimer::timeout, this, [this] {
        if (isSeen(*this) && m_session.isAnyRunning())
            m_numbers->refresh();
    });
    showSeries();
    showView();
}

ThroughputPanel::~ThroughputPanel() = default;

void ThroughputPanel::makeViews() {
    m_plot = new ThroughputPlot(m_history, m_clock, *m_visibility);
    m_nowModel = new NowModel(m_session, m_history, *m_alone, this);
    m_now = new NowView(*m_nowModel);
    m_latency = new LatencyPlot(m_history, m_clock, *m_visibility);
    m_distribution = new LatencyDistribution(m_history, *m_visibility);
    m_legend = new CurveLegend(*m_visibility, *m_pages);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setAccessibleName(tr("View of what the partitions get"));
    m_views = new QActionGroup(this);
    const auto add = [this](PlotPage* page, const QString& name, const QString& tip) {
        const int at = m_pages->addWidget(page);
        m_tabs->addTab(name);
        const QKeySequence keys(Qt::ALT | (Qt::Key_1 + at));
        m_tabs->setTabToolTip(at, tr("%1 (Alt+%2)").arg(tip).arg(at + 1));
        QAction* action = m_views->addAction(name);
        action->setCheckable(true);
        action->setShortcut(keys);
        action->setStatusTip(tip);
        connect(action, &QAction::triggered, m_tabs, [this, at] { m_tabs->setCurrentIndex(at); });
    };
    add(m_plot, tr("Throughput"), tr("Throughput over time"));
    add(m_now, tr("Now"), tr("What each partition gets now, beside alone and its ideal share"));
    add(m_latency, tr("Latency"), tr("Latency over time"));
    add(m_distribution, tr("Distribution"), tr("Cumulative distribution of latency"));
    addActions(m_views->actions());
    connect(m_tabs, &QTabBar::currentChanged, this, &ThroughputPanel::showView);
}

void ThroughputPanel::makeCopyActions() {
    addCopyAction(m_pages, tr("&Copy the picture"), QKeySequence::Copy, [this] {
        QGuiApplication::clipboard()->setImage(page().picture());
    });
    addCopyAction(
        m_pages, tr("Copy the numbers as CS&V"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
        [this] { QGuiApplication::clipboard()->setText(page().asCsv()); });
    m_pages->setContextMenuPolicy(Qt::ActionsContextMenu);
}

QList<PlotFrame*> ThroughputPanel::frames() const {
    return {m_plot, m_latency, m_distribution};
}

QList<QAction*> ThroughputPanel::viewActions() const {
    return m_views->actions();
}

ThroughputPanel::View ThroughputPanel::view() const {
    return static_cast<View>(m_tabs->currentIndex());
}

void ThroughputPanel::setView(View view) {
    m_tabs->setCurrentIndex(static_cast<int>(view));
}

PlotPage& ThroughputPanel::page() const {
    return *static_cast<PlotPage*>(m_pages->currentWidget());
}

void ThroughputPanel::showView() {
    const bool keepsFocus = m_pages->currentWidget()->focusProxy()->hasFocus();
    m_pages->setCurrentIndex(m_tabs->currentIndex());
    if (keepsFocus)
        m_pages->currentWidget()->setFocus();
    m_views->actions()[m_tabs->currentIndex()]->setChecked(true);
    m_table->setVisible(m_showNumbers->isChecked() && view() != View::now);
    showLegend();
    showActions();
}

double ThroughputPanel::now() const {
    return static_cast<double>(m_clock.elapsed()) / 1000;
}

void ThroughputPanel::makeActions() {
    const auto make = [this](const QIcon& icon, const QString& text, const QString& tip) {
        auto* action = new QAction(icon, text, this);
        action->setToolTip(tip);
        action->setStatusTip(tip);
        return action;
    };
    m_run = make(glyph(Glyph::run), tr("Run all"), tr("Start every partition's workload (F6)"));
    m_run->setShortcut(Qt::Key_F6);
    m_stop = make(glyph(Glyph::stop), tr("Stop all"), tr("Stop every workload (Shift+F6)"));
    m_stop->setShortcut(Qt::SHIFT | Qt::Key_F6);
    m_pause = make(
        glyph(Glyph::pause), tr("Pause"),
        tr("Hold the plot still; measuring goes on (Space, in the plot)"));
    m_pause->setCheckable(true);
    m_pause->setShortcut(Qt::Key_Space);
    m_follow =
        make(glyph(Glyph::follow), tr("Follow"), tr("Keep the newest in view (F, in the plot)"));
    m_follow->setCheckable(true);
    m_follow->setShortcut(Qt::Key_F);
    m_resetZoom = make(
        {}, tr("Reset zoom"),
        tr("Back to what is shown at first: the last 30 seconds, or all of a distribution "
           "(Ctrl+0)"));
    m_resetZoom->setShortcut(Qt::CTRL | Qt::Key_0);
    m_showNumbers =
        make({}, tr("Numbers"), tr("Show the numbers beside the plot (N, in the plot)"));
    m_showNumbers->setCheckable(true);
    m_showNumbers->setChecked(true);
    m_showNumbers->setShortcut(Qt::Key_N);
    for (QAction* action : {m_pause, m_follow, m_showNumbers}) {
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        m_pages->addAction(action);
    }
    connect(m_run, &QAction::triggered, &m_session, &Session::runAll);
    connect(m_stop, &QAction::triggered, &m_session, &Session::stopAll);
    connect(m_pause, &QAction::triggered, this, [this](bool paused) {
        for (PlotFrame* frame : frames())
            frame->setPaused(paused);
        m_now->setPaused(paused);
    });
    connect(m_follow, &QAction::triggered, this, [this](bool following) {
        if (auto* plot = qobject_cast<TimePlot*>(&page()))
            plot->setFollowing(following);
    });
    connect(m_resetZoom, &QAction::triggered, this, [this] {
        if (auto* plot = qobject_cast<PlotFrame*>(&page()))
            plot->resetZoom();
    });
    for (PlotFrame* frame : frames())
        connect(frame, &PlotFrame::viewChanged, this, &ThroughputPanel::showActions);
}

void ThroughputPanel::watchAlone() {
    const Applied* applied = m_session.applied();
    const bool isAlone = applied && applied->running.size() == 1;
    m_alone->setAlone(
        applied ? applied->plan.device : std::string(),
        isAlone ? &applied->partitions.at(static_cast<std::size_t>(*applied->running.begin()))
                : nullptr);
}

void ThroughputPanel::connectSession() {
    connect(&m_session, &Session::runStarted, this, [this](const std::set<int>& partitions) {
        m_history.startRun(partitions, now());
        m_history.mark(tr("run"), now());
    });
    connect(&m_session, &Session::runStopped, this, [this](const std::set<int>& partitions) {
        m_history.stopRun(partitions, now());
        if (!partitions.empty())
            m_history.mark(tr("stop"), now());
    });
    connect(&m_session, &Session::samplesArrived, this, [this](const std::vector<Sample>& samples) {
        m_history.append(samples, now());
        for (const Sample& sample : samples)
            if (m_session.isRunning(sample.partition))
                m_alone->add(sample);
    });
    connect(
        &m_session, &Session::applyFinished, this, [this] { m_history.mark(tr("apply"), now()); });
    connect(&m_session, &Session::engineLost, this, [this](const QString&, bool hadPartitions) {
        if (hadPartitions)
            m_history.mark(tr("engine lost"), now());
        std::set<int> all;
        for (int i = 0; i < static_cast<int>(m_history.series().size()); ++i)
            all.insert(i);
        m_history.stopRun(all, now());
    });
    connect(&m_session, &Session::engineBack, this, [this](bool hadPartitions) {
        if (hadPartitions)
            m_history.mark(tr("engine restarted"), now());
    });
    connect(&m_session, &Session::appliedChanged, this, &ThroughputPanel::showSeries);
    connect(&m_session, &Session::runningChanged, this, &ThroughputPanel::showSeries);
    connect(&m_session, &Session::devicesChanged, this, &ThroughputPanel::showSeries);
}

void ThroughputPanel::showSeries() {
    watchAlone();
    showActions();
    const Applied* applied = m_session.applied();
    std::vector<ThroughputHistory::Series> series;
    if (!applied) { // what was measured stays to be read
        series = m_history.series();
        for (ThroughputHistory::Series& one : series)
            one.running = false;
    }
    PartitionPlan shown = applied ? applied->plan : PartitionPlan();
    takeColours(shown, m_session.editor().plan());
    for (int i = 0; applied && i < static_cast<int>(applied->partitions.size()); ++i) {
        const PartitionReport& report = applied->partitions[static_cast<std::size_t>(i)];
        series.push_back(
            {report.isRemainder && !report.isNested() ? tr("Remainder") : toQt(report.name),
             toQt(report.workload), m_session.workloadUnit(report.workload),
             lookAt(shown, placeOf(shown, report)), applied->running.contains(i),
             toQt(applied->plan.device), m_session.isAdditive(report.workload), report.isSplit});
    }
    if (series.size() != m_history.series().size())
        m_table->setFixedWidth(0);
    m_history.setSeries(std::move(series));
    fitNumbers();
    showLegend();
}

void ThroughputPanel::fitNumbers() {
    // Only ever wider, until the partitions are others: the plot must not jump at each digit.
    const int wanted = m_table->horizontalHeader()->length() + 2 * m_table->frameWidth() +
                       (m_table->verticalScrollBar()->maximum() > 0
                            ? m_table->verticalScrollBar()->sizeHint().width()
                            : 0);
    if (wanted > m_table->minimumWidth())
        m_table->setFixedWidth(wanted);
}

void ThroughputPanel::showLegend() {
    const QColor ink = palette().color(QPalette::Text);
    std::vector<CurveLegend::Entry> entries;
    std::map<QString, int> additive;
    for (const ThroughputHistory::Series& one : m_history.series()) {
        if (one.isSplit || (one.isAdditive && view() != View::throughput))
            continue; // nothing runs in it, or it is not timed
        entries.push_back({CurveVisibility::ofPartition(one.name), one.name, seriesIcon(one.look)});
        if (one.isAdditive && !one.unit.isEmpty())
            ++additive[one.unit];
    }
    const bool hasTotal = std::any_of(
        additive.begin(), additive.end(), [](const auto& one) { return one.second > 1; });
    if (hasTotal)
        entries.push_back(
            {CurveVisibility::total, tr("Total"),
             seriesIcon({ink, Qt::SolidPattern, Qt::SolidLine})});
    if (view() == View::latency && !entries.empty())
        for (const LatencyPlot::Quantity& one : LatencyPlot::quantities())
            entries.push_back({one.key, one.name, seriesIcon({ink, Qt::SolidPattern, one.dash})});
    m_legend->setEntries(std::move(entries));
    m_legend->setVisible(view() != View::now);
}

void ThroughputPanel::showActions() {
    const Applied* applied = m_session.applied();
    bool canRun = false;
    if (applied)
        for (int i = 0; i < static_cast<int>(applied->partitions.size()); ++i)
            canRun = canRun || (!m_session.isRunning(i) && m_session.hasWorkload(i));
    m_run->setEnabled(canRun);
    const bool canEver = canRun || m_session.isAnyRunning();
    const QString noWorkload = tr("No partition has a workload: choose one in the table.");
    m_run->setToolTip(
        canEver   ? tr("Start every partition's workload (F6)")
        : applied ? noWorkload
                  : tr("Apply the plan first."));
    const QString hint =
        canEver   ? tr("Run all (F6) shows here what each partition gets.")
        : applied ? noWorkload
                  : tr("Apply the plan, then run it: here is shown what each partition gets.");
    m_plot->setHint(hint);
    m_now->setHint(hint);
    for (PlotFrame* frame : std::initializer_list<PlotFrame*>{m_latency, m_distribution})
        frame->setHint(
            tr("Give a partition the workload \"latency\" and run it:\nhere is shown how "
               "long its launches take."));
    m_stop->setEnabled(m_session.isAnyRunning());
    auto* frame = qobject_cast<PlotFrame*>(&page());
    auto* timePlot = qobject_cast<TimePlot*>(&page());
    m_pause->setChecked(m_plot->isPaused());
    m_follow->setEnabled(timePlot != nullptr);
    m_follow->setChecked(timePlot && timePlot->isFollowing());
    m_resetZoom->setEnabled(frame && frame->isZoomed());
    m_showNumbers->setEnabled(view() != View::now);
}

} // namespace parterre::ui
