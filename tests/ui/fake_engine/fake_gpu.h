// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/device_description.h"
#include "core/model/partition_plan.h"
#include "core/model/partition_report.h"
#include "core/model/preview.h"
#include "core/model/sample.h"
#include "core/model/workload_info.h"

#include <vector>

namespace parterre::fake {

/// A GPU of 132 SMs that follows one simple rule, so that a test can tell what must come: counts
/// are rounded up to units of 8, or of 2 when co-scheduling is ignored, and groups that find no
/// room any more are not made.
inline constexpr int smCount = 132;

DeviceDescription device(const std::string& id);
/// The same as a real GPU, whose units have SM ids once it was probed.
DeviceDescription realDevice(const std::string& id, bool isProbed);
Preview preview(const PartitionPlan& plan);
/// The partitions an apply makes.
std::vector<PartitionReport> partitions(const PartitionPlan& plan);
std::vector<WorkloadInfo> workloads();
/// The rate that a workload reaches on so many SMs, with a small regular swing over `time`.
double rate(const std::string& workload, int sms, double time);

} // namespace parterre::fake
