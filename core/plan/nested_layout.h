// SPDX-License-Identifier: Apache-2.0
/// Splits below a plan's own: a group's SMs split again. A split's result can't be split as it is
/// (behaviours.jsonl), only the resource of a context made of it (nested-splits.jsonl), so that the
/// driver can be asked once the group above is applied, and not before.
#pragma once

#include "core/plan/split_layout.h"

#include <optional>
#include <string>
#include <vector>

namespace parterre {

/// Lays a group's split out on the SMs of its context, as layOutSplit(): parts and diagnostics go
/// by full names. `parent`: the group's full name.
SplitLayout layOutNested(
    const Device& device, const SmResource& sms, const PlanSplit& split, const std::string& parent);

/// What is known of a group while it has no context.
struct UnsplitGroup {
    std::string name; ///< the full one
    int most = 0;     ///< SMs it gets, or can have at most where the groups above are unknown too
    std::optional<SmGranularity> granularity; ///< of what it gets, where that is known
};

/// What can be said of a group's split without asking the driver: what is wrong with it, and that
/// the rest is known once the group is applied.
std::vector<Diagnostic>
checkNested(const Device& device, const PlanSplit& split, const UnsplitGroup& parent);

} // namespace parterre
