// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/device.h"
#include "core/driver/placement_oracle.h"
#include "core/model/split_units.h"

#include <vector>

namespace parterre {

/// The units that combined plans can join on this device: co-scheduled ones, and the smallest ones
/// where these are others. None where the driver has no split by count or refuses it. `oracle`
/// tells the SM ids; null for a real GPU, whose ids stay empty. Throws CudaError where the device
/// can't even say what it has.
std::vector<SplitUnits> unitsOf(const Device& device, const PlacementOracle* oracle);

} // namespace parterre
