// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/stream.h"

#include "core/cuda/errors.h"
#include "core/cuda/scoped_current.h"

namespace parterre {

Stream::~Stream() {
    if (m_handle == nullptr)
        return;
    const TryCurrent current(*m_context);
    m_context->driver().cuStreamDestroy(m_handle);
}

void Stream::synchronize() const {
    const ScopedCurrent current(*m_context);
    check(m_context->driver().cuStreamSynchronize(m_handle), DriverFunction::cuStreamSynchronize);
}

bool Stream::query() const {
    const ScopedCurrent current(*m_context);
    const abi::CUresult result = m_context->driver().cuStreamQuery(m_handle);
    if (result == abi::CUDA_ERROR_NOT_READY)
        return false;
    check(result, DriverFunction::cuStreamQuery);
    return true;
}

void Stream::wait(const Event& event) const {
    const ScopedCurrent current(*m_context);
    check(
        m_context->driver().cuStreamWaitEvent(m_handle, event.handle(), 0),
        DriverFunction::cuStreamWaitEvent);
}

int Stream::priority() const {
    const ScopedCurrent current(*m_context);
    int priority = 0;
    check(
        m_context->driver().cuStreamGetPriority(m_handle, &priority),
        DriverFunction::cuStreamGetPriority);
    return priority;
}

DeviceResources Stream::resources() const {
    return DeviceResources(shared_from_this());
}

} // namespace parterre
