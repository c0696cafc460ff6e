// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulator/device_profile.h"

#include <vector>

namespace parterre {

/// What so many busy partitions together reach of what they would without the limits of hardware
/// connections.
struct ConnectionShare {
    int connections = 0; ///< CUDA_DEVICE_MAX_CONNECTIONS
    int partitions = 0;  ///< busy, each with one stream
    double share = 0;    ///< from 0 to about 1
};

/// Sets the rates that say what hardware connections carry so that the simulator's rate model comes
/// as near to the measurements as it can.
void fitConnections(DeviceRates& rates, const std::vector<ConnectionShare>& measured);

} // namespace parterre
