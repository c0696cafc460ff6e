// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/json.h"

#include <optional>
#include <vector>

namespace parterre {

/// The units that a GPU is split into for `combined` plans, in the order of the split, in which
/// PlanGroup::units counts them.
struct SplitUnits {
    bool ignoreCoscheduling = false; ///< the smallest units, as PartitionPlan::ignoreCoscheduling
    std::vector<int> smCounts;       ///< SMs of each
    /// SM ids of each, ascending; empty where nobody has looked: a real GPU that was not probed.
    std::optional<std::vector<std::vector<int>>> smIds;

    /// SMs of the largest one; 0 where there are none.
    int smCount() const;

    friend bool operator==(const SplitUnits&, const SplitUnits&) = default;
};

/// The JSON object that splitUnitsFromJson() reads.
void to_json(Json& json, const SplitUnits& units);
/// Throws InputError, also where ids and counts don't go together.
SplitUnits splitUnitsFromJson(const JsonReader& reader);

} // namespace parterre
