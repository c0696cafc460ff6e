// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/partition/plan_table_model.h"

namespace parterre::ui {

struct GroupOption;

/// What the cells of the partitions' table say: texts and tool tips. Reads its model.
class PlanCells {
public:
    explicit PlanCells(const PlanTableModel& model)
        : m_model(model) {}

    /// Null for a column of something else.
    static const GroupOption* optionAt(int column);
    static bool isNumeric(int column);
    static QString title(int column);

    QVariant shown(const GroupPath& path, int column) const;
    QVariant toolTip(const GroupPath& path, int column) const;
    QString accessibleText(const GroupPath& path, int column) const;
    /// In words, how a cell differs from what is applied; empty when it does not.
    QString pendingText(const GroupPath& path, int column) const;
    int stepOf(const GroupPath& path, int column) const;

private:
    const PlanGroup* group(const GroupPath& path) const;
    QString runText(const GroupPath& path, const BarSegment& segment) const;
    QString optionsText(const GroupPath& path) const;
    QString grantedText(const BarSegment& segment) const;
    QVariant grantedTip(const GroupPath& path, const BarSegment& segment) const;
    QVariant placeTip(const GroupPath& path, const BarSegment& segment) const;
    /// Why what a sub-partition gets is not known.
    QString remark(const GroupPath& path) const;

    const PlanTableModel& m_model;
};

} // namespace parterre::ui
