// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "core/workload/catalogue.h"

#include <fmt/format.h>

#include <string>

namespace parterre::cli {
namespace {

/// "block_size=256: threads in a block, whole warps (threads; 32 to 1024)".
std::string lineOf(const WorkloadParameterInfo& parameter) {
    const std::string usual = parameter.usual ? fmt::format("={}", *parameter.usual) : "";
    const std::string unit = parameter.unit.empty() ? "" : parameter.unit + "; ";
    return fmt::format(
        "{}{}: {} ({}{} to {})", parameter.name, usual, parameter.description, unit,
        parameter.least, parameter.most);
}

} // namespace

ExitStatus listWorkloads(bool json) {
    if (json) {
        fmt::print("{}\n", Json{{"workloads", Catalogue::all()}}.dump(2));
        return ExitStatus::done;
    }
    for (const WorkloadInfo& workload : Catalogue::all()) {
        fmt::print(
            "{} – {}, {}\n    {}\n", workload.name, workload.title, workload.unit,
            workload.description);
        for (const WorkloadParameterInfo& parameter : workload.parameters)
            fmt::print("    :{}\n", lineOf(parameter));
    }
    return ExitStatus::done;
}

} // namespace parterre::cli
