// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device_description.h"
#include "core/model/partition_plan.h"

#include <string>
#include <string_view>
#include <vector>

namespace parterre {

/// A plan to begin with, made for one GPU out of its description.
struct StartingPoint {
    std::string id;      ///< stable word: halves, quarters, …
    std::string title;   ///< for people: "Halves"
    std::string purpose; ///< one sentence: what it is for
    /// What this GPU grants exactly, with clusters as large as they can be; without groups where it
    /// cannot be had.
    PartitionPlan plan;
    std::string whyNot; ///< why this GPU can't do it, a sentence; empty where it can
};

/// The library of starting points, each computed for that GPU, always all and in the same order.
std::vector<StartingPoint> startingPoints(const DeviceDescription& device);

/// The one that a window begins with where there is no plan yet: a compute-bound partition beside a
/// memory-bound one. Without groups where the GPU cannot be partitioned.
PartitionPlan firstPlan(const DeviceDescription& device);

} // namespace parterre
