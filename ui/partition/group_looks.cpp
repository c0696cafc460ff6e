// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/group_looks.h"

#include "ui/shell/text.h"

namespace parterre::ui {

partition_palette::Look lookAt(const PartitionPlan& plan, const GroupPath& path) {
    const PlanGroup* group = groupAt(plan, path);
    const QString chosen = group ? toQt(group->colour) : QString();
    return path.isNested()
               ? partition_palette::partLook(lookAt(plan, path.parent()), path.position(), chosen)
               : partition_palette::look(path.position(), chosen);
}

void takeColours(PartitionPlan& plan, const PartitionPlan& from) {
    for (const auto& place : splitsOf(plan))
        for (PlanGroup& group : place.split->groups)
            if (const PlanGroup* other =
                    groupAt(from, pathOf(from, fullName(place.parent, group.name))))
                group.colour = other->colour;
}

} // namespace parterre::ui
