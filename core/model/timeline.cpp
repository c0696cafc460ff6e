// SPDX-License-Identifier: Apache-2.0
#include "core/model/timeline.h"

#include <fmt/format.h>

#include <limits>
#include <string>

namespace parterre {
namespace {

constexpr std::int64_t longestMs = 60'000;
constexpr int mostSms = 1 << 16;

std::int64_t checked(std::int64_t value, std::int64_t least, const std::string& field) {
    if (value < least || value > longestMs)
        throw InputError(
            field, std::to_string(value), allowedRange("a whole number", least, longestMs));
    return value;
}

} // namespace

TimelineOptions timelineOptions(
    std::int64_t windowMs, std::int64_t periodMs, const std::string& windowField,
    const std::string& periodField) {
    TimelineOptions options;
    options.window = std::chrono::milliseconds(checked(windowMs, 1, windowField));
    options.period = std::chrono::milliseconds(checked(periodMs, windowMs, periodField));
    return options;
}

std::optional<TimelineOptions> timelineFromJson(const JsonReader& reader, std::string_view key) {
    if (!reader.has(key))
        return {};
    if (!reader.raw(key).is_object())
        return reader.boolean(key, false) ? std::optional(TimelineOptions()) : std::nullopt;
    const JsonReader object = reader.object(key);
    const TimelineOptions usual;
    return timelineOptions(
        object.integer("window_ms", 1, longestMs, usual.window.count()),
        object.integer("period_ms", 1, longestMs, usual.period.count()), object.pathOf("window_ms"),
        object.pathOf("period_ms"));
}

void to_json(Json& json, const TimelineBatch& batch) {
    json = Json::object();
    json["partition"] = batch.partition;
    json["dropped"] = batch.dropped;
    Json& blocks = json["blocks"] = Json::array();
    for (const BlockInterval& block : batch.blocks)
        blocks.push_back(Json::array({block.sm, block.startNs, block.endNs}));
}

TimelineBatch timelineBatchFromJson(const JsonReader& reader) {
    TimelineBatch batch;
    batch.partition = static_cast<int>(reader.integer("partition", 0, 1 << 20));
    batch.dropped = reader.integer("dropped", 0, std::numeric_limits<std::int64_t>::max(), 0);
    const Json& blocks = reader.raw("blocks");
    const auto refuse = [&](std::size_t index, const Json& value) {
        throw InputError(
            fmt::format("{}[{}]", reader.pathOf("blocks"), index), value.dump(),
            "an SM's id, a start and an end in nanoseconds");
    };
    if (!blocks.is_array() && !blocks.is_null())
        throw InputError(reader.pathOf("blocks"), blocks.dump(), "a list");
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const Json& block = blocks[i];
        if (!block.is_array() || block.size() != 3 || !block[0].is_number_integer() ||
            !block[1].is_number_integer() || !block[2].is_number_integer())
            refuse(i, block);
        const auto sm = block[0].get<std::int64_t>();
        if (sm < 0 || sm > mostSms)
            refuse(i, block);
        batch.blocks.push_back(
            {static_cast<int>(sm), block[1].get<std::int64_t>(), block[2].get<std::int64_t>()});
    }
    return batch;
}

} // namespace parterre
