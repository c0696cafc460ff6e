// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/diagnostic.h"
#include "core/model/partition_plan.h"

#include <optional>
#include <string>
#include <vector>

namespace parterre {

/// What one group of a plan would get.
struct PreviewGroup {
    std::string name;             ///< the group's, in the plan
    int requestedSmCount = 0;     ///< SMs asked for; 0 = discovery
    int smCount = 0;              ///< what the driver grants; 0 where the plan can't be applied
    int minPartitionSize = 0;     ///< SMs; of the resource granted
    int coscheduledAlignment = 0; ///< SMs; of the resource granted
    /// Where it would run; empty where only applying can tell.
    std::optional<std::vector<int>> smIds;
    /// Combined only: the units it is joined from, as SplitUnits counts them; whether chosen or
    /// dealt.
    std::vector<int> units = {};

    friend bool operator==(const PreviewGroup&, const PreviewGroup&) = default;
};

/// The SMs that no group would get.
struct PreviewRemainder {
    int smCount = 0; ///< 0 where nothing is left over
    /// Where they are; empty where only applying can tell.
    std::optional<std::vector<int>> smIds;

    friend bool operator==(const PreviewRemainder&, const PreviewRemainder&) = default;
};

/// What one group of a split below the plan's own would get, or the SMs that none of them would.
struct NestedPreview {
    std::string parent;       ///< full name of the group whose SMs these are
    bool isRemainder = false; ///< the SMs that no group of that split would get
    /// Whether the driver could be asked. A group's SMs are split through its context, which is
    /// there once the group is applied: until then no count is known here, nor SM ids.
    bool isKnown = false;
    PreviewGroup part; ///< with its full name; only requestedSmCount holds where !isKnown

    friend bool operator==(const NestedPreview&, const NestedPreview&) = default;
};

/// The driver's answer to a plan, with nothing created. Groups stand in the plan's order; where the
/// driver makes fewer groups than asked, the last ones of the plan are missing here. Of a plan that
/// can't be applied all groups are here, granted nothing.
struct Preview {
    std::string device;                    ///< as DeviceId::text()
    Strategy strategy = Strategy::byCount; ///< the one used, never `automatic`
    int driverVersion = 0;                 ///< as cuDriverGetVersion: 13000 is 13.0
    std::vector<PreviewGroup> groups;      ///< in the plan's order
    PreviewRemainder remainder;            ///< what no group gets
    /// Of the splits below the plan's own, in the order of splitsOf(): each one's groups, then what
    /// they leave over, if something is known to be. Their SMs are among those of `groups`.
    std::vector<NestedPreview> nested;
    /// SM counts a single group can be given on this device with this strategy, ascending: what a
    /// handle of the partition bar snaps to.
    std::vector<int> grantableSmCounts;
    /// Combined only: SMs of each unit that groups are joined from, in order of the split.
    std::vector<int> unitSmCounts;
    /// The driver calls an apply would make, in order, for people to read.
    std::vector<std::string> calls;
    /// What the user should know before applying.
    std::vector<Diagnostic> diagnostics;

    bool hasErrors() const; ///< an error means that apply would be refused
};

/// The JSON object that previewFromJson() reads.
void to_json(Json& json, const Preview& preview);
/// Throws InputError naming the field.
Preview previewFromJson(const JsonReader& reader);

} // namespace parterre
