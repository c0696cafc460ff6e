// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/driver.h"

#include <stdexcept>
#include <string>
#include <string_view>

namespace parterre {

/// The driver refused a call. what() reads "cuGreenCtxCreate: CUDA_ERROR_OUT_OF_MEMORY (hint)".
class CudaError : public std::runtime_error {
public:
    /// `call` is the driver's function, `hint` what to do about it.
    CudaError(abi::CUresult result, std::string call, std::string hint = {});

    abi::CUresult result() const { return m_result; } ///< the driver's own
    /// Whether a split has no room for what it was asked for, and not that the driver failed.
    bool isNoRoom() const { return m_result == abi::CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION; }
    const std::string& call() const { return m_call; } ///< the driver's function
    const std::string& hint() const { return m_hint; } ///< what to do about it; may be empty

private:
    abi::CUresult m_result;
    std::string m_call;
    std::string m_hint;
};

/// This driver, GPU or build cannot do it. what() is one sentence fit to be shown.
class UnsupportedError : public std::runtime_error {
public:
    /// `sentence` becomes what(); see needs() and found() for the others.
    UnsupportedError(const std::string& sentence, std::string needs, std::string found);

    const std::string& needs() const { return m_needs; } ///< e.g. "driver 13.1"
    const std::string& found() const { return m_found; } ///< e.g. "driver 13.0"

private:
    std::string m_needs;
    std::string m_found;
};

/// Throws CudaError unless the call succeeded. Without a hint of the caller's, the usual one for
/// that result is given (see hintFor()).
void check(abi::CUresult result, DriverFunction function, std::string_view hint = {});

/// What usually helps when `function` answers `result`; empty when there is nothing to say.
std::string_view hintFor(abi::CUresult result, DriverFunction function);

/// Throws UnsupportedError when the driver lacks the function: "structured splits need driver 13.1,
/// this one is 13.0". `what` is a plural.
void require(Driver& driver, DriverFunction function, std::string_view what);

/// The sentence that require() would throw; empty when the driver has the function.
std::string whyUnsupported(Driver& driver, DriverFunction function, std::string_view what);

/// The same two for what came with a version of the driver, without a function of its own: see
/// core/driver/driver_versions.h.
void requireVersion(Driver& driver, int version, std::string_view what);
/// The sentence that requireVersion() would throw; empty when the driver is new enough. Throws
/// CudaError.
std::string whyTooOld(Driver& driver, int version, std::string_view what);

} // namespace parterre
