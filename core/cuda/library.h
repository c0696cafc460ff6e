// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/kernel.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace parterre {

/// Loaded GPU code; serves every context of the device. Held by shared_ptr, since its kernels keep
/// it alive.
class Library : public std::enable_shared_from_this<Library> {
public:
    /// `image` is a cubin, a fatbin or zero-terminated PTX; the driver copies what it needs.
    static std::shared_ptr<Library>
    load(const std::shared_ptr<const Context>& context, std::span<const std::byte> image);
    ~Library();
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    /// Throws CudaError (CUDA_ERROR_NOT_FOUND) for an unknown name.
    Kernel kernel(const std::string& name) const;
    /// The root (Context::root()) of the context it was loaded with.
    const std::shared_ptr<const Context>& context() const { return m_context; }

private:
    explicit Library(std::shared_ptr<const Context> context)
        : m_context(std::move(context)) {}

    std::shared_ptr<const Context> m_context;
    abi::CUlibrary m_handle = nullptr;
};

} // namespace parterre
