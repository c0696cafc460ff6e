// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/experiment_window.h"

#include "ui/engine/session.h"
#include "ui/experiments/experiment_form.h"
#include "ui/experiments/experiment_results.h"
#include "ui/experiments/experiment_runs.h"
#include "ui/experiments/experiment_view.h"
#include "ui/experiments/note.h"
#include "ui/experiments/plan_offer.h"
#include "ui/experiments/release_question.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/elided_label.h"
#include "ui/shell/glyph.h"
#include "ui/shell/text.h"
#include "ui/shell/theme.h"
#include "ui/shell/wrapped_label.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QListView>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QVBoxLayout>

#include <utility>

namespace parterre::ui {
namespace {

constexpr int leastControls = 34 * theme::grid; ///< width
constexpr int usualControls = 42 * theme::grid; ///< the same
constexpr int usualWidth = 1120;
constexpr int usualHeight = 720;
constexpr int leastStep = 12; ///< letters of it that are always shown
constexpr int leastRows = 3;  ///< of results
constexpr int fine = 1000;    ///< steps of the progress bar

QLabel* heading(const QString& words, const QFont& font) {
    QLabel* label = wrappedLabel(words);
    label->setFont(theme::headingFont(font));
    return label;
}

} // namespace

ExperimentWindow::ExperimentWindow(Session& session, QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_session(session)
    , m_ask([this](const QString& question, const QString& details) {
        return askToRelease(this, question, details);
    })
    , m_runs(new ExperimentRuns(session, this))
    , m_kept(new ExperimentResults(this))
    , m_form(new ExperimentForm)
    , m_view(new ExperimentView)
    , m_offer(new PlanOffer(session.editor()))
    , m_choice(new QComboBox)
    , m_scroll(new QScrollArea)
    , m_question(wrappedLabel({}))
    , m_gpu(wrappedLabel({}, true))
    , m_simulated(new Note(Glyph::info))
    , m_applied(new Note(Glyph::warning))
    , m_release(new QPushButton(tr("Re&lease them")))
    , m_start(new QPushButton(glyph(Glyph::run), tr("&Start")))
    , m_cancel(new QPushButton(glyph(Glyph::stop), tr("&Cancel")))
    , m_progress(new QProgressBar)
    , m_step(new ElidedLabel({}, Qt::ElideRight, leastStep))
    , m_error(new Note(Glyph::error))
    , m_list(new QListView) {
    setWindowTitle(tr("Experiments – Parterre"));
    auto* halves = new QSplitter;
    halves->addWidget(makeControls());
    auto* right = new QWidget;
    auto* rightColumn = new QVBoxLayout(right);
    rightColumn->setContentsMargins(theme::grid, 2 * theme::grid, 2 * theme::grid, 2 * theme::grid);
    rightColumn->addWidget(m_view);
    rightColumn->addWidget(m_offer);
    halves->addWidget(right);
    halves->setStretchFactor(1, 1);
    halves->setSizes({usualControls, usualWidth - usualControls});
    halves->setChildrenCollapsible(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(halves);
    auto* close = new QAction(tr("Close"), this);
    close->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_W)); // some desktops have none for it
    connect(close, &QAction::triggered, this, &QWidget::close);
    addAction(close);
    resize(usualWidth, usualHeight);

    connectRuns();
    m_form->hide(); // until one is there to be told something
    offerExperiments();
    showDevice();
    showState();
    m_choice->setFocus();
}

QWidget* ExperimentWindow::makeControls() {
    m_choice->setAccessibleName(tr("Experiment"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_gpu->setFont(theme::captionFont(font()));
    m_simulated->setFont(theme::captionFont(font()));
    m_progress->setRange(0, fine);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress"));
    m_step->setFont(theme::captionFont(font()));
    m_step->setAccessibleName(tr("What is measured now"));
    m_list->setModel(m_kept);
    m_list->setAccessibleName(tr("Results of this session"));
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setMinimumHeight(leastRows * (fontMetrics().height() + theme::grid));

    // What can be long scrolls; what must always be there does not.
    auto* fields = new QWidget;
    auto* fieldsColumn = new QVBoxLayout(fields);
    fieldsColumn->setContentsMargins(0, 0, theme::grid, 0);
    fieldsColumn->setSpacing(theme::grid);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_question, m_gpu, m_simulated, m_form})
        fieldsColumn->addWidget(widget);
    fieldsColumn->addStretch(1);
    // As high as its lines are at this width; its least height is that of lines much shorter.
    fields->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    m_scroll->setWidget(fields);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->viewport()->setAutoFillBackground(false);
    fields->setAutoFillBackground(false);

    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(theme::grid);
    buttons->addWidget(m_start, 1);
    buttons->addWidget(m_cancel, 1);
    auto* controls = new QWidget;
    controls->setMinimumWidth(leastControls);
    auto* column = new QVBoxLayout(controls);
    column->setContentsMargins(2 * theme::grid, 2 * theme::grid, theme::grid, 2 * theme::grid);
    column->setSpacing(theme::grid);
    column->addWidget(m_choice);
    column->addWidget(m_scroll, 3);
    column->addWidget(m_applied);
    column->addWidget(m_release);
    column->addLayout(buttons);
    column->addWidget(m_progress);
    column->addWidget(m_step);
    column->addWidget(m_error);
    column->addWidget(heading(tr("Results of this session"), font()));
    column->addWidget(m_list, 1);
    return controls;
}

void ExperimentWindow::connectRuns() {
    connect(m_runs, &ExperimentRuns::infosChanged, this, &ExperimentWindow::offerExperiments);
    connect(m_runs, &ExperimentRuns::changed, this, &ExperimentWindow::showState);
    connect(m_runs, &ExperimentRuns::failed, this, &ExperimentWindow::tellFailure);
    connect(m_runs, &ExperimentRuns::finished, this, [this](const ExperimentResult& result) {
        m_kept->add(result);
        m_list->setCurrentIndex(m_kept->index(0));
    });
    connect(m_form, &ExperimentForm::changed, this, &ExperimentWindow::showState);
    connect(m_choice, &QComboBox::currentIndexChanged, this, &ExperimentWindow::showExperiment);
    connect(m_start, &QPushButton::clicked, this, &ExperimentWindow::start);
    connect(m_cancel, &QPushButton::clicked, m_runs, &ExperimentRuns::cancel);
    connect(m_release, &QPushButton::clicked, this, &ExperimentWindow::release);
    connect(m_view, &ExperimentView::failed, m_error, &Note::setText);
    connect(m_offer, &PlanOffer::used, this, &ExperimentWindow::planUsed);
    connect(
        m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](const QModelIndex& now) { showResult(now.row()); });
    connect(&m_session, &Session::devicesChanged, this, &ExperimentWindow::showDevice);
    connect(&m_session, &Session::deviceChanged, this, &ExperimentWindow::showDevice);
}

void ExperimentWindow::offerExperiments() {
    const QVariant before = m_choice->currentData();
    {
        const QSignalBlocker blocker(m_choice);
        m_choice->clear();
        for (const ExperimentInfo& info : m_runs->infos())
            m_choice->addItem(
                QStringLiteral("%1 – %2").arg(toQt(info.name), toQt(info.title)), toQt(info.name));
        m_choice->setCurrentIndex(std::max(0, m_choice->findData(before)));
    }
    // A new engine of the same kind changes nothing of what was written.
    if (before != m_choice->currentData())
        showExperiment();
}

void ExperimentWindow::showExperiment() {
    const ExperimentInfo* info = m_runs->find(fromQt(m_choice->currentData().toString()));
    m_form->setVisible(info != nullptr);
    m_question->setText(info ? toQt(info->description) : QString());
    m_choice->setAccessibleDescription(m_question->text());
    if (!info)
        return;
    m_choice->setToolTip(toQt(info->description));
    m_form->setExperiment(*info);
    m_error->setText({});
    showState();
}

void ExperimentWindow::showDevice() {
    const DeviceDescription* device = m_session.device();
    m_form->setCatalogue(m_session.workloads());
    m_form->setSmCount(device ? device->smCount : 0);
    m_gpu->setText(
        device ? tr("On %1 (%2), the plan's GPU").arg(toQt(device->name), toQt(device->id))
               : tr("No GPU is described yet."));
    m_simulated->setText(
        !device || !device->simulated ? QString()
        : device->provenance.empty()
            ? tr("This GPU is simulated.")
            : tr("This GPU is simulated: %1.").arg(toQt(device->provenance)));
    showState();
}

void ExperimentWindow::showState() {
    const bool isRunning = m_runs->isRunning();
    const QString whyNot = m_form->problem().isEmpty() ? m_runs->whyNot() : m_form->problem();
    m_start->setEnabled(whyNot.isEmpty());
    m_start->setToolTip(
        whyNot.isEmpty() ? tr("Measure; nothing else should use the GPU meanwhile") : whyNot);
    m_cancel->setEnabled(isRunning && !m_runs->isCancelling());
    m_choice->setEnabled(!isRunning);
    m_form->setEnabled(!isRunning);
    m_progress->setValue(isRunning ? static_cast<int>(m_runs->fraction() * fine) : 0);
    m_progress->setEnabled(isRunning);
    const QString inTheWay = isRunning ? QString() : whatIsApplied(m_session);
    m_applied->setText(inTheWay);
    m_release->setVisible(!inTheWay.isEmpty());
    m_step->setWords(
        m_runs->isCancelling() ? tr("stopping…")
        : isRunning
            ? tr("%1 %: %2").arg(static_cast<int>(m_runs->fraction() * 100)).arg(m_runs->step())
        : inTheWay.isEmpty() ? whyNot
                             : QString());
}

void ExperimentWindow::start() {
    const QString name = m_choice->currentData().toString();
    m_error->setText({});
    m_runs->start(fromQt(name), m_form->parameters());
    if (m_runs->isRunning())
        m_cancel->setFocus(); // the button that had it is disabled now
}

void ExperimentWindow::release() {
    const ReleaseQuestion question = ReleaseQuestion::about(m_session);
    if (question.text.isEmpty() || m_ask(question.text, question.details))
        m_session.release();
    m_start->setFocus();
}

void ExperimentWindow::showResult(int row) {
    if (row < 0)
        return;
    m_view->setResult(m_kept->at(row));
    m_offer->setPlan(m_kept->at(row).plan);
}

void ExperimentWindow::tellFailure(const EngineError& error) {
    if (error.code == EngineError::engineLost)
        m_error->setText(
            tr("The engine ended before there was a result: %1 What was found before is still "
               "here.")
                .arg(error.message));
    else
        m_error->setText(QStringList{error.message, error.hint(), error.cause()}
                             .join(QLatin1Char(' '))
                             .trimmed());
    if (error.data.is_object() && error.data.contains("field") && error.data["field"].is_string())
        showField(toQt(error.data["field"].get<std::string>()));
}

/// Puts the focus there, and scrolls it into sight.
void ExperimentWindow::showField(const QString& name) {
    m_form->focusField(name);
    if (QWidget* field = focusWidget(); field && m_form->isAncestorOf(field))
        m_scroll->ensureWidgetVisible(field);
}

QString ExperimentWindow::step() const {
    return m_step->text();
}

QString ExperimentWindow::question() const {
    return m_question->text();
}

QString ExperimentWindow::error() const {
    return m_error->text();
}

QString ExperimentWindow::applied() const {
    return m_applied->text();
}

QString ExperimentWindow::simulated() const {
    return m_simulated->text();
}

} // namespace parterre::ui
