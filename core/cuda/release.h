// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/driver.h"

#include <variant>

namespace parterre {

/// One thing that the driver made and that is to be given back to it.
class Release {
public:
    /// Of cuMemAlloc.
    struct DeviceMemory {
        abi::CUdeviceptr address; ///< the first byte's, as it was allocated
    };
    /// Of cuMemHostAlloc.
    struct HostMemory {
        void* address; ///< the first byte's, as it was allocated
    };
    /// Of cuGreenCtxCreate. Taken from the calling thread if it is current there.
    struct GreenContext {
        abi::CUgreenCtx handle; ///< to be destroyed
        abi::CUcontext context; ///< of cuCtxFromGreenCtx; null if that failed
    };
    /// The kinds there are, each with a function of its own that gives it back.
    using What = std::variant<
        abi::CUstream, abi::CUevent, abi::CUlibrary, DeviceMemory, HostMemory, GreenContext>;

    /// Takes nothing over yet: attempt() does.
    explicit Release(What what)
        : m_what(what) {}

    /// Gives it back, with `root` current for it where the driver wants that. False if it never
    /// came to the point: then it may be tried again. What the driver itself refused is not, since
    /// release functions also answer the errors of earlier launches and have then done their work.
    bool attempt(Driver& driver, abi::CUcontext root) const noexcept;

private:
    What m_what;
};

} // namespace parterre
