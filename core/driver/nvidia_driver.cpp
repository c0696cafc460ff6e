// SPDX-License-Identifier: Apache-2.0
#include "core/driver/nvidia_driver.h"

#include "core/driver/result.h"
#include "core/model/driver_version.h"

#include <fmt/format.h>

#include <dlfcn.h>

namespace parterre {
namespace {

/// cuGetProcAddress in its two signatures: 12.0 added the last parameter.
using GetProcAddressV1 = abi::CUresult (*)(const char*, void**, int, unsigned long long);
using GetProcAddressV2 = abi::CUresult (*)(const char*, void**, int, unsigned long long, int*);
using GetVersion = abi::CUresult (*)(int*);

template <typename Function>
Function symbolIn(void* library, const char* name) {
    return reinterpret_cast<Function>(dlsym(library, name));
}

/// Finds symbols in whichever way the library offers.
class Resolver {
public:
    explicit Resolver(void* library)
        : m_v2(symbolIn<GetProcAddressV2>(library, "cuGetProcAddress_v2"))
        , m_v1(symbolIn<GetProcAddressV1>(library, "cuGetProcAddress")) {}

    explicit operator bool() const { return m_v2 != nullptr || m_v1 != nullptr; }

    void* find(const char* symbol, int version) const {
        void* address = nullptr;
        int status = 0;
        const abi::CUresult result = m_v2 != nullptr ? m_v2(symbol, &address, version, 0, &status)
                                                     : m_v1(symbol, &address, version, 0);
        return result == abi::CUDA_SUCCESS && status == 0 ? address : nullptr;
    }

private:
    GetProcAddressV2 m_v2;
    GetProcAddressV1 m_v1;
};

std::string whyNotInitialised(abi::CUresult result, int version) {
    const std::string driver = "The NVIDIA driver " + driverVersionText(version);
    switch (result) {
    case abi::CUDA_ERROR_NO_DEVICE:
        return driver + " is there but sees no GPU; check CUDA_VISIBLE_DEVICES and the container's "
                        "options (CUDA_ERROR_NO_DEVICE).";
    case abi::CUDA_ERROR_SYSTEM_DRIVER_MISMATCH:
        return driver + "'s library does not match its kernel module; reboot, or mount the host's "
                        "libcuda into the container (CUDA_ERROR_SYSTEM_DRIVER_MISMATCH).";
    case abi::CUDA_ERROR_STUB_LIBRARY:
        return "The libcuda that was found is the CUDA Toolkit's stub for linking, not a driver; "
               "take the toolkit's stubs folder out of LD_LIBRARY_PATH "
               "(CUDA_ERROR_STUB_LIBRARY).";
    default:
        return fmt::format("{} can't be initialised ({}).", driver, resultName(result));
    }
}

} // namespace

NvidiaDriver::OpenResult NvidiaDriver::open(const std::string& library) {
    // Never closed: libcuda starts threads and registers handlers that run at the end of the
    // program, and does not support being unloaded. Opening it again gives the same one.
    void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
        const char* error = dlerror();
        return {
            nullptr, fmt::format(
                         "There is no NVIDIA driver on this machine ({}).",
                         error != nullptr ? error : library)};
    }

    std::unique_ptr<NvidiaDriver> driver(new NvidiaDriver);
    const auto getVersion = symbolIn<GetVersion>(handle, "cuDriverGetVersion");
    if (getVersion == nullptr || getVersion(&driver->m_version) != abi::CUDA_SUCCESS)
        return {nullptr, fmt::format("{} is not an NVIDIA driver library.", library)};
    const Resolver resolver(handle);
    if (!resolver || driver->m_version < oldestVersion)
        return {
            nullptr,
            fmt::format(
                "The NVIDIA driver is too old: it offers CUDA {}; Parterre needs {}, and green "
                "contexts need 12.4.",
                driverVersionText(driver->m_version), driverVersionText(oldestVersion))};

    std::size_t index = 0;
    for (void*& function : driver->m_functions) {
        const auto id = static_cast<DriverFunction>(index++);
        if (versionOf(id) <= driver->m_version)
            function = resolver.find(symbolOf(id), versionOf(id));
    }
    const abi::CUresult result = driver->cuInit(0);
    if (result != abi::CUDA_SUCCESS)
        return {nullptr, whyNotInitialised(result, driver->m_version)};
    return {std::move(driver), {}};
}

template <typename... Parameters>
abi::CUresult NvidiaDriver::forward(
    DriverFunction function, abi::CUresult (Driver::* /*signature*/)(Parameters...),
    std::type_identity_t<Parameters>... arguments) {
    void* address = m_functions[static_cast<std::size_t>(function)];
    if (address == nullptr)
        return abi::CUDA_ERROR_NOT_SUPPORTED;
    return reinterpret_cast<abi::CUresult (*)(Parameters...)>(address)(arguments...);
}

// The lambda turns the parenthesised list of arguments into a pack.
#define PARTERRE_DRIVER_FUNCTION(symbol, version, parameters, arguments)                           \
    abi::CUresult NvidiaDriver::symbol parameters {                                                \
        const auto call = [&](auto... values) {                                                    \
            return forward(DriverFunction::symbol, &Driver::symbol, values...);                    \
        };                                                                                         \
        return call arguments;                                                                     \
    }
#include "core/driver/driver_functions.def"
#undef PARTERRE_DRIVER_FUNCTION

} // namespace parterre
