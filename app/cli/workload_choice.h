// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/workload_info.h"

#include <string>
#include <vector>

namespace parterre::cli {

/// A workload as it was asked for on the command line.
struct WorkloadChoice {
    std::string name;
    WorkloadParameters parameters;
};

/// "fma,copy:working_set_mib=64:block_size=128": commas between workloads, colons before
/// parameters. Whether there are such, the catalogue says. Throws InputError naming `option`.
std::vector<WorkloadChoice> workloadChoices(const std::string& text, const std::string& option);

} // namespace parterre::cli
