// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/device.h"
#include "core/simulator/device_profile.h"
#include "core/workload/connection_probe.h"

#include <functional>
#include <stop_token>
#include <string>

namespace parterre {

/// How recordProfile() is to measure, and whom it tells.
struct RecordOptions {
    std::string date; ///< "2026-12-01"
    /// Whether the device is itself simulated: then the profile is not called recorded.
    bool isSimulated = false;
    /// Told how far it is, 0 to 1, and what is being measured.
    std::function<void(double fraction, const std::string& text)> progress;
    std::stop_token stop; ///< looked at between the measurements, and passed to connectionProbe
    /// Empty: hardware connections are not measured, and taken to be as an H200's.
    ConnectionProbe connectionProbe;
    /// The host's time in seconds, from any start.
    std::function<double()> now;
};

/// What a GPU showed when it was measured.
struct ProfileRecording {
    DeviceProfile profile; ///< of a device that the simulator can be
    Json measurements;     ///< the single figures that the profile's rates were fitted to

    /// The profile's document with the measurements in it.
    Json toJson() const;
};

/// Measures everything that a simulated device is made of: attributes, which SMs share a TPC and a
/// GPC, in which order the driver deals them out, rates, costs, hardware connections. Takes less
/// than a minute on a GPU that does nothing else; what else runs there falsifies it.
///
/// Throws Cancelled when a stop is asked for, CudaError, UnsupportedError (green contexts,
/// kernels), std::runtime_error when the GPU is too busy to be seen whole. All that was made is
/// gone again then, and afterwards.
ProfileRecording recordProfile(const Device& device, const RecordOptions& options);

} // namespace parterre
