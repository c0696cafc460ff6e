// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/placement_oracle.h"
#include "core/model/preview.h"
#include "core/plan/split_layout.h"

#include <memory>
#include <string>

namespace parterre {

class AppliedPlan;

/// What a plan meets beside the device itself.
struct PlanSurroundings {
    /// Tells SM ids before anything runs; null for a real GPU. Not owned.
    const PlacementOracle* oracle = nullptr;
    int hardwareConnections = 8; ///< CUDA_DEVICE_MAX_CONNECTIONS in force, 1 to 32
    /// CUDA_MPS_ACTIVE_THREAD_PERCENTAGE, 1 to 100; empty: not set.
    std::optional<int> mpsActiveThreadPercentage = {};
    /// What is applied on the device now: through its contexts a preview asks what the groups of a
    /// group would get. Null: nothing is.
    std::shared_ptr<const AppliedPlan> applied = {};
};

/// What applying the plan would give, with nothing created. What would be refused stands among the
/// diagnostics. Throws InputError for a plan that is wrong whatever the device, CudaError when the
/// driver fails.
Preview
previewPlan(const Device& device, const PartitionPlan& plan, const PlanSurroundings& surroundings);

/// The same from a layout that is at hand, without asking the driver again: grantableSmCounts and
/// `nested` stay empty.
Preview describeLayout(
    const Device& device, const PartitionPlan& plan, const SplitLayout& layout,
    const PlacementOracle* oracle);

/// What a group would get. `oracle`: as PlanSurroundings::oracle.
PreviewGroup describePart(const LayoutPart& part, const PlacementOracle* oracle);

/// The calls that make a partition of so many resources. `isSplit`: nothing runs in it, so that it
/// gets no stream.
void addCalls(
    const Driver& driver, std::size_t resources, const std::string& name, bool isSplit,
    std::vector<std::string>& calls);

} // namespace parterre
