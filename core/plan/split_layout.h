// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/device.h"
#include "core/model/diagnostic.h"
#include "core/model/partition_plan.h"

#include <optional>
#include <string>
#include <vector>

namespace parterre {

struct PlanSurroundings;

/// The SMs of one partition-to-be.
struct LayoutPart {
    std::string name;            ///< the group's; empty for the remainder
    int requestedSmCount = 0;    ///< 0: as many as fit
    SmResource sms;              ///< what a context can be made of
    std::vector<int> units = {}; ///< combined only: by number in the split

    int smCount() const { return static_cast<int>(sms.smCount()); } ///< granted
    /// SMs; see SmResource::minPartitionSize().
    int minPartitionSize() const { return static_cast<int>(sms.minPartitionSize()); }
    /// SMs; see SmResource::coscheduledAlignment().
    int coscheduledAlignment() const { return static_cast<int>(sms.coscheduledAlignment()); }
};

/// A plan turned into the resources of one split. Splitting creates nothing, so that a preview and
/// an apply lay out the same way, and what a preview shows is what an apply makes.
struct SplitLayout {
    Strategy strategy = Strategy::byCount; ///< the one used, never `automatic`
    /// In the plan's order; the last groups of the plan are missing where the driver made fewer.
    std::vector<LayoutPart> groups;
    /// Empty: nothing is left, or the driver has no green contexts at all.
    std::optional<LayoutPart> remainder;
    /// Combined only: SMs of each unit, in the order of the split.
    std::vector<int> unitSmCounts;
    std::vector<std::string> calls;      ///< the split's own, for people to read
    std::vector<Diagnostic> diagnostics; ///< in the order they were found

    bool hasErrors() const; ///< whether applying would be refused

    /// Takes over the parts that a split made for the groups asked for.
    void take(const PlanSplit& asked, const SmSplit& split);
};

/// Lays the plan out on the device's SMs and says all there is to say about it, but for the groups
/// that are split again (nested_layout.h). What the driver is known to refuse becomes an error
/// among the diagnostics, and then there may be no groups. Throws InputError for a plan that is
/// wrong whatever the device, CudaError for what the driver refuses otherwise.
SplitLayout
layOut(const Device& device, const PartitionPlan& plan, const PlanSurroundings& surroundings);

/// Lays out one split of these SMs, a device's or a context's, and says what there is to say about
/// its groups: the same for a plan's own split and for one below it.
SplitLayout layOutSplit(const Device& device, const SmResource& all, const PlanSplit& split);

/// Work-queue settings where the driver has none: an error.
void checkWorkqueues(
    const Device& device, const PlanSplit& split, std::vector<Diagnostic>& diagnostics);

} // namespace parterre
