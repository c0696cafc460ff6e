// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/experiment_info.h"
#include "core/model/workload_info.h"

#include <QWidget>

#include <functional>
#include <string>
#include <vector>

class QDoubleSpinBox;
class QLabel;
class QVBoxLayout;

namespace parterre::ui {

class GoalForms;
class Note;
class SmCountsField;
class UsualBox;
class WorkloadFields;

/// What an experiment is told: a field for each of the parameters that it takes.
class ExperimentForm : public QWidget {
    Q_OBJECT
public:
    explicit ExperimentForm(QWidget* parent = nullptr);

    void setCatalogue(const std::vector<WorkloadInfo>& catalogue);
    void setSmCount(int smCount); ///< of the GPU; 0: not known yet
    /// Shows the fields of that experiment, all of them as is usual.
    void setExperiment(const ExperimentInfo& info);

    /// As they are written; what does not apply is left out.
    ExperimentParameters parameters() const;
    /// What is wrong with a field; empty when nothing is.
    QString problem() const;
    /// Puts the focus into the field that the engine calls so: "sm_counts".
    void focusField(const QString& name);

    WorkloadFields& workload() const { return *m_workload; }
    GoalForms& goals() const { return *m_goals; }
    SmCountsField& smCounts() const { return *m_smCounts; }
    QDoubleSpinBox& seconds() const { return *m_seconds; }
    UsualBox& runs() const { return *m_runs; }

signals:
    void changed();

private:
    /// A parameter, under a caption that says what it is.
    struct Field {
        std::string name; ///< in ExperimentParameters' JSON
        QLabel* caption;
        QWidget* editor;
        /// What it is in this experiment; empty: it does not take it.
        std::function<QString(const ExperimentInfo&)> role;
        /// Shows what is usual.
        std::function<void(const ExperimentInfo&)> reset;
        std::function<void(ExperimentParameters&)> write;
    };
    void addField(Field field);
    void showProblem();

    QVBoxLayout* m_column;
    WorkloadFields* m_workload;
    GoalForms* m_goals;
    SmCountsField* m_smCounts;
    Note* m_problem;
    QDoubleSpinBox* m_seconds;
    UsualBox* m_runs;
    std::vector<Field> m_fields;
};

} // namespace parterre::ui
