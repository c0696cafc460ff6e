// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/device_description.h"

#include <QString>

#include <optional>
#include <string>

namespace parterre::ui {

/// What a whole GPU can do at most, and how that is known.
struct WholeGpuRate {
    double rate;    ///< in the workload's unit
    QString source; ///< a phrase: "fp32 peak at 1,980 MHz"
};

/// The peak that follows from the GPU's own figures, where one does; a workload's real rate on all
/// SMs is a little less. None for workloads without such a peak, GPUs that do not tell the figures,
/// and MIG instances, whose figures are the whole GPU's.
///
/// fp32: a multiply-add is two operations; 64 or 128 of them an SM and clock by compute capability,
/// as the CUDA C++ Programming Guide tabulates ("Throughput of Native Arithmetic Instructions").
/// Memory: two transfers a memory clock, over the width of the bus.
std::optional<WholeGpuRate>
wholeGpuRate(const DeviceDescription& device, const std::string& workload);

} // namespace parterre::ui
