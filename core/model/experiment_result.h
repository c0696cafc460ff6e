// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/chart.h"
#include "core/model/experiment_info.h"
#include "core/model/json.h"
#include "core/model/partition_plan.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace parterre {

/// A column of an experiment's table.
struct ExperimentColumn {
    std::string name;  ///< for scripts: "rate_min"
    std::string title; ///< for people: "lowest rate"
    std::string unit;  ///< "TFLOP/s"; empty for texts and mere numbers
    int decimals = 0;  ///< digits after the point that people are shown; 0 for whole numbers

    friend bool operator==(const ExperimentColumn&, const ExperimentColumn&) = default;
};

/// A number, a text, or nothing where nothing is known.
using ExperimentCell = std::variant<std::monostate, double, std::string>;

/// As people are shown it; empty where nothing is known.
std::string textOf(const ExperimentCell& cell, const ExperimentColumn& column);

/// What an experiment found: everything that a table, a chart and a report are made of.
struct ExperimentResult {
    ExperimentInfo experiment;       ///< which one it was
    ExperimentParameters parameters; ///< as they were used, nothing left open
    std::string device;              ///< its id: "gpu:0", "sim:h200"
    std::string deviceName;          ///< "NVIDIA H200"
    int driverVersion = 0;           ///< as cuDriverGetVersion: 13000 is 13.0
    /// Of a simulated GPU, where its figures come from, as a sentence; empty for a real one.
    std::string provenance;
    std::string date;                              ///< "2026-12-01"
    std::string sentence;                          ///< what was found, in numbers
    std::vector<ExperimentColumn> columns;         ///< of the table
    std::vector<std::vector<ExperimentCell>> rows; ///< as many cells as there are columns
    Chart chart;                                   ///< of the same numbers
    /// The plan that it comes to, ready to be applied; empty where it comes to none.
    std::optional<PartitionPlan> plan{};

    friend bool operator==(const ExperimentResult&, const ExperimentResult&) = default;
};

/// The JSON object that experimentResultFromJson() reads; a row is an object of the columns' names.
void to_json(Json& json, const ExperimentResult& result);
/// Throws InputError naming the field.
ExperimentResult experimentResultFromJson(const JsonReader& reader);

} // namespace parterre
