// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/driver.h"

namespace parterre {

/// A raw context on top of the calling thread's stack for a scope. Throws nothing, so that
/// destructors can use it; ScopedCurrent is what everybody else wants.
class PushedContext {
public:
    /// Pushes it; result() says whether that went well. The destructor pops. `driver` must outlive
    /// this.
    PushedContext(Driver& driver, abi::CUcontext context) noexcept;
    ~PushedContext();
    PushedContext(const PushedContext&) = delete;
    PushedContext& operator=(const PushedContext&) = delete;

    /// Of cuCtxPushCurrent; unless it is CUDA_SUCCESS nothing was pushed.
    abi::CUresult result() const { return m_result; }

private:
    Driver& m_driver;
    abi::CUresult m_result;
};

} // namespace parterre
