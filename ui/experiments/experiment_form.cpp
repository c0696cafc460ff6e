// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/experiment_form.h"

#include "ui/experiments/goal_forms.h"
#include "ui/experiments/note.h"
#include "ui/experiments/sm_counts_field.h"
#include "ui/experiments/usual_box.h"
#include "ui/experiments/workload_fields.h"
#include "ui/shell/text.h"
#include "ui/shell/theme.h"
#include "ui/shell/wrapped_label.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QVBoxLayout>

#include <utility>

namespace parterre::ui {
namespace {

/// With a capital at its beginning, as a caption.
QString caption(const std::string& role) {
    QString text = toQt(role);
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text;
}

} // namespace

ExperimentForm::ExperimentForm(QWidget* parent)
    : QWidget(parent)
    , m_column(new QVBoxLayout(this))
    , m_workload(new WorkloadFields)
    , m_goals(new GoalForms)
    , m_smCounts(new SmCountsField)
    , m_problem(new Note(Glyph::warning))
    , m_seconds(new QDoubleSpinBox)
    , m_runs(new UsualBox(1, ExperimentParameters::mostRuns, 1, {})) {
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(theme::grid / 2);
    m_seconds->setDecimals(2);
    m_seconds->setSuffix(tr(" s"));
    m_seconds->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    m_seconds->setRange(ExperimentParameters::leastSeconds, ExperimentParameters::mostSeconds);
    addField(
        {"workload", nullptr, m_workload,
         [](const ExperimentInfo& info) { return caption(info.workloadRole); },
         [this](const ExperimentInfo& info) {
             m_workload->choose(info.workload, info.workloadParameters);
             m_workload->choice().setAccessibleName(caption(info.workloadRole));
         },
         [this](ExperimentParameters& parameters) {
             parameters.workload = m_workload->workload();
             parameters.workloadParameters = m_workload->parameters();
         }});
    addField(
        {"goals", nullptr, m_goals,
         [](const ExperimentInfo& info) { return caption(info.goalsRole); },
         [this](const ExperimentInfo& info) { m_goals->setGoals(info.goals); },
         [this](ExperimentParameters& parameters) { parameters.goals = m_goals->goals(); }});
    addField(
        {"sm_counts", nullptr, m_smCounts,
         [](const ExperimentInfo& info) { return caption(info.smCountsRole); },
         [this](const ExperimentInfo&) { m_smCounts->clear(); },
         [this](ExperimentParameters& parameters) { parameters.smCounts = m_smCounts->counts(); }});
    m_column->addWidget(m_problem);
    addField(
        {"seconds", nullptr, m_seconds,
         [](const ExperimentInfo& info) {
             return info.seconds > 0 ? tr("Each measurement takes") : QString();
         },
         [this](const ExperimentInfo& info) { m_seconds->setValue(info.seconds); },
         [this](ExperimentParameters& parameters) { parameters.seconds = m_seconds->value(); }});
    addField(
        {"runs", nullptr, m_runs,
         [](const ExperimentInfo&) { return tr("How often everything is measured"); },
         [this](const ExperimentInfo& info) {
             m_runs->setSpecialValueText(tr("%1 (usual)").arg(info.runs));
             m_runs->setGiven({});
         },
         [this](ExperimentParameters& parameters) {
             parameters.runs = static_cast<int>(m_runs->given().value_or(0));
         }});
    connect(m_workload, &WorkloadFields::changed, this, &ExperimentForm::changed);
    connect(m_goals, &GoalForms::changed, this, &ExperimentForm::changed);
    connect(m_smCounts, &QLineEdit::textChanged, this, &ExperimentForm::changed);
    connect(m_seconds, &QDoubleSpinBox::valueChanged, this, &ExperimentForm::changed);
    connect(m_runs, &QSpinBox::valueChanged, this, &ExperimentForm::changed);
    connect(this, &ExperimentForm::changed, this, &ExperimentForm::showProblem);
    showProblem();
}

void ExperimentForm::addField(Field field) {
    field.caption = wrappedLabel({}, true);
    field.caption->setFont(theme::captionFont(font()));
    m_column->addWidget(field.caption);
    m_column->addWidget(field.editor);
    m_fields.push_back(std::move(field));
}

void ExperimentForm::setCatalogue(const std::vector<WorkloadInfo>& catalogue) {
    m_workload->setCatalogue(catalogue);
    m_goals->setCatalogue(catalogue);
}

void ExperimentForm::setSmCount(int smCount) {
    m_smCounts->setSmCount(smCount);
    showProblem();
}

void ExperimentForm::setExperiment(const ExperimentInfo& info) {
    for (const Field& field : m_fields) {
        const QString role = field.role(info);
        field.caption->setText(role);
        field.caption->setVisible(!role.isEmpty());
        field.editor->setVisible(!role.isEmpty());
        field.editor->setAccessibleName(role);
        field.reset(info);
    }
    emit changed();
}

ExperimentParameters ExperimentForm::parameters() const {
    ExperimentParameters parameters;
    for (const Field& field : m_fields)
        if (!field.editor->isHidden())
            field.write(parameters);
    return parameters;
}

QString ExperimentForm::problem() const {
    if (!m_goals->isHidden() && !m_goals->problem().isEmpty())
        return m_goals->problem();
    return m_smCounts->isHidden() ? QString() : m_smCounts->problem();
}

void ExperimentForm::showProblem() {
    // The goals say by themselves what is wrong with them.
    m_problem->setText(m_smCounts->isHidden() ? QString() : m_smCounts->problem());
    m_smCounts->setAccessibleDescription(m_problem->text());
}

void ExperimentForm::focusField(const QString& name) {
    m_workload->focusField(name);
    m_goals->focusField(name);
    for (const Field& field : m_fields)
        if (toQt(field.name) == name && !field.editor->isHidden())
            field.editor->setFocus();
}

} // namespace parterre::ui
