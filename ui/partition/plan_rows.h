// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/partition/bar_content.h"

#include <memory>
#include <vector>

namespace parterre::ui {

/// A row of the partitions' table, with those of its sub-partitions below it. Rows that stay keep
/// their place in memory, so that a selection and an open editor survive an edit elsewhere.
struct PlanRow {
    QString name;              ///< the segment's
    PlanRow* parent = nullptr; ///< null: not a row, but above all of them
    int position = 0;          ///< among its siblings
    std::vector<std::unique_ptr<PlanRow>> below;

    GroupPath path() const;
    int count() const { return static_cast<int>(below.size()); }
    void insert(int at, int count);
    void remove(int at, int count);
};

/// How one list of rows becomes another: `by` rows more (or, negative, fewer) from row `at` on.
struct RowChange {
    bool isSimple = true; ///< false: nothing so simple turns the one into the other
    int at = 0;
    int by = 0;

    static RowChange between(const PlanRow& before, const BarLevel& after);
};

} // namespace parterre::ui
