// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/json.h"

#include <string>

namespace parterre {

/// What one partition did in one slice of time, measured by events on the partition's own stream.
struct Sample {
    int partition = 0;   ///< index in the applied plan
    double time = 0;     ///< end of the slice, in seconds since the run started
    double duration = 0; ///< length of the slice in seconds, by the GPU's clock
    double rate = 0;     ///< work done in the slice over its duration, in the workload's unit

    friend bool operator==(const Sample&, const Sample&) = default;
};

/// The JSON object that sampleFromJson() reads.
void to_json(Json& json, const Sample& sample);
/// Throws InputError naming the field.
Sample sampleFromJson(const JsonReader& reader);

/// A kernel of the catalogue, for people to choose.
struct WorkloadInfo {
    std::string name;        ///< "fma"
    std::string title;       ///< "fp32 multiply-add"
    std::string unit;        ///< "TFLOP/s"
    std::string description; ///< one sentence: what it does and what it shows
};

/// The JSON object that workloadFromJson() reads.
void to_json(Json& json, const WorkloadInfo& workload);
/// Throws InputError naming the field.
WorkloadInfo workloadFromJson(const JsonReader& reader);

} // namespace parterre
