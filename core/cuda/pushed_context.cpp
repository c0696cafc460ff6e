// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/pushed_context.h"

namespace parterre {

PushedContext::PushedContext(Driver& driver, abi::CUcontext context) noexcept
    : m_driver(driver)
    , m_result(driver.cuCtxPushCurrent(context)) {}

PushedContext::~PushedContext() {
    if (m_result != abi::CUDA_SUCCESS)
        return;
    abi::CUcontext popped = nullptr;
    // Setting none is, by the driver's definition, another way to pop.
    if (m_driver.cuCtxPopCurrent(&popped) != abi::CUDA_SUCCESS)
        m_driver.cuCtxSetCurrent(nullptr);
}

} // namespace parterre
