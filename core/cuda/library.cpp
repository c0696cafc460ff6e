// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/library.h"

#include "core/cuda/code_image.h"
#include "core/cuda/errors.h"
#include "core/cuda/scoped_current.h"

#include <fmt/format.h>

namespace parterre {

std::shared_ptr<Library>
Library::load(const std::shared_ptr<const Context>& context, std::span<const std::byte> image) {
    return load(context, CodeImage(image));
}

std::shared_ptr<Library> Library::loadFile(
    const std::shared_ptr<const Context>& context, const std::filesystem::path& file) {
    return load(context, CodeImage::fromFile(file));
}

std::shared_ptr<Library>
Library::load(const std::shared_ptr<const Context>& context, const CodeImage& image) {
    std::shared_ptr<Library> library(new Library(context->root()));
    JitLog& log = library->m_log;
    const ScopedCurrent current(*library->m_context);
    const abi::CUresult result = context->driver().cuLibraryLoadData(
        &library->m_handle, image.data(), log.options(), log.values(), log.count(), nullptr,
        nullptr, 0);
    check(result, DriverFunction::cuLibraryLoadData, log.text());
    return library;
}

Library::~Library() {
    if (m_handle != nullptr)
        m_context->giveBack(m_handle);
}

Kernel Library::kernel(const std::string& name, std::optional<std::size_t> parameterCount) const {
    const ScopedCurrent current(*m_context);
    abi::CUkernel kernel = nullptr;
    const abi::CUresult result =
        m_context->driver().cuLibraryGetKernel(&kernel, m_handle, name.c_str());
    std::string hint(log());
    if (hint.empty() && result == abi::CUDA_ERROR_NOT_FOUND)
        hint = fmt::format(
            "the code has no kernel \"{}\"; C++ mangles names unless the kernel is extern \"C\", "
            "and a simulated GPU has only the kernels of Parterre's catalogue",
            name);
    check(result, DriverFunction::cuLibraryGetKernel, hint);
    return {shared_from_this(), kernel, name, parameterCount};
}

} // namespace parterre
