// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/json.h"
#include "core/model/workload_info.h"

#include <string>
#include <vector>

namespace parterre {

/// One partition that was applied: what the driver reports of it beside where kernels really ran.
/// The two differ where resources overlap (a driver then reports the sum of the counts).
struct PartitionReport {
    std::string name;             ///< the group's full one in the plan, or the remainder's
    int requestedSmCount = 0;     ///< SMs asked for; 0 where no number was given
    int smCount = 0;              ///< as the green context's resource reports it
    int minPartitionSize = 0;     ///< SMs; of its resource
    int coscheduledAlignment = 0; ///< SMs; of its resource
    bool isRemainder = false;     ///< made of the SMs that its split left over
    /// Where a probe kernel saw itself run (%smid), ascending.
    std::vector<int> observedSmIds;
    /// cuGreenCtxGetId; 0 where the driver has none (before 12.9).
    unsigned long long greenContextId = 0;
    std::string workload;                    ///< catalogue name, or empty
    WorkloadParameters workloadParameters{}; ///< as the plan says
    /// Full name of the group whose SMs it was split from; empty: the device's.
    std::string parent = {};
    bool isSplit = false; ///< its SMs are those of its groups, and nothing runs in itself

    /// Made of another partition's SMs.
    bool isNested() const { return !parent.empty(); }

    friend bool operator==(const PartitionReport&, const PartitionReport&) = default;
};

/// The JSON object that partitionReportFromJson() reads.
void to_json(Json& json, const PartitionReport& report);
/// Throws InputError naming the field.
PartitionReport partitionReportFromJson(const JsonReader& reader);

} // namespace parterre
