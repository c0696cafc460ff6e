// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/device.h"
#include "core/cuda/library.h"
#include "core/recorder/copy_curve.h"

#include <functional>
#include <memory>
#include <vector>

namespace parterre {

/// Told the part done, from 0 to 1; may throw to end the measurement, of which then nothing is
/// left.
using MeasurementStep = std::function<void(double)>;

// All of these measure a GPU that does nothing else, by its own clock, and throw CudaError.

/// How fast the GPU computes, and how evenly.
struct ComputeRate {
    double flopsPerSm = 0; ///< fp32, a second, all SMs at work
    double jitter = 0;     ///< the largest usual deviation of one kernel's duration, as a fraction
};
/// On the whole GPU, by kernels of the catalogue's "fma".
ComputeRate measureCompute(
    const Device& device, const std::shared_ptr<const Library>& library,
    const MeasurementStep& atEachStep);

/// Copies in partitions from the smallest to the whole GPU, each alone.
std::vector<CopyRate> measureCopies(
    const Device& device, const std::shared_ptr<const Library>& library,
    const MeasurementStep& atEachStep);

/// cuMemcpyDtoDAsync, bytes read + written a second.
double measureMemcpy(const Device& device);

/// Copies between page-locked memory and the GPU, bytes a second, the mean of both directions.
double measureHostLink(const Device& device);

} // namespace parterre
