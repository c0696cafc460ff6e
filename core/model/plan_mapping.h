// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device_description.h"
#include "core/model/partition_plan.h"

#include <string>
#include <vector>

namespace parterre {

/// A plan turned into one for another GPU.
struct PlanMapping {
    PartitionPlan plan; ///< for that GPU
    /// What is otherwise than in the original, or does not fit: a sentence each.
    std::vector<std::string> changes;
};

/// Keeps each group's share of the GPU, rounded to what `device` gives out, and leaves out what it
/// has no room for or its driver can't do. How many SMs the plan was made for,
/// PartitionPlan::madeFor says; without it, counts that fit stay as they are. A GPU of the same
/// name and size takes the plan unchanged. What the driver then grants, only a preview tells.
PlanMapping mapPlan(const PartitionPlan& plan, const DeviceDescription& device);

} // namespace parterre
