// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/sample.h"
#include "core/workload/workload.h"

#include <memory>
#include <string_view>
#include <vector>

namespace parterre {

/// The kernels a partition can be given.
class Catalogue {
public:
    static const std::vector<WorkloadInfo>& all();
    /// Throws InputError naming `field` and the names there are.
    static const WorkloadInfo& find(std::string_view name, const std::string& field = "workload");

    /// Allocates what the workload needs. Throws InputError, CudaError.
    static std::unique_ptr<Workload> make(std::string_view name, const WorkloadPlace& place);
};

} // namespace parterre
