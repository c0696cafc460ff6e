// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/json.h"

#include <vector>

namespace parterre {

/// What one partition did in one slice of time, measured by events on the partition's own stream.
struct Sample {
    int partition = 0;   ///< index in the applied plan
    double time = 0;     ///< end of the slice, in seconds since the run started
    double duration = 0; ///< length of the slice in seconds, by the GPU's clock
    /// Work done in the slice over its duration, in the workload's unit; of `latency`, the median.
    double rate = 0;
    /// Of `latency`: what each launch in the slice took, in microseconds, in order. Else empty.
    std::vector<double> latencies{};

    friend bool operator==(const Sample&, const Sample&) = default;
};

/// The JSON object that sampleFromJson() reads.
void to_json(Json& json, const Sample& sample);
/// Throws InputError naming the field.
Sample sampleFromJson(const JsonReader& reader);

} // namespace parterre
