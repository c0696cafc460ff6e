// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workload/connection_probe.h"

#include <string>

namespace parterre {

/// A ConnectionProbe that has `program`, a parterre-cli, run the partitions: once for each
/// CUDA_DEVICE_MAX_CONNECTIONS, which this process can't change any more.
ConnectionProbe connectionChild(std::string program, std::string device);

} // namespace parterre
