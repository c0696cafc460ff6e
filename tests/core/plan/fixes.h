// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/diagnostic.h"
#include "core/plan/plan_preview.h"

#include <algorithm>

namespace parterre::test {

/// The diagnostic of that code about that group (empty: the whole plan); null when there is none.
inline const Diagnostic*
findAbout(const Preview& preview, const std::string& code, const std::string& group) {
    const auto found = std::find_if(
        preview.diagnostics.begin(), preview.diagnostics.end(),
        [&](const Diagnostic& one) { return one.code == code && one.group == group; });
    return found == preview.diagnostics.end() ? nullptr : &*found;
}

/// Does what the button of a diagnostic promises.
inline void
applyFix(const Diagnostic& diagnostic, PartitionPlan& plan, PlanSurroundings& surroundings) {
    const Fix& fix = *diagnostic.fix;
    switch (fix.kind) {
    case Fix::Kind::setSmCount:
        for (PlanGroup& group : plan.groups)
            if (group.name == diagnostic.group)
                group.smCount = fix.value;
        break;
    case Fix::Kind::setGroupCount:
        plan.groups.resize(static_cast<std::size_t>(fix.value));
        break;
    case Fix::Kind::useRemainder:
        plan.partitionRemainder = true;
        break;
    case Fix::Kind::useSmallestUnits:
        plan.ignoreCoscheduling = true;
        plan.maxCluster = false;
        break;
    case Fix::Kind::setHardwareConnections:
        surroundings.hardwareConnections = fix.value;
        break;
    }
}

} // namespace parterre::test
