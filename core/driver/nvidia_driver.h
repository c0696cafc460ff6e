// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/driver.h"

#include <array>
#include <memory>
#include <string>
#include <type_traits>

namespace parterre {

/// The real driver: libcuda, loaded at run time, so that Parterre starts where there is none. Each
/// function is asked from cuGetProcAddress at the version that introduced it, never above the
/// driver's own (which it would refuse whatever the symbol). One that it lacks answers
/// CUDA_ERROR_NOT_SUPPORTED.
class NvidiaDriver final : public Driver {
public:
    /// A driver, or why there is none.
    struct OpenResult {
        std::unique_ptr<NvidiaDriver> driver; ///< null when it could not be opened
        std::string reason;                   ///< then: one sentence fit to be shown
    };

    /// What the driver's packages install; the loader finds it.
    static constexpr const char* libraryName = "libcuda.so.1";
    /// The first driver that has cuGetProcAddress.
    static constexpr int oldestVersion = 11030;

    /// Loads and initialises the driver. No GPU is a reason too. `library` is a name for the
    /// dynamic loader or a path.
    static OpenResult open(const std::string& library = libraryName);

    int version() const { return m_version; } ///< 13000 is CUDA 13.0

    bool has(DriverFunction function) const override {
        return m_functions[static_cast<std::size_t>(function)] != nullptr;
    }

#define PARTERRE_DRIVER_FUNCTION(symbol, version, parameters, arguments)                           \
    abi::CUresult symbol parameters override;
#include "core/driver/driver_functions.def"
#undef PARTERRE_DRIVER_FUNCTION

private:
    static constexpr std::size_t functionCount = 0
#define PARTERRE_DRIVER_FUNCTION(symbol, version, parameters, arguments)                           \
    +1 // NOLINT(bugprone-macro-parentheses)
#include "core/driver/driver_functions.def"
#undef PARTERRE_DRIVER_FUNCTION
        ;

    NvidiaDriver() = default;

    template <typename... Parameters>
    abi::CUresult forward(
        DriverFunction function, abi::CUresult (Driver::* /*signature*/)(Parameters...),
        std::type_identity_t<Parameters>... arguments);

    int m_version = 0;
    std::array<void*, functionCount> m_functions{};
};

} // namespace parterre
