// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/device.h"
#include "core/cuda/library.h"
#include "core/recorder/rate_measurements.h"
#include "core/simulator/device_profile.h"

namespace parterre {

/// What a launch costs the host, in seconds.
struct LaunchLatency {
    double call = 0;         ///< of cuLaunchKernelEx, the median
    double callP99 = 0;      ///< 99 of 100 are below
    double roundTrip = 0;    ///< a small kernel, launched and waited for, the median
    double roundTripP99 = 0; ///< 99 of 100 are below

    /// What of the round trip is neither the call's nor the GPU's, which takes `operation` seconds:
    /// the host's waiting.
    CallCost waiting(double operation) const;
};

/// What measureCosts() found.
struct CostMeasurements {
    DeviceCosts costs;    ///< all but `launch` and `synchronize`
    LaunchLatency launch; ///< which those two are made of
};

/// What the driver's calls cost on this host, and what one operation costs the GPU beside its work.
/// `now`: the host's time in seconds. Throws CudaError.
CostMeasurements measureCosts(
    const Device& device, const std::shared_ptr<const Library>& library,
    const std::function<double()>& now, const MeasurementStep& atEachStep);

} // namespace parterre
