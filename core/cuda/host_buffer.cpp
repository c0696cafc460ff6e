// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/host_buffer.h"

#include "core/cuda/errors.h"
#include "core/cuda/scoped_current.h"

#include <utility>

namespace parterre {

HostBuffer::HostBuffer(std::shared_ptr<const Context> context, std::size_t bytes)
    : m_context(std::move(context))
    , m_bytes(bytes) {
    const ScopedCurrent current(*m_context);
    check(m_context->driver().cuMemHostAlloc(&m_data, bytes, 0), DriverFunction::cuMemHostAlloc);
}

HostBuffer::~HostBuffer() {
    if (m_data == nullptr)
        return;
    const TryCurrent current(*m_context);
    m_context->driver().cuMemFreeHost(m_data);
}

HostBuffer::HostBuffer(HostBuffer&& other) noexcept
    : m_context(std::move(other.m_context))
    , m_data(std::exchange(other.m_data, nullptr))
    , m_bytes(std::exchange(other.m_bytes, 0)) {}

HostBuffer& HostBuffer::operator=(HostBuffer&& other) noexcept {
    std::swap(m_context, other.m_context);
    std::swap(m_data, other.m_data);
    std::swap(m_bytes, other.m_bytes);
    return *this;
}

} // namespace parterre
