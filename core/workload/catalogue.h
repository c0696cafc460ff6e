// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/workload_info.h"
#include "core/workload/workload.h"

#include <memory>
#include <string_view>
#include <vector>

namespace parterre {

/// The kernels a partition can be given.
class Catalogue {
public:
    /// In the order in which they are offered.
    static const std::vector<WorkloadInfo>& all();
    /// Throws InputError naming `field` and the names there are.
    static const WorkloadInfo& find(std::string_view name, const std::string& field = "workload");

    /// Whether the workload has these parameters and may be given these values; what a device or a
    /// partition has to say is found when it is made. Throws InputError naming `prefix` with the
    /// parameter's name after it.
    static void check(
        const WorkloadInfo& workload, const WorkloadParameters& parameters,
        const std::string& prefix = "workload_parameters.");

    /// Allocates what the workload needs. Throws InputError, also for a parameter that can't be in
    /// this partition, UnsupportedError for a kernel that this GPU can't run, CudaError.
    static std::unique_ptr<Workload> make(std::string_view name, const WorkloadPlace& place);
};

} // namespace parterre
