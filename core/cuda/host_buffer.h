// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

namespace parterre {

class Context;

/// Page-locked host memory: copies to and from it run beside the host, others make it wait.
/// Move-only. It is allocated with the context current, belongs to its root (Context::root()), and
/// keeps that alive.
class HostBuffer {
public:
    /// Contents are undefined. Throws CudaError, e.g. CUDA_ERROR_OUT_OF_MEMORY.
    HostBuffer(const std::shared_ptr<const Context>& context, std::size_t bytes);
    ~HostBuffer();
    HostBuffer(HostBuffer&& other) noexcept;
    HostBuffer& operator=(HostBuffer&& other) noexcept;

    void* data() const { return m_data; }        ///< the first byte, valid as long as this lives
    std::size_t size() const { return m_bytes; } ///< bytes

private:
    std::shared_ptr<const Context> m_root;
    void* m_data = nullptr;
    std::size_t m_bytes = 0;
};

} // namespace parterre
