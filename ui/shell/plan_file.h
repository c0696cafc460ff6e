// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/partition_plan.h"

#include <QString>

namespace parterre::ui {

/// Plans as JSON files.
namespace plan_file {

/// Throws InputError naming the file and the field, or line and column, that is wrong.
PartitionPlan read(const QString& path);

/// Writes all or nothing: a plan that was there stays if writing fails. Returns why it failed,
/// empty when it did not.
QString write(const QString& path, const PartitionPlan& plan);

} // namespace plan_file
} // namespace parterre::ui
