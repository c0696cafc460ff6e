// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/experiment_info.h"
#include "core/model/experiment_result.h"

#include <string>
#include <vector>

namespace parterre::fake {

/// Two of them: `scaling` takes everything, `creation-cost` nothing but runs.
std::vector<ExperimentInfo> experiments();

/// What such an experiment finds on the made-up GPU: a row for each SM count, 8, 16 and 132 where
/// none is given; rates that grow with the SMs up to 16. Throws InputError for a name that is none
/// and SM counts that the GPU does not have.
ExperimentResult experimentResult(
    const std::string& name, ExperimentParameters parameters, const std::string& device);

} // namespace parterre::fake
