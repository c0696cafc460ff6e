// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/driver.h"

#include <variant>

namespace parterre {

/// One thing that the driver made and that is to be given back to it.
class Release {
public:
    struct DeviceMemory {
        abi::CUdeviceptr address;
    };
    struct HostMemory {
        void* address;
    };
    struct GreenContext {
        abi::CUgreenCtx handle;
        abi::CUcontext context; ///< of cuCtxFromGreenCtx; null if that failed
    };
    using What = std::variant<
        abi::CUstream, abi::CUevent, abi::CUlibrary, DeviceMemory, HostMemory, GreenContext>;

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
