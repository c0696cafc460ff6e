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
    std::string name;
    int requestedSmCount = 0;
    int smCount = 0; ///< as the green context's resource reports it
    int minPartitionSize = 0;
    int coscheduledAlignment = 0;
    bool isRemainder = false;
    /// Where a probe kernel saw itself run (%smid), ascending.
    std::vector<int> observedSmIds;
    /// cuGreenCtxGetId; 0 where the driver has none (before 12.9).
    unsigned long long greenContextId = 0;
    std::string workload; ///< catalogue name, or empty
    WorkloadParameters workloadParameters{};

    friend bool operator==(const PartitionReport&, const PartitionReport&) = default;
};

void to_json(Json& json, const PartitionReport& report);
PartitionReport partitionReportFromJson(const JsonReader& reader);

} // namespace parterre
