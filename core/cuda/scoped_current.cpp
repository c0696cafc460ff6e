// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/scoped_current.h"

#include "core/cuda/errors.h"

namespace parterre {
namespace {

void pop(Driver& driver) {
    abi::CUcontext popped = nullptr;
    // Setting none is, by the driver's definition, another way to pop.
    if (driver.cuCtxPopCurrent(&popped) != abi::CUDA_SUCCESS)
        driver.cuCtxSetCurrent(nullptr);
}

} // namespace

ScopedCurrent::ScopedCurrent(const Context& context)
    : m_context(context.shared_from_this()) {
    check(context.driver().cuCtxPushCurrent(context.handle()), DriverFunction::cuCtxPushCurrent);
}

ScopedCurrent::~ScopedCurrent() {
    pop(m_context->driver());
}

TryCurrent::TryCurrent(const Context& context) noexcept
    : m_driver(context.driver())
    , m_isCurrent(m_driver.cuCtxPushCurrent(context.handle()) == abi::CUDA_SUCCESS) {}

TryCurrent::~TryCurrent() {
    if (m_isCurrent)
        pop(m_driver);
}

} // namespace parterre
