// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/experiment_result.h"

#include <string>

namespace parterre {

/// One page of HTML that holds everything: the sentence, what was measured on what and when, the
/// chart, the table, and how it was measured. It asks for nothing from elsewhere and runs no
/// script.
std::string reportOf(const ExperimentResult& result);

} // namespace parterre
