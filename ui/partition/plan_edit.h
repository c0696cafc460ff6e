// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/partition_plan.h"

#include <QUndoCommand>

namespace parterre::ui {

class PlanEditor;

/// One step of undo and redo. A plan is a small value, so a step holds the whole plan before and
/// after it: nothing can be forgotten on the way back.
class PlanEdit : public QUndoCommand {
public:
    PlanEdit(PlanEditor& editor, PartitionPlan before, PartitionPlan after, const QString& text);

    void undo() override;
    void redo() override;

private:
    PlanEditor& m_editor;
    PartitionPlan m_before;
    PartitionPlan m_after;
};

} // namespace parterre::ui
