// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/timeline_trace.h"

#include <string>
#include <vector>

namespace parterre::cli {

/// A line a block: partition,name,workload,sm,start_ns,end_ns. `tracks` are those of the partitions
/// in order; times begin with the first block.
std::string timelineCsv(const std::vector<TimelineTrack>& tracks);

} // namespace parterre::cli
