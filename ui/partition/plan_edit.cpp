// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/plan_edit.h"

#include "ui/partition/plan_editor.h"

#include <utility>

namespace parterre::ui {

PlanEdit::PlanEdit(
    PlanEditor& editor, PartitionPlan before, PartitionPlan after, const QString& text)
    : QUndoCommand(text)
    , m_editor(editor)
    , m_before(std::move(before))
    , m_after(std::move(after)) {}

void PlanEdit::undo() {
    m_editor.restore(m_before);
}

void PlanEdit::redo() {
    m_editor.restore(m_after);
}

} // namespace parterre::ui
