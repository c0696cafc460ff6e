// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulator/device_profile.h"

#include <vector>

namespace parterre {

/// How fast a partition of so many SMs copies while nothing else runs.
struct CopyRate {
    int smCount = 0;           ///< of the partition
    double bytesPerSecond = 0; ///< read + written
};

/// What the simulator's rate model has so many SMs copy a second while nothing else runs, in bytes
/// read + written. `inFlight`: bytes that an SM's blocks have under way at once; 0: as many as it
/// takes.
double copyRate(const DeviceRates& rates, int smCount, double inFlight = 0);

/// Sets the rates of `rates` that decide about copies (an SM's ceiling, the device's, how sharp the
/// bend between the two is) so that the simulator's rate model comes as near to the measurements as
/// it can. Needs a measurement at least.
void fitCopies(DeviceRates& rates, const std::vector<CopyRate>& measured);

} // namespace parterre
