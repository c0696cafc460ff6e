// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/embedded_kernels.h"

#include "core/cuda/errors.h"
#include "core/cuda/kernel_image.h"

#include <string_view>

namespace parterre {

namespace {

bool saysNotMachineCode(abi::CUresult result) {
    return result == abi::CUDA_ERROR_INVALID_IMAGE || result == abi::CUDA_ERROR_INVALID_PTX ||
           result == abi::CUDA_ERROR_NO_BINARY_FOR_GPU;
}

} // namespace

std::shared_ptr<Library> loadEmbeddedKernels(const std::shared_ptr<const Context>& context) {
    if (!kernelImage().empty())
        return Library::load(context, kernelImage());

    // The driver seam hides whether the GPU is real, and should: one that needs machine code
    // refuses this text, one that does not takes it.
    static constexpr std::string_view placeholder = "// built without kernels\0";
    try {
        return Library::load(
            context, std::as_bytes(std::span(placeholder.data(), placeholder.size())));
    } catch (const CudaError& error) {
        if (!saysNotMachineCode(error.result()))
            throw;
        throw UnsupportedError(
            "This build has no kernels for a real GPU: build Parterre again with the CUDA Toolkit "
            "12.4 or newer installed (nvcc on PATH or in /usr/local/cuda/bin).",
            "CUDA Toolkit 12.4", "none when Parterre was built");
    }
}

} // namespace parterre
