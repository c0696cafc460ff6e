// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/json.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace parterre {

/// What a workload is told, by the parameters' names; those that are absent are as usual.
using WorkloadParameters = std::map<std::string, std::int64_t>;

/// A number that a workload can be given.
struct WorkloadParameterInfo {
    std::string name;        ///< "block_size"
    std::string unit;        ///< "threads"; empty for a mere number
    std::string description; ///< a phrase: what it changes
    std::int64_t least = 0;  ///< smallest allowed
    std::int64_t most = 0;   ///< largest allowed
    std::int64_t step = 1;   ///< only multiples of it are allowed
    /// What it is where nothing is given; empty: that depends on the device and the partition.
    std::optional<std::int64_t> usual;

    friend bool operator==(const WorkloadParameterInfo&, const WorkloadParameterInfo&) = default;
};

/// A kernel of the catalogue, for people to choose.
struct WorkloadInfo {
    std::string name;                                ///< "fma"
    std::string title;                               ///< "fp32 multiply-add"
    std::string unit;                                ///< of its rate, "TFLOP/s"
    std::string description;                         ///< what it does and what it shows
    std::vector<WorkloadParameterInfo> parameters{}; ///< what it can be told; may be none
    /// Whether the rates of several partitions add up to something; a latency's do not.
    bool isAdditive = true;

    friend bool operator==(const WorkloadInfo&, const WorkloadInfo&) = default;
};

/// The JSON object that workloadFromJson() reads.
void to_json(Json& json, const WorkloadInfo& workload);
/// Throws InputError naming the field.
WorkloadInfo workloadFromJson(const JsonReader& reader);

/// Reads the object at `key`: names and whole numbers. Which names a workload has, only the
/// catalogue knows. Throws InputError naming the parameter.
WorkloadParameters workloadParametersFromJson(const JsonReader& reader, std::string_view key);

} // namespace parterre
