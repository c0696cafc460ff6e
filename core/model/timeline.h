// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/json.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace parterre {

/// When a run's blocks are recorded for the SM timeline: for `window` at the beginning of each
/// `period`. Both are counted from the runs' time 0, so partitions that run together are recorded
/// at the same times.
struct TimelineOptions {
    std::chrono::milliseconds window{10}; ///< recorded of each period; 1 or more
    /// from one window's beginning to the next; `window` or more
    std::chrono::milliseconds period{100};

    friend bool operator==(const TimelineOptions&, const TimelineOptions&) = default;
};

/// At `key`: true for the usual options, an object with window_ms and period_ms, or false or
/// nothing for no timeline. Throws InputError.
std::optional<TimelineOptions> timelineFromJson(const JsonReader& reader, std::string_view key);
/// Throws InputError naming `windowField` or `periodField`.
TimelineOptions timelineOptions(
    std::int64_t windowMs, std::int64_t periodMs, const std::string& windowField,
    const std::string& periodField);

/// One block: where and when it ran, by the GPU's own timer (%globaltimer).
struct BlockInterval {
    int sm = 0;               ///< its id (%smid)
    std::int64_t startNs = 0; ///< nanoseconds, of a clock whose zero means nothing
    std::int64_t endNs = 0;   ///< nanoseconds, of the same clock

    friend bool operator==(const BlockInterval&, const BlockInterval&) = default;
};

/// The blocks that one partition recorded in a few milliseconds.
struct TimelineBatch {
    int partition = 0;                 ///< index in the applied plan
    std::vector<BlockInterval> blocks; ///< in no order
    std::int64_t dropped = 0;          ///< blocks that there was no room to record

    friend bool operator==(const TimelineBatch&, const TimelineBatch&) = default;
};

/// The JSON object that timelineBatchFromJson() reads.
void to_json(Json& json, const TimelineBatch& batch);
/// Throws InputError naming the field.
TimelineBatch timelineBatchFromJson(const JsonReader& reader);

} // namespace parterre
