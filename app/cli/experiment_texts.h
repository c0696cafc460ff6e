// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/experiment_result.h"

#include <string>

namespace parterre::cli {

/// The sentence, the table and what was measured on what, for a terminal.
std::string textOf(const ExperimentResult& result);

} // namespace parterre::cli
