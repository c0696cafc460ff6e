// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/exit_status.h"
#include "app/cli/workload_choice.h"
#include "core/engine/device_registry.h"
#include "core/experiment/experiment.h"
#include "core/model/edited_kernel.h"
#include "core/model/experiment_info.h"
#include "core/model/partition_plan.h"
#include "core/model/timeline.h"

#include <optional>
#include <string>
#include <vector>

namespace parterre::cli {

// Each subcommand, with its options already read. All throw what report() understands.

ExitStatus listDevices(DeviceRegistry& registry, bool json);
ExitStatus
inspectDevice(DeviceRegistry& registry, const std::string& device, bool probe, bool json);
ExitStatus showPreview(DeviceRegistry& registry, const PartitionPlan& plan, bool json);

struct RunArguments {
    PartitionPlan plan;
    /// For the partitions in order, the last one for all that follow. Empty: the plan's own.
    std::vector<WorkloadChoice> workloads;
    /// In place of the catalogue's code for its workload.
    std::optional<EditedKernel> kernel;
    double seconds = 0; ///< 0.1 to 86400
    bool json = false;
    std::string planFile; ///< where the plan was read; empty if options say it
    std::string csvFile;  ///< empty: none
    /// The SM timeline: as trace events, or as CSV if its name ends so. Empty: none.
    std::string timelineFile;
    TimelineOptions timeline;
};
ExitStatus listWorkloads(bool json);

ExitStatus runPlan(DeviceRegistry& registry, RunArguments arguments);

/// Measures a GPU and writes its profile to `path`; `force`: also where there is a file already.
ExitStatus recordDevice(
    DeviceRegistry& registry, const std::string& device, const std::string& path, bool force);

struct ExperimentArguments {
    std::string name;
    std::string device;
    ExperimentParameters parameters;
    std::vector<GoalFields> goalFields; ///< as errors name parameters.goals
    bool json = false;
    bool csv = false;       ///< else a table for people
    std::string outputFile; ///< instead of standard output; empty: none
    std::string reportFile; ///< a page of HTML; empty: none
    std::string planFile;   ///< the plan it comes to; empty: none
    bool force = false;     ///< files that are there are replaced
};
ExitStatus listExperiments(bool json);
ExitStatus runExperiment(DeviceRegistry& registry, const ExperimentArguments& arguments);

ExitStatus serve(DeviceRegistry& registry);

} // namespace parterre::cli
