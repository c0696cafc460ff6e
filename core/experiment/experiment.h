// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/device.h"
#include "core/model/experiment_info.h"
#include "core/model/experiment_result.h"
#include "core/plan/plan_preview.h"
#include "core/workload/connection_probe.h"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace parterre {

class ExperimentRun;

/// The GPU that an experiment is made on.
struct ExperimentTarget {
    std::string id;                  ///< as the result names it: "gpu:0", "sim:h200"
    Device device;                   ///< through whichever driver
    PlanSurroundings surroundings;   ///< what a plan's preview has to know besides
    ConnectionProbe connectionProbe; ///< empty: `connections` can't be measured
};

/// Whom an experiment tells, and how it is stopped.
struct ExperimentHooks {
    /// Told how far it is, 0 to 1, and what is being measured. May be empty.
    std::function<void(double fraction, const std::string& text)> progress;
    std::stop_token stop; ///< looked at between the steps and while they run
};

/// What an InputError calls one of the goals.
struct GoalFields {
    std::string workload;   ///< WorkloadGoal::workload
    std::string parameters; ///< a parameter's name comes after it
    std::string kind;       ///< WorkloadGoal::kind
    std::string value;      ///< WorkloadGoal::value
    std::string unit;       ///< WorkloadGoal::unit
};

/// What an InputError calls the parameters: as in JSON unless something else is given.
struct ExperimentFields {
    std::string experiment = "experiment";                   ///< which one it is
    std::string workload = "workload";                       ///< ExperimentParameters::workload
    std::string workloadParameters = "workload_parameters."; ///< a parameter's name comes after it
    std::string smCounts = "sm_counts";                      ///< ExperimentParameters::smCounts
    std::string seconds = "seconds";                         ///< ExperimentParameters::seconds
    std::string runs = "runs";                               ///< ExperimentParameters::runs
    std::string goals = "goals";                             ///< ExperimentParameters::goals
    std::vector<GoalFields> eachGoal{}; ///< in their order; as in JSON for those that are missing

    /// One of the goals, counted from 0.
    GoalFields goal(std::size_t index) const;
};

/// A question put to a GPU, answered by measuring: with a table, a chart and a sentence.
class Experiment {
public:
    Experiment() = default;
    Experiment(const Experiment&) = delete;
    Experiment& operator=(const Experiment&) = delete;
    virtual ~Experiment() = default;

    /// What it asks, and which parameters it takes.
    virtual const ExperimentInfo& info() const = 0;

    /// Measures, and fills in the result's sentence, table and chart. Throws what run() does.
    virtual void measure(ExperimentRun& run, ExperimentResult& result) const = 0;

    /// Checks the parameters, then measures on a GPU that should do nothing else. Throws Cancelled
    /// when a stop is asked for, InputError, UnsupportedError, CudaError; then, as afterwards, all
    /// that was made is gone again.
    ExperimentResult
    run(const ExperimentTarget& target, const ExperimentParameters& parameters,
        const ExperimentHooks& hooks = {}, const ExperimentFields& fields = {}) const;
};

} // namespace parterre
