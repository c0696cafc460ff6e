// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/workload_info.h"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace parterre {

/// Partitions that are to be busy at once under a number of hardware connections.
struct ConnectionLoad {
    int connections = 0;             ///< CUDA_DEVICE_MAX_CONNECTIONS, 1 to 32
    int partitions = 0;              ///< how many
    int smCount = 1;                 ///< of each, at least
    bool ignoreCoscheduling = false; ///< smallest units, without the promise that a cluster fits
    std::string workload = "fma";    ///< a name in the catalogue
    WorkloadParameters workloadParameters{}; ///< of that one
    double seconds = 1.5;                    ///< how long to measure
};

/// Lets them run in a process of their own, since a driver reads CUDA_DEVICE_MAX_CONNECTIONS once,
/// and returns the rate of each, in the workload's unit. Throws Cancelled when a stop is asked for,
/// and std::runtime_error.
using ConnectionProbe =
    std::function<std::vector<double>(const ConnectionLoad& load, const std::stop_token& stop)>;

} // namespace parterre
