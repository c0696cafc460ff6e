// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/partition_plan.h"

#include <QWidget>

#include <optional>

class QLabel;
class QPushButton;

namespace parterre::ui {

class PlanEditor;

/// The plan that a result comes to, and a button that puts it on screen as one edit, so that undo
/// brings back what was there. Not to be seen while there is none.
class PlanOffer : public QWidget {
    Q_OBJECT
public:
    /// `editor` must outlive this.
    explicit PlanOffer(PlanEditor& editor, QWidget* parent = nullptr);

    void setPlan(const std::optional<PartitionPlan>& plan);

    QPushButton& button() const { return *m_use; }
    QString text() const; ///< what the plan is, or what became of it

signals:
    void used(); ///< it is on screen now

private:
    void use();
    void showState();

    PlanEditor& m_editor;
    std::optional<PartitionPlan> m_plan;
    QLabel* m_text;
    QPushButton* m_use;
};

} // namespace parterre::ui
