// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/partition/group_path.h"
#include "ui/shell/partition_palette.h"

namespace parterre::ui {

/// How a group or a remainder of a plan is drawn, in every view: by its position, or in the colour
/// that somebody chose; what is split off another one in a shade of that one's colour.
partition_palette::Look lookAt(const PartitionPlan& plan, const GroupPath& path);

/// Gives groups of the same full name the colours that they have in another plan.
void takeColours(PartitionPlan& plan, const PartitionPlan& from);

} // namespace parterre::ui
