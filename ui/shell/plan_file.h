// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/partition_plan.h"

#include <QString>

/// Plans as JSON files.
namespace parterre::ui::plan_file {

/// Throws InputError naming the file, the line and the field, or the column, that is wrong.
PartitionPlan read(const QString& path);

/// Writes all or nothing: a plan that was there stays if writing fails. Returns why it failed,
/// empty when it did not.
QString write(const QString& path, const PartitionPlan& plan);

} // namespace parterre::ui::plan_file
