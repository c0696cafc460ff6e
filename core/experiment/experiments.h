// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/experiment.h"

#include <string>
#include <string_view>
#include <vector>

namespace parterre {

/// All experiments, in the order in which they are offered.
const std::vector<const Experiment*>& experiments();

/// Throws InputError naming `field` and the names there are.
const Experiment& findExperiment(std::string_view name, const std::string& field = "experiment");

} // namespace parterre
