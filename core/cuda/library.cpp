// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/library.h"

#include "core/cuda/errors.h"
#include "core/cuda/scoped_current.h"

namespace parterre {

std::shared_ptr<Library>
Library::load(const std::shared_ptr<const Context>& context, std::span<const std::byte> image) {
    std::shared_ptr<Library> library(new Library(context->root()));
    const ScopedCurrent current(*library->m_context);
    check(
        library->m_context->driver().cuLibraryLoadData(
            &library->m_handle, image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0),
        DriverFunction::cuLibraryLoadData);
    return library;
}

Library::~Library() {
    if (m_handle != nullptr)
        m_context->giveBack(m_handle);
}

Kernel Library::kernel(const std::string& name) const {
    const ScopedCurrent current(*m_context);
    abi::CUkernel kernel = nullptr;
    check(
        m_context->driver().cuLibraryGetKernel(&kernel, m_handle, name.c_str()),
        DriverFunction::cuLibraryGetKernel);
    return {shared_from_this(), kernel};
}

} // namespace parterre
