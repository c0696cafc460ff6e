// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/event.h"

#include "core/cuda/errors.h"
#include "core/cuda/scoped_current.h"
#include "core/cuda/stream.h"

#include <utility>

namespace parterre {

Event::Event(std::shared_ptr<const Context> context, const EventOptions& options)
    : m_context(std::move(context)) {
    const ScopedCurrent current(*m_context);
    unsigned flags = abi::CU_EVENT_DEFAULT;
    if (options.blockingSync)
        flags |= abi::CU_EVENT_BLOCKING_SYNC;
    if (!options.timing)
        flags |= abi::CU_EVENT_DISABLE_TIMING;
    check(m_context->driver().cuEventCreate(&m_handle, flags), DriverFunction::cuEventCreate);
}

Event::~Event() {
    if (m_handle == nullptr)
        return;
    const TryCurrent current(*m_context);
    m_context->driver().cuEventDestroy(m_handle);
}

Event::Event(Event&& other) noexcept
    : m_context(std::move(other.m_context))
    , m_handle(std::exchange(other.m_handle, nullptr)) {}

Event& Event::operator=(Event&& other) noexcept {
    std::swap(m_context, other.m_context);
    std::swap(m_handle, other.m_handle);
    return *this;
}

void Event::record(const Stream& stream) {
    const ScopedCurrent current(*m_context);
    check(
        m_context->driver().cuEventRecord(m_handle, stream.handle()),
        DriverFunction::cuEventRecord);
}

void Event::synchronize() const {
    const ScopedCurrent current(*m_context);
    check(m_context->driver().cuEventSynchronize(m_handle), DriverFunction::cuEventSynchronize);
}

bool Event::query() const {
    const ScopedCurrent current(*m_context);
    const abi::CUresult result = m_context->driver().cuEventQuery(m_handle);
    if (result == abi::CUDA_ERROR_NOT_READY)
        return false;
    check(result, DriverFunction::cuEventQuery);
    return true;
}

double Event::secondsSince(const Event& start) const {
    const ScopedCurrent current(*m_context);
    float milliseconds = 0;
    check(
        m_context->driver().cuEventElapsedTime(&milliseconds, start.m_handle, m_handle),
        DriverFunction::cuEventElapsedTime);
    return static_cast<double>(milliseconds) * 1e-3;
}

} // namespace parterre
