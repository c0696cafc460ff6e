// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/embedded_kernels.h"

#include "core/cuda/context.h"
#include "core/cuda/cuda_compiler.h"
#include "core/cuda/errors.h"
#include "core/cuda/kernel_image.h"
#include "core/cuda/kernel_sources.h"

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <string_view>

namespace parterre {

namespace {

bool saysNoCodeForThisGpu(abi::CUresult result) {
    return result == abi::CUDA_ERROR_INVALID_IMAGE || result == abi::CUDA_ERROR_INVALID_PTX ||
           result == abi::CUDA_ERROR_NO_BINARY_FOR_GPU;
}

/// The driver seam hides whether the GPU is real, and should: one that needs machine code refuses
/// this text, one that does not takes it.
std::span<const std::byte> placeholder() {
    static constexpr std::string_view text = "// built without kernels\0";
    return std::as_bytes(std::span(text.data(), text.size()));
}

std::string withoutKernels(const Device& device, std::string_view whyNotCompiled) {
    return fmt::format(
        "This build has no kernels for {}, and they can't be compiled now: {} Or build Parterre "
        "again with the CUDA Toolkit installed.",
        device.name(), whyNotCompiled);
}

/// Compiled once for each architecture: it takes a second, and every new partition asks.
std::span<const std::byte> compiledFor(const Device& device) {
    static std::mutex mutex;
    static std::map<int, CompiledCode> compiled;
    const int capability = computeCapabilityOf(device);
    const std::lock_guard lock(mutex);
    if (const auto found = compiled.find(capability); found != compiled.end())
        return found->second.image;
    try {
        const auto compiler = CudaCompiler::forDriver(device.driverVersion());
        return compiled.emplace(capability, compiler.compile(kernelSources(), capability))
            .first->second.image;
    } catch (const UnsupportedError& error) {
        throw UnsupportedError(withoutKernels(device, error.what()), error.needs(), error.found());
    } catch (const CompileError& error) {
        throw UnsupportedError(
            withoutKernels(device, error.what()), "an NVRTC that compiles them",
            "one that doesn't");
    }
}

} // namespace

std::shared_ptr<Library> loadEmbeddedKernels(const std::shared_ptr<const Context>& context) {
    try {
        auto library =
            Library::load(context, kernelImage().empty() ? placeholder() : kernelImage());
        // A driver that loads lazily, as is the default, looks into the image only now.
        library->kernel("parterre_smid", 3);
        return library;
    } catch (const CudaError& error) {
        if (!saysNoCodeForThisGpu(error.result()))
            throw;
    }
    return Library::load(context, compiledFor(context->device()));
}

} // namespace parterre
