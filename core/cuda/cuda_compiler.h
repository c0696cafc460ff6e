// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/library.h"
#include "core/cuda/nvrtc_library.h"
#include "core/model/compile_diagnostic.h"

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace parterre {

/// CUDA C++ to be compiled: one translation unit, and what it includes.
struct CudaSource {
    /// A file that exists in memory only.
    struct Header {
        std::string name; ///< as in #include "name"
        std::string text; ///< what the #include is replaced by
    };

    std::string name = "kernel.cu"; ///< what diagnostics call it; no such file need exist
    std::string text;               ///< the translation unit, CUDA C++
    std::vector<Header> headers;    ///< what NVRTC does not find by itself
    /// NVRTC's own, e.g. "-DBLOCK=256", "--std=c++20"; not the architecture, which is the device's.
    std::vector<std::string> options;
};

/// Code for one architecture.
struct CompiledCode {
    std::vector<std::byte> image;               ///< for Library::load()
    int architecture = 0;                       ///< what it was compiled for, e.g. 90 for 9.0
    bool isPtx = false;                         ///< else a cubin
    std::vector<CompileDiagnostic> diagnostics; ///< warnings and notes
};

/// NVRTC refused a source. what() is the first error as compilers write it, and how many more.
class CompileError : public std::runtime_error {
public:
    /// `sentence` becomes what().
    CompileError(const std::string& sentence, std::vector<CompileDiagnostic> diagnostics);

    /// In NVRTC's order, warnings too. Empty when the failure was NVRTC's own.
    const std::vector<CompileDiagnostic>& diagnostics() const { return m_diagnostics; }

private:
    std::vector<CompileDiagnostic> m_diagnostics;
};

/// Compiles CUDA C++ for a GPU, in this process. Needs no GPU; any thread may use it at any time.
class CudaCompiler {
public:
    explicit CudaCompiler(std::shared_ptr<const NvrtcLibrary> nvrtc); ///< not null

    /// With the NVRTC that suits the driver (cuDriverGetVersion's number). Throws UnsupportedError
    /// where there is none.
    static CudaCompiler forDriver(int driverVersion);

    const NvrtcLibrary& nvrtc() const { return *m_nvrtc; } ///< what it compiles with

    /// For a GPU of that compute capability (90 is 9.0): a cubin of its own or of an older minor
    /// version, which runs on it too; PTX of an older one where NVRTC doesn't know the GPU yet.
    /// Throws CompileError, InputError for an option that names an architecture, UnsupportedError
    /// if NVRTC has no code that the GPU could run.
    CompiledCode compile(const CudaSource& source, int computeCapability) const;

private:
    std::shared_ptr<const NvrtcLibrary> m_nvrtc;
};

/// The device's compute capability as NVRTC writes it: 90 for 9.0. Throws CudaError.
int computeCapabilityOf(const Device& device);

/// Compiles the source for the context's device with the NVRTC that suits its driver, and loads it.
/// Throws what CudaCompiler::forDriver(), compile() and Library::load() throw.
std::shared_ptr<Library>
loadCudaSource(const std::shared_ptr<const Context>& context, const CudaSource& source);

} // namespace parterre
