// SPDX-License-Identifier: Apache-2.0
/// What the sentences of plan_diagnostics.h share.
#pragma once

#include "core/model/diagnostic.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace parterre::diagnose {

/// "1 SM", "2 SMs".
inline std::string counted(int count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// Why counts are rounded.
inline std::string granularity(int unit) {
    return fmt::format(
        "This GPU gives out SMs {} at a time, so that the blocks of a cluster can run side by "
        "side.",
        unit);
}

/// The button that changes a group's count.
inline Fix setSmCount(int count) {
    return {fmt::format("Use {}", count), Fix::Kind::setSmCount, count};
}

} // namespace parterre::diagnose
