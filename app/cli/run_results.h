// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/latency_histogram.h"
#include "core/model/sample.h"
#include "core/plan/applied_plan.h"

#include <cstdio>
#include <string>
#include <vector>

namespace parterre::cli {

/// What one partition did in all.
struct RunResult {
    const PartitionReport* report = nullptr;
    const std::vector<Sample>* samples = nullptr;
    std::string unit;
    bool isAdditive = true; ///< whether partitions' throughputs add up
    double throughput = 0;
    LatencyHistogram latencies;
    std::string remark; ///< Workload::remark()
};

/// The preview's fields, and what was measured in each group; the remainder's, where that was
/// partitioned.
Json documentOf(const AppliedPlan& applied, const std::vector<RunResult>& results);

/// A table, and sentences on what does not fit into one.
void printResults(const std::vector<RunResult>& results);

/// Throws std::system_error if that fails.
void writeCsv(std::FILE* file, const std::vector<RunResult>& results);

} // namespace parterre::cli
