// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/experiment_result.h"

#include <string>

namespace parterre {

/// The table alone (RFC 4180), units in the column titles, numbers with all their digits.
std::string csvOf(const ExperimentResult& result);

} // namespace parterre
