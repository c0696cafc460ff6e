// SPDX-License-Identifier: Apache-2.0
#include "core/model/sample.h"

namespace parterre {

void to_json(Json& json, const Sample& sample) {
    json = Json::object();
    json["partition"] = sample.partition;
    json["time"] = sample.time;
    json["duration"] = sample.duration;
    json["rate"] = sample.rate;
    if (!sample.latencies.empty())
        json["latencies"] = sample.latencies;
}

Sample sampleFromJson(const JsonReader& reader) {
    return {
        static_cast<int>(reader.integer("partition", 0, 1 << 20)), reader.number("time", 0),
        reader.number("duration", 0), reader.number("rate", 0), reader.numbers("latencies")};
}

} // namespace parterre
