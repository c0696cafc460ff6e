// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/partition_plan.h"

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace parterre::cli {

/// The options that say which device and which plan; shared by `preview` and `run`.
class PlanArguments {
public:
    /// Adds the options to a subcommand; this object must outlive the parsing.
    void addTo(CLI::App& command);

    /// The plan meant, for the device meant. Throws InputError naming the option or the plan file's
    /// field. When --plan and --device are both given, --device wins.
    PartitionPlan plan() const;
    /// As given with --plan; empty without.
    const std::string& planFile() const { return m_planFile; }

private:
    PartitionPlan planFromFile() const;
    PartitionPlan planFromOptions() const;

    std::string m_device;
    std::string m_planFile;
    // As typed.
    std::optional<std::string> m_counts;
    std::optional<std::string> m_groups;
    std::optional<std::string> m_minCount;
    std::optional<std::string> m_strategy;
    bool m_ignoreCoscheduling = false;
    bool m_maxCluster = false;
};

} // namespace parterre::cli
