// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <vector>

namespace parterre::cli {

/// The options of `experiment`.
class ExperimentOptions {
public:
    void addTo(CLI::App& command);

    bool isList() const { return m_list; } ///< --list
    /// Throws InputError naming the option.
    ExperimentArguments arguments(bool json) const;

private:
    bool m_list = false;
    std::string m_name;
    std::string m_device;
    std::optional<std::string> m_workload;
    std::optional<std::string> m_smCounts;
    std::optional<std::string> m_seconds;
    std::optional<std::string> m_runs;
    std::optional<std::string> m_seed;
    std::vector<std::string> m_goals;
    bool m_csv = false;
    std::string m_outputFile;
    std::string m_reportFile;
    std::string m_planFile;
    bool m_force = false;
};

} // namespace parterre::cli
