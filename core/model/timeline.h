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
    std::chrono::milliseconds window{10};
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
    int sm = 0;
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;

    friend bool operator==(const BlockInterval&, const BlockInterval&) = default;
};

/// The blocks that one partition recorded in a few milliseconds.
struct TimelineBatch {
    int partition = 0; ///< index in the applied plan
    std::vector<BlockInterval> blocks;
    std::int64_t dropped = 0; ///< blocks that there was no room to record

    friend bool operator==(const TimelineBatch&, const TimelineBatch&) = default;
};

void to_json(Json& json, const TimelineBatch& batch);
TimelineBatch timelineBatchFromJson(const JsonReader& reader);

} // namespace parterre
