// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/context_use.h"

#include <optional>

/// Keeps alive, and from being closed, the context that Device::setCurrent() made current in the
/// calling thread: one for each driver.
namespace parterre::current_in_thread {

/// Instead of the one kept so far; empty: none.
void keep(const Driver& driver, std::optional<ContextUse> context);

/// Lets go of it if it is not `current`, because somebody asked the driver for another one.
void letGoUnless(const Driver& driver, abi::CUcontext current);

} // namespace parterre::current_in_thread
