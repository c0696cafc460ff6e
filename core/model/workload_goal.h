// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/json.h"
#include "core/model/workload_info.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parterre {

/// A workload, and what is wanted of it beside another one.
struct WorkloadGoal {
    /// What is looked at.
    enum class Kind {
        p50,     ///< the median latency, to be below the value
        p99,     ///< the 99th percentile of the latencies, to be below the value
        largest, ///< the largest latency, to be below the value
        rate,    ///< the rate, to be at least the value
        most,    ///< the rate, to be as high as can be; without a value
    };
    static constexpr double mostMicroseconds = 1e9; ///< a latency's bound: as much as is measured

    std::string workload;                    ///< a name in the catalogue
    WorkloadParameters workloadParameters{}; ///< of `workload`
    Kind kind = Kind::most;                  ///< see Kind
    double value = 0;                        ///< in `unit`, more than 0; 0 for Kind::most
    /// Of a latency "µs" (or "us", or "ms", until it is checked); of a rate the workload's unit, or
    /// "%" of what it reaches alone on the whole GPU; empty for Kind::most.
    std::string unit{};

    /// Whether the value is a part of what the workload reaches alone.
    bool isShare() const { return unit == "%"; }

    friend bool operator==(const WorkloadGoal&, const WorkloadGoal&) = default;
};

/// The kinds as JSON and the command line name them: "p50", "p99", "max", "rate", "most".
const std::vector<std::pair<std::string_view, WorkloadGoal::Kind>>& goalWords();
/// Whether such a goal is about a latency, which is to be low; the others are about a rate.
bool isOfLatency(WorkloadGoal::Kind kind);
/// One of goalWords().
std::string_view wordOf(WorkloadGoal::Kind kind);

/// What is measured, for a title or a sentence: "p99", "largest latency", "rate".
std::string measureText(WorkloadGoal::Kind kind);
/// What is wanted of it: "below 60 µs", "at least 80 % of alone", "as much as possible".
std::string aimText(const WorkloadGoal& goal);
/// The whole of it: "latency, period_us 50: p99 below 60 µs".
std::string textOf(const WorkloadGoal& goal);

/// The JSON object that workloadGoalFromJson() reads.
void to_json(Json& json, const WorkloadGoal& goal);
/// Whether the goal fits the workload, only the catalogue knows. Throws InputError naming the
/// field.
WorkloadGoal workloadGoalFromJson(const JsonReader& reader);

} // namespace parterre
