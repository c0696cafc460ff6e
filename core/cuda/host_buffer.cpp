// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/host_buffer.h"

#include "core/cuda/errors.h"
#include "core/cuda/scoped_current.h"

#include <utility>

namespace parterre {

HostBuffer::HostBuffer(const std::shared_ptr<const Context>& context, std::size_t bytes)
    : m_root(context->root())
    , m_bytes(bytes) {
    m_root->giveBackLate();
    const ScopedCurrent current(*context);
    check(m_root->driver().cuMemHostAlloc(&m_data, bytes, 0), DriverFunction::cuMemHostAlloc);
}

HostBuffer::~HostBuffer() {
    if (m_data != nullptr)
        m_root->giveBack(Release::HostMemory{m_data});
}

HostBuffer::HostBuffer(HostBuffer&& other) noexcept
    : m_root(std::move(other.m_root))
    , m_data(std::exchange(other.m_data, nullptr))
    , m_bytes(std::exchange(other.m_bytes, 0)) {}

HostBuffer& HostBuffer::operator=(HostBuffer&& other) noexcept {
    std::swap(m_root, other.m_root);
    std::swap(m_data, other.m_data);
    std::swap(m_bytes, other.m_bytes);
    return *this;
}

} // namespace parterre
