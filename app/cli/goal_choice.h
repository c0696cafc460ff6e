// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/experiment.h"
#include "core/model/workload_goal.h"

#include <string>

namespace parterre::cli {

/// "latency:period_us=50:p99<60us": a workload with its parameters, if any, and one goal. Whether
/// they fit each other, checkedGoals() says. Throws InputError naming `option`.
WorkloadGoal goalChoice(const std::string& text, const std::string& option);

/// How errors name such a goal.
GoalFields goalFields(const std::string& text, const std::string& option);

} // namespace parterre::cli
