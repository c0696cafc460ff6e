// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/workload_goal.h"

#include <QWidget>

#include <array>
#include <vector>

namespace parterre::ui {

class GoalForm;
class Note;

/// Two kernels with a goal each.
class GoalForms : public QWidget {
    Q_OBJECT
public:
    explicit GoalForms(QWidget* parent = nullptr);

    void setCatalogue(const std::vector<WorkloadInfo>& catalogue);
    void setGoals(const std::vector<WorkloadGoal>& goals); ///< two of them
    std::vector<WorkloadGoal> goals() const;               ///< as they are written
    /// What is wrong with one of them, or both together; empty when nothing is.
    QString problem() const;
    /// Puts the focus into the field that the engine calls so: "goals[1].value".
    void focusField(const QString& name);

    GoalForm& form(int index) const { return *m_forms.at(static_cast<std::size_t>(index)); }

signals:
    void changed();

private:
    /// What is wrong with the two together; empty when nothing is.
    QString problemOfBoth() const;

    std::array<GoalForm*, 2> m_forms;
    Note* m_problem; ///< below the second one, which the engine would name
};

} // namespace parterre::ui
