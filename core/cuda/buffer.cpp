// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/buffer.h"

#include "core/cuda/errors.h"
#include "core/cuda/scoped_current.h"
#include "core/cuda/stream.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace parterre {

Buffer::Buffer(const std::shared_ptr<const Context>& context, std::size_t bytes)
    : m_root(context->root())
    , m_bytes(bytes) {
    m_root->giveBackLate();
    const ScopedCurrent current(*context);
    check(m_root->driver().cuMemAlloc(&m_address, bytes), DriverFunction::cuMemAlloc);
}

Buffer::~Buffer() {
    if (m_address != 0)
        m_root->giveBack(Release::DeviceMemory{m_address});
}

Buffer::Buffer(Buffer&& other) noexcept
    : m_root(std::move(other.m_root))
    , m_address(std::exchange(other.m_address, 0))
    , m_bytes(std::exchange(other.m_bytes, 0)) {}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
    std::swap(m_root, other.m_root);
    std::swap(m_address, other.m_address);
    std::swap(m_bytes, other.m_bytes);
    return *this;
}

void Buffer::copyFromHost(const void* source, std::size_t bytes, const Stream& stream) {
    checkRange(0, bytes);
    const ScopedCurrent current(*stream.context());
    check(
        m_root->driver().cuMemcpyHtoDAsync(m_address, source, bytes, stream.handle()),
        DriverFunction::cuMemcpyHtoDAsync);
}

void Buffer::copyToHost(
    void* destination, std::size_t bytes, const Stream& stream, std::size_t offset) const {
    checkRange(offset, bytes);
    const ScopedCurrent current(*stream.context());
    check(
        m_root->driver().cuMemcpyDtoHAsync(destination, m_address + offset, bytes, stream.handle()),
        DriverFunction::cuMemcpyDtoHAsync);
}

void Buffer::copyFrom(const Buffer& source, std::size_t bytes, const Stream& stream) {
    checkRange(0, bytes);
    source.checkRange(0, bytes);
    const ScopedCurrent current(*stream.context());
    check(
        m_root->driver().cuMemcpyDtoDAsync(m_address, source.m_address, bytes, stream.handle()),
        DriverFunction::cuMemcpyDtoDAsync);
}

void Buffer::fill(std::uint32_t value, const Stream& stream) {
    fill(value, m_bytes, stream);
}

void Buffer::fill(std::uint32_t value, std::size_t bytes, const Stream& stream) {
    checkRange(0, bytes);
    const ScopedCurrent current(*stream.context());
    check(
        m_root->driver().cuMemsetD32Async(m_address, value, bytes / sizeof value, stream.handle()),
        DriverFunction::cuMemsetD32Async);
}

void Buffer::checkRange(std::size_t offset, std::size_t bytes) const {
    if (offset > m_bytes || bytes > m_bytes - offset)
        throw std::out_of_range(
            fmt::format("{} bytes from byte {} of a buffer of {}", bytes, offset, m_bytes));
}

} // namespace parterre
