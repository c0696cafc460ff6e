// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/partition_plan.h"

#include <QStringList>

namespace parterre::ui {

/// What differs between what is applied and what is planned, one phrase each, for "2 changes not
/// applied". Workloads are not among them: they take effect at the next run, not by applying.
QStringList planChanges(const PartitionPlan& applied, const PartitionPlan& planned);

/// The same where nothing is applied: what would be created.
QStringList planCreations(const PartitionPlan& planned);

} // namespace parterre::ui
