// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/experiment_view.h"

#include "core/model/driver_version.h"
#include "ui/experiments/experiment_chart.h"
#include "ui/experiments/experiment_export.h"
#include "ui/experiments/experiment_table_model.h"
#include "ui/experiments/note.h"
#include "ui/shell/cell_delegate.h"
#include "ui/shell/copy_actions.h"
#include "ui/shell/flat_header.h"
#include "ui/shell/plain_text.h"
#include "ui/shell/text.h"
#include "ui/shell/theme.h"
#include "ui/shell/wrapped_label.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace parterre::ui {
namespace {

QString factsOf(const ExperimentResult& result) {
    const ExperimentParameters& parameters = result.parameters;
    QStringList facts{
        QStringLiteral("%1 (%2)").arg(toQt(result.deviceName), toQt(result.device)),
        ExperimentView::tr("driver %1").arg(toQt(driverVersionText(result.driverVersion))),
        toQt(result.date)};
    if (!parameters.workload.empty()) {
        QString kernel = toQt(parameters.workload);
        for (const auto& [name, value] : parameters.workloadParameters)
            kernel += QStringLiteral(" %1=%2").arg(toQt(name)).arg(value);
        facts << kernel;
    }
    for (const WorkloadGoal& goal : parameters.goals)
        facts << toQt(textOf(goal));
    facts << ExperimentView::tr("%n run(s)", nullptr, parameters.runs);
    if (parameters.seconds > 0)
        facts << ExperimentView::tr("%1 s each").arg(parameters.seconds);
    return facts.join(QStringLiteral(" · "));
}

void setUp(QTableView& table, ExperimentTableModel& model) {
    table.setModel(&model);
    table.setAccessibleName(ExperimentView::tr("Numbers of the result"));
    table.setShowGrid(false);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setEditTriggers(QAbstractItemView::NoEditTriggers);
    table.setTabKeyNavigation(false);
    table.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table.setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    table.verticalHeader()->hide();
    table.verticalHeader()->setDefaultSectionSize(table.fontMetrics().height() + theme::grid);
    table.setHorizontalHeader(new FlatHeader);
    table.horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table.setItemDelegate(new CellDelegate(&table));
    table.setMinimumHeight(3 * table.verticalHeader()->defaultSectionSize());
    table.setContextMenuPolicy(Qt::ActionsContextMenu);
}

} // namespace

ExperimentView::ExperimentView(QWidget* parent)
    : QWidget(parent)
    , m_pages(new QStackedWidget)
    , m_title(wrappedLabel({}))
    , m_sentence(wrappedLabel({}))
    , m_facts(wrappedLabel({}, true))
    , m_provenance(new Note(Glyph::info))
    , m_chart(new ExperimentChart)
    , m_model(new ExperimentTableModel(this))
    , m_table(new QTableView)
    , m_export(new ExperimentExport(*m_chart, this))
    , m_exportButton(new QToolButton) {
    auto* hint = new QLabel(tr("Start an experiment: what it finds is shown here."));
    hint->setAlignment(Qt::AlignCenter);
    hint->setForegroundRole(QPalette::PlaceholderText);
    hint->setWordWrap(true);
    m_pages->addWidget(hint);
    m_pages->addWidget(makePage());
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_pages);
    connect(m_export, &ExperimentExport::failed, this, &ExperimentView::failed);
}

QWidget* ExperimentView::makePage() {
    setUp(*m_table, *m_model);
    addCopyActions(
        m_table, [this] { return m_model->asText(); },
        [this] { return toQt(Json(m_model->result()).dump(2)); });
    addCopyAction(m_chart, tr("&Copy the picture"), QKeySequence::Copy, [this] {
        QGuiApplication::clipboard()->setImage(m_chart->picture());
    });
    addCopyAction(
        m_chart, tr("Copy the numbers as CS&V"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
        [this] { QGuiApplication::clipboard()->setText(m_chart->asCsv()); });
    m_chart->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_chart->setMinimumSize(240, 140);

    m_title->setFont(theme::titleFont(font()));
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_sentence->setAccessibleName(tr("What was found"));
    m_facts->setFont(theme::captionFont(font()));
    m_exportButton->setText(tr("Export"));
    m_exportButton->setToolTip(tr("Save the report, the table, the result or the chart"));
    m_exportButton->setPopupMode(QToolButton::InstantPopup);
    m_exportButton->addActions(m_export->actions());
    addActions(m_export->actions()); // their keys

    auto* resetZoom = new QToolButton;
    auto* reset = new QAction(tr("Reset zoom"), this);
    reset->setShortcut(Qt::CTRL | Qt::Key_0);
    reset->setToolTip(tr("Show the whole chart again (Ctrl+0)"));
    addAction(reset);
    resetZoom->setDefaultAction(reset);
    resetZoom->setAutoRaise(true);
    connect(reset, &QAction::triggered, m_chart, &ExperimentChart::resetZoom);
    const auto showZoom = [this, resetZoom, reset] {
        reset->setEnabled(m_chart->isZoomed());
        resetZoom->setVisible(m_chart->isZoomed());
    };
    connect(m_chart, &PlotFrame::viewChanged, this, showZoom);
    showZoom();

    auto* head = new QHBoxLayout;
    head->setSpacing(theme::grid);
    head->addWidget(m_title, 1);
    head->addWidget(resetZoom, 0, Qt::AlignTop);
    head->addWidget(m_exportButton, 0, Qt::AlignTop);
    auto* pictures = new QSplitter(Qt::Vertical);
    pictures->addWidget(m_chart);
    pictures->addWidget(m_table);
    pictures->setStretchFactor(0, 3);
    pictures->setStretchFactor(1, 2);
    pictures->setChildrenCollapsible(false);
    pictures->setHandleWidth(theme::grid);
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(theme::grid);
    column->addLayout(head);
    column->addWidget(m_sentence);
    column->addWidget(m_facts);
    column->addWidget(m_provenance);
    column->addWidget(pictures, 1);
    return page;
}

void ExperimentView::setResult(const ExperimentResult& result) {
    m_model->setResult(result);
    m_export->setResult(result);
    m_title->setText(tr("%1: %2").arg(toQt(result.deviceName), toQt(result.experiment.title)));
    m_title->setToolTip(plainToolTip(toQt(result.experiment.method)));
    m_sentence->setText(toQt(result.sentence));
    m_facts->setText(factsOf(result));
    m_provenance->setText(
        result.provenance.empty() ? QString() : tr("%1.").arg(toQt(result.provenance)));
    m_pages->setCurrentIndex(1);
    m_chart->setResult(result);
    m_table->scrollToTop();
}

const ExperimentResult* ExperimentView::result() const {
    return m_pages->currentIndex() == 1 ? &m_model->result() : nullptr;
}

QString ExperimentView::sentence() const {
    return m_sentence->text();
}

QString ExperimentView::facts() const {
    return m_facts->text();
}

QString ExperimentView::provenance() const {
    return m_provenance->text();
}

} // namespace parterre::ui
