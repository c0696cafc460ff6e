// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/abi.h"
#include "core/driver/handle_registry.h"

#include <chrono>
#include <cstddef>
#include <string>

namespace parterre {

/// The driver functions of driver_functions.def, as values.
enum class DriverFunction {
#define PARTERRE_DRIVER_FUNCTION(symbol, version, parameters, arguments) symbol,
#include "core/driver/driver_functions.def"
#undef PARTERRE_DRIVER_FUNCTION
};

/// The function's name as the driver exports it, e.g. "cuGreenCtxCreate".
const char* symbolOf(DriverFunction function);

/// The driver version that introduced the function, as cuDriverGetVersion counts: 12040 is
/// CUDA 12.4.
int versionOf(DriverFunction function);

/// The one seam between Parterre and a GPU: one virtual function for each CUDA driver function,
/// with the driver's own name, parameters and result. NvidiaDriver forwards to libcuda,
/// SimulatedDriver is a GPU in software, TracingDriver records what passes through it; everything
/// above is the same code on all of them.
///
/// Calls may come from any thread, as with the driver itself; the current context is per thread.
/// A function that this driver lacks (see has()) answers CUDA_ERROR_NOT_SUPPORTED and does nothing.
class Driver {
public:
    Driver() = default;
    Driver(const Driver&) = delete;
    Driver& operator=(const Driver&) = delete;
    virtual ~Driver() = default;

    /// Whether the function can be called. Fixed for the life of the object.
    virtual bool has(DriverFunction function) const = 0;

    /// The host's clock, for what a program wants to time itself, and waiting by it: the machine's
    /// steady clock, but a simulated driver's may be virtual.
    virtual std::chrono::nanoseconds hostTime() const;
    /// Lets the calling thread wait by that clock; at once for 0 or less.
    virtual void hostSleep(std::chrono::nanoseconds duration);

    /// Who owns which of this driver's handles. Handles of one driver mean nothing to another.
    HandleRegistry& handles() { return m_handles; }

#define PARTERRE_DRIVER_FUNCTION(symbol, version, parameters, arguments)                           \
    virtual abi::CUresult symbol parameters = 0;
#include "core/driver/driver_functions.def"
#undef PARTERRE_DRIVER_FUNCTION

private:
    HandleRegistry m_handles;
};

} // namespace parterre
