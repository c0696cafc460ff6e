// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/workload_goal.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QDoubleSpinBox;

namespace parterre::ui {

class Note;
class WorkloadFields;

/// A kernel, and what is wanted of it: which goals there are to choose from, and in which units,
/// depends on the kernel.
class GoalForm : public QWidget {
    Q_OBJECT
public:
    /// `name` tells it from another one: "First kernel".
    explicit GoalForm(const QString& name, QWidget* parent = nullptr);

    void setCatalogue(const std::vector<WorkloadInfo>& catalogue);
    /// Its kernel has to be in the catalogue.
    void setGoal(const WorkloadGoal& goal);
    WorkloadGoal goal() const; ///< as it is written
    /// What is wrong with the value; empty when nothing is.
    QString problem() const;
    /// Puts the focus into the field that the engine calls so: "value".
    void focusField(const QString& name);

    WorkloadFields& workload() const { return *m_workload; }
    QComboBox& kind() const { return *m_kind; }
    QDoubleSpinBox& value() const { return *m_value; }
    QComboBox& unit() const { return *m_unit; }
    QString note() const; ///< what is said below the value; empty when nothing is

signals:
    void changed();

private:
    const WorkloadInfo* info() const;
    WorkloadGoal::Kind chosenKind() const;
    void offerKinds();
    void offerUnits();
    void tellChange();

    std::vector<WorkloadInfo> m_catalogue;
    WorkloadFields* m_workload;
    QComboBox* m_kind;
    QDoubleSpinBox* m_value;
    QComboBox* m_unit;
    Note* m_problem;
};

} // namespace parterre::ui
