// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace parterre {

/// NVRTC, the CUDA Toolkit's compiler as a library: loaded at run time and never linked, so that
/// Parterre starts where there is none. All it says of itself was asked when it was loaded.
class NvrtcLibrary {
public:
    /// A library, or why there is none.
    struct OpenResult {
        std::shared_ptr<const NvrtcLibrary> library; ///< null when none could be opened
        std::string reason;                          ///< then: one sentence fit to be shown
    };

    /// NVRTC's own functions, as nvrtc.h declares them. Results are 0 for success; errorText()
    /// names the others. Programs are handles.
    struct Functions {
        /// CUDA's version that it comes with: 13 and 0.
        int (*nvrtcVersion)(int* major, int* minor);
        /// How many numbers nvrtcGetSupportedArchs() writes.
        int (*nvrtcGetNumSupportedArchs)(int* count);
        /// The compute capabilities that it has code for, as 90 for 9.0, in rising order.
        int (*nvrtcGetSupportedArchs)(int* architectures);
        /// A result's name. A static text, never null.
        const char* (*nvrtcGetErrorString)(int result);
        /// Copies the source and the headers. `includeNames` are what #include calls the headers.
        int (*nvrtcCreateProgram)(
            void** program, const char* source, const char* name, int headerCount,
            const char* const* headers, const char* const* includeNames);
        /// Nulls the handle.
        int (*nvrtcDestroyProgram)(void** program);
        /// Refused sources answer 6 (NVRTC_ERROR_COMPILATION); the log says why.
        int (*nvrtcCompileProgram)(void* program, int optionCount, const char* const* options);
        /// Bytes of the log, with the zero at its end.
        int (*nvrtcGetProgramLogSize)(void* program, std::size_t* size);
        /// Diagnostics of the last compilation, also of one that succeeded.
        int (*nvrtcGetProgramLog)(void* program, char* log);
        /// Bytes of the cubin; 0 where the architecture asked for was a virtual one ("compute_90").
        int (*nvrtcGetCUBINSize)(void* program, std::size_t* size);
        /// Code for the architecture that was asked for ("sm_90").
        int (*nvrtcGetCUBIN)(void* program, char* code);
        /// Bytes of the PTX, with the zero at its end.
        int (*nvrtcGetPTXSize)(void* program, std::size_t* size);
        /// Text that a driver compiles for any GPU of that architecture or a later one.
        int (*nvrtcGetPTX)(void* program, char* code);
    };

    /// Names for the dynamic loader and paths, in the order open() tries them. What NVRTC makes
    /// must not be newer than the driver: so its own major version first, then older ones, then
    /// newer ones; each by its soname, in CUDA_HOME, in CUDA_PATH and in /usr/local/cuda.
    /// `driverVersion` is cuDriverGetVersion's, e.g. 13000.
    static std::vector<std::string> candidates(int driverVersion);

    /// The first of candidates() that can be used.
    static OpenResult open(int driverVersion);
    /// The first of these that can be used; the reason names each and what is wrong with it.
    static OpenResult openFirstOf(const std::vector<std::string>& libraries);

    const std::string& name() const { return m_name; } ///< what it was opened as
    int version() const { return m_version; }          ///< 13000 is CUDA 13.0
    /// Compute capabilities it has code for, in rising order, e.g. 90 for 9.0.
    const std::vector<int>& architectures() const { return m_architectures; }
    const Functions& functions() const { return m_functions; } ///< none is null
    /// e.g. "NVRTC_ERROR_OUT_OF_MEMORY"
    std::string errorText(int result) const;

private:
    NvrtcLibrary() = default;
    /// Empty if it was loaded; otherwise what is wrong with it.
    std::string load(const std::string& library);

    std::string m_name;
    Functions m_functions{};
    int m_version = 0;
    std::vector<int> m_architectures;
};

} // namespace parterre
