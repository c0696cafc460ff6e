// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/jit_log.h"
#include "core/cuda/kernel.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace parterre {

class CodeImage;

/// Loaded GPU code; serves every context of the device, whichever it was loaded with. Held by
/// shared_ptr, since its kernels keep it alive.
class Library : public std::enable_shared_from_this<Library> {
public:
    /// `image` is a cubin, a fatbin or PTX; the driver copies what it needs. PTX is compiled by the
    /// driver, and what its compiler has against it becomes the error's hint. Throws InputError for
    /// anything else and for an image that is cut off, CudaError.
    static std::shared_ptr<Library>
    load(const std::shared_ptr<const Context>& context, std::span<const std::byte> image);
    /// The same of a file.
    static std::shared_ptr<Library>
    loadFile(const std::shared_ptr<const Context>& context, const std::filesystem::path& file);
    ~Library();
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    /// Throws CudaError (CUDA_ERROR_NOT_FOUND, with a sentence) for an unknown name.
    ///
    /// Before 13.2 the driver tells how many parameters a kernel has only by refusing to describe
    /// the one after the last, and compute-sanitizer reports that as an error of the program. A
    /// caller who knows the number spares it: `parameterCount`.
    Kernel
    kernel(const std::string& name, std::optional<std::size_t> parameterCount = std::nullopt) const;
    /// The root (Context::root()) of the context it was loaded with.
    const std::shared_ptr<const Context>& context() const { return m_context; }
    /// What the driver's compiler said so far; empty when there was nothing to say.
    std::string_view log() const { return m_log.text(); }

private:
    explicit Library(std::shared_ptr<const Context> context)
        : m_context(std::move(context)) {}
    static std::shared_ptr<Library>
    load(const std::shared_ptr<const Context>& context, const CodeImage& image);

    std::shared_ptr<const Context> m_context;
    JitLog m_log;
    abi::CUlibrary m_handle = nullptr;
};

} // namespace parterre
