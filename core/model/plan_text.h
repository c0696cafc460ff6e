// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/partition_plan.h"

#include <string>
#include <string_view>

namespace parterre {

/// The plan that a saved file holds. Throws InputError naming `source`, the line, for syntax the
/// column, else the field, and what is allowed there.
PartitionPlan planFromText(std::string_view text, const std::string& source);

/// What planFromText() reads, as people read it, too.
std::string textOf(const PartitionPlan& plan);

} // namespace parterre
