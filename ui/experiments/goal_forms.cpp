// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/goal_forms.h"

#include "ui/experiments/goal_form.h"
#include "ui/experiments/note.h"
#include "ui/shell/theme.h"

#include <QVBoxLayout>

#include <algorithm>

namespace parterre::ui {

GoalForms::GoalForms(QWidget* parent)
    : QWidget(parent)
    , m_forms{new GoalForm(tr("First kernel")), new GoalForm(tr("Second kernel"))}
    , m_problem(new Note(Glyph::warning)) {
    setFocusProxy(m_forms.front());
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(theme::grid);
    for (GoalForm* form : m_forms) {
        column->addWidget(form);
        connect(form, &GoalForm::changed, this, [this] {
            m_problem->setText(problemOfBoth());
            emit changed();
        });
    }
    column->addWidget(m_problem);
}

void GoalForms::setCatalogue(const std::vector<WorkloadInfo>& catalogue) {
    for (GoalForm* form : m_forms)
        form->setCatalogue(catalogue);
}

void GoalForms::setGoals(const std::vector<WorkloadGoal>& goals) {
    for (std::size_t i = 0; i < std::min(goals.size(), m_forms.size()); ++i)
        m_forms[i]->setGoal(goals[i]);
}

std::vector<WorkloadGoal> GoalForms::goals() const {
    std::vector<WorkloadGoal> goals;
    for (const GoalForm* form : m_forms)
        goals.push_back(form->goal());
    return goals;
}

QString GoalForms::problem() const {
    for (const GoalForm* form : m_forms)
        if (!form->problem().isEmpty())
            return form->problem();
    return problemOfBoth();
}

QString GoalForms::problemOfBoth() const {
    const bool areAllMost = std::all_of(m_forms.begin(), m_forms.end(), [](const GoalForm* form) {
        return form->goal().kind == WorkloadGoal::Kind::most;
    });
    return areAllMost ? tr("Only one of the two can have as much as possible: say what the other "
                           "one has to reach.")
                      : QString();
}

void GoalForms::focusField(const QString& name) {
    for (std::size_t i = 0; i < m_forms.size(); ++i) {
        const QString prefix = QStringLiteral("goals[%1].").arg(i);
        if (name.startsWith(prefix))
            m_forms[i]->focusField(name.mid(prefix.size()));
    }
}

} // namespace parterre::ui
