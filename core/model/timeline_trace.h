// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"

#include <cstdint>
#include <string>
#include <vector>

namespace parterre {

/// The recorded blocks of one kernel in one partition, and what they are called.
struct TimelineTrack {
    std::string name;                  ///< the partition's
    std::string workload;              ///< the kernel's, as in the catalogue
    std::vector<BlockInterval> blocks; ///< in no order
};

/// When the first block of all began, in nanoseconds of the blocks' clock: the 0 of what is
/// written. The largest number there is when there are no blocks.
std::int64_t timelineOrigin(const std::vector<TimelineTrack>& tracks);

/// Trace events as chrome://tracing and Perfetto read them, a JSON document: a row for each block
/// that an SM holds at once. Times begin with the first block.
std::string timelineTrace(const std::vector<TimelineTrack>& tracks);

} // namespace parterre
