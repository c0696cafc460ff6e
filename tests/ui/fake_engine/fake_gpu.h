// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/device_description.h"
#include "core/model/partition_plan.h"
#include "core/model/partition_report.h"
#include "core/model/preview.h"
#include "core/model/sample.h"
#include "core/model/timeline.h"
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

/// The window `number` of a partition's timeline, its windows one period apart: on each of its SMs
/// blocksPerSm blocks, one behind the other without a gap; one more had no room.
TimelineBatch timelineBatch(int partition, const std::vector<int>& sms, int number);
inline constexpr int blocksPerSm = 4;
inline constexpr std::int64_t blockNs = 500'000;
inline constexpr std::int64_t periodNs = 100'000'000;
/// What the GPU's clock says at the beginning of window 0.
inline constexpr std::int64_t clockNs = 1'700'000'000'000'000'000;

} // namespace parterre::fake
