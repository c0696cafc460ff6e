// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/device_registry.h"
#include "core/experiment/experiment.h"

#include <string>

namespace parterre {

/// An open device to make experiments on. `program`: the parterre-cli that measures hardware
/// connections; empty: they can't be measured.
ExperimentTarget experimentTarget(const OpenDevice& device, const std::string& program);

} // namespace parterre
