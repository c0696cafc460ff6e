// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/json.h"
#include "core/model/workload_goal.h"
#include "core/model/workload_info.h"

#include <cstdint>
#include <string>
#include <vector>

namespace parterre {

/// An experiment, for people to choose.
struct ExperimentInfo {
    std::string name;        ///< "scaling"
    std::string title;       ///< "rate by number of SMs"
    std::string description; ///< one sentence: the question it answers
    std::string method;      ///< how it is measured
    /// What ExperimentParameters::workload is here; empty: it takes none.
    std::string workloadRole;
    /// What ExperimentParameters::smCounts is here; empty: it takes none.
    std::string smCountsRole;
    std::string workload;                    ///< where none is given
    WorkloadParameters workloadParameters{}; ///< of that one
    double seconds = 0; ///< of one measurement where nothing is given; 0: it takes no such number
    int runs = 1;       ///< where nothing is given
    /// What ExperimentParameters::goals is here; empty: it takes none.
    std::string goalsRole{};
    std::vector<WorkloadGoal> goals{}; ///< where none are given

    friend bool operator==(const ExperimentInfo&, const ExperimentInfo&) = default;
};

/// What an experiment is told. What is left as it is here is as the experiment's info says.
struct ExperimentParameters {
    static constexpr double leastSeconds = 0.05; ///< a sample of a rate takes a 30th of a second
    static constexpr double mostSeconds = 3600;  ///< of one measurement
    static constexpr int mostRuns = 1000;        ///< of everything

    std::string workload;                    ///< a name in the catalogue; empty: the usual one
    WorkloadParameters workloadParameters{}; ///< of `workload`
    std::vector<int> smCounts;               ///< empty: the experiment's own choice
    std::vector<WorkloadGoal> goals{};       ///< empty: the usual ones
    double seconds = 0;                      ///< of one measurement; 0: the usual
    int runs = 0; ///< how often everything is measured; 0: the usual number
    /// Decides in which order a run's measurements are made: another one in each run, so that a
    /// drift of the clocks is not taken for an effect.
    std::uint32_t seed = 1;

    friend bool operator==(const ExperimentParameters&, const ExperimentParameters&) = default;
};

/// The JSON object that experimentInfoFromJson() reads.
void to_json(Json& json, const ExperimentInfo& info);
/// Throws InputError naming the field.
ExperimentInfo experimentInfoFromJson(const JsonReader& reader);

/// The JSON object that experimentParametersFromJson() reads.
void to_json(Json& json, const ExperimentParameters& parameters);
/// All fields may be absent. Throws InputError naming the field.
ExperimentParameters experimentParametersFromJson(const JsonReader& reader);

} // namespace parterre
