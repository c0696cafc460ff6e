// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/driver.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace parterre {

class Context;
class Stream;

/// Device memory. Move-only. It is allocated with the context current, belongs to its root
/// (Context::root()), and keeps that alive. Copies and fills are queued in a stream: the
/// host's side must stay where it is until they are done. Offsets and sizes are bytes and must stay
/// inside the buffer (std::out_of_range).
class Buffer {
public:
    /// Contents are undefined. Throws CudaError, also for 0 bytes.
    Buffer(const std::shared_ptr<const Context>& context, std::size_t bytes);
    ~Buffer();
    Buffer(Buffer&& other) noexcept;
    Buffer& operator=(Buffer&& other) noexcept;

    abi::CUdeviceptr address() const { return m_address; } ///< for kernels: the first byte
    std::size_t size() const { return m_bytes; }           ///< bytes

    /// The first `bytes` of this buffer from the host. Throws std::out_of_range, CudaError.
    void copyFromHost(const void* source, std::size_t bytes, const Stream& stream);
    /// `bytes` from `offset` on to the host; they are there once the stream is synchronised.
    void copyToHost(
        void* destination, std::size_t bytes, const Stream& stream, std::size_t offset = 0) const;
    /// The first `bytes` of this buffer from those of another one of the device.
    void copyFrom(const Buffer& source, std::size_t bytes, const Stream& stream);
    /// Sets every 32-bit word; the size must be a multiple of 4.
    void fill(std::uint32_t value, const Stream& stream);
    /// The same of the first `bytes`.
    void fill(std::uint32_t value, std::size_t bytes, const Stream& stream);

private:
    void checkRange(std::size_t offset, std::size_t bytes) const;

    std::shared_ptr<const Context> m_root;
    abi::CUdeviceptr m_address = 0;
    std::size_t m_bytes = 0;
};

} // namespace parterre
