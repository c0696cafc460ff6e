// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/workload_info.h"

#include <QWidget>

#include <string>
#include <vector>

class QComboBox;
class QGridLayout;

namespace parterre::ui {

class UsualBox;

/// A kernel of the catalogue and what it is told.
class WorkloadFields : public QWidget {
    Q_OBJECT
public:
    explicit WorkloadFields(QWidget* parent = nullptr);

    /// What there is to choose from; what was chosen stays, if it is still there.
    void setCatalogue(std::vector<WorkloadInfo> catalogue);
    void choose(const std::string& workload, const WorkloadParameters& parameters);

    std::string workload() const;
    /// Those that are not left as is usual.
    WorkloadParameters parameters() const;

    /// Puts the focus into the field that the engine calls so: "workload",
    /// "workload_parameters.intensity".
    void focusField(const QString& name);

    QComboBox& choice() const { return *m_choice; }
    /// Null where the workload has no such parameter.
    UsualBox* box(const std::string& parameter) const;

signals:
    void changed();

private:
    const WorkloadInfo* chosen() const;
    void makeBoxes(const WorkloadParameters& given);

    std::vector<WorkloadInfo> m_catalogue;
    QComboBox* m_choice;
    QGridLayout* m_grid;
    std::vector<std::pair<std::string, UsualBox*>> m_boxes;
};

} // namespace parterre::ui
