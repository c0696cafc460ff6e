// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/abi.h"

#include <cstdint>
#include <vector>

namespace parterre {

/// The calling thread's stack of current contexts for the driver object of this number: several
/// simulated drivers in one process do not see each other's.
std::vector<abi::CUcontext>& currentContexts(std::uint64_t driver);

/// A number for a new driver object, not used before.
std::uint64_t nextDriverNumber();

} // namespace parterre
