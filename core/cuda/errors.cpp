// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/errors.h"

#include "core/driver/result.h"
#include "core/model/driver_version.h"

#include <fmt/format.h>

namespace parterre {
namespace {

std::string describe(abi::CUresult result, std::string_view call, std::string_view hint) {
    std::string text = fmt::format("{}: {}", call, resultName(result));
    if (!hint.empty())
        text += fmt::format(" ({})", hint);
    return text;
}

int versionOf(Driver& driver) {
    int version = 0;
    check(driver.cuDriverGetVersion(&version), DriverFunction::cuDriverGetVersion);
    return version;
}

std::string needs(Driver& driver, int version, std::string_view what) {
    return fmt::format(
        "{} need driver {}, this one is {}", what, driverVersionText(version),
        driverVersionText(versionOf(driver)));
}

[[noreturn]] void refuse(Driver& driver, int version, std::string_view what) {
    throw UnsupportedError(
        needs(driver, version, what), "driver " + driverVersionText(version),
        "driver " + driverVersionText(versionOf(driver)));
}

} // namespace

CudaError::CudaError(abi::CUresult result, std::string call, std::string hint)
    : std::runtime_error(describe(result, call, hint))
    , m_result(result)
    , m_call(std::move(call))
    , m_hint(std::move(hint)) {}

UnsupportedError::UnsupportedError(
    const std::string& sentence, std::string needs, std::string found)
    : std::runtime_error(sentence)
    , m_needs(std::move(needs))
    , m_found(std::move(found)) {}

void check(abi::CUresult result, DriverFunction function, std::string_view hint) {
    if (result == abi::CUDA_SUCCESS)
        return;
    throw CudaError(
        result, symbolOf(function), std::string(hint.empty() ? hintFor(result, function) : hint));
}

std::string_view hintFor(abi::CUresult result, DriverFunction function) {
    switch (result) {
    case abi::CUDA_ERROR_OUT_OF_MEMORY:
        return function == DriverFunction::cuGreenCtxCreate
                   ? "each green context takes about 5 MB of the GPU's memory: release some, or "
                     "end "
                     "other programs"
                   : "free some of the GPU's memory, or end other programs that use it";
    case abi::CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION:
        return function == DriverFunction::cuDevSmResourceSplit
                   ? "a structured split checks counts and never rounds them: each must be a "
                     "multiple of the co-scheduled size and fit into what is left"
                   : "more SMs asked for than there are, or a split's own result was split again: "
                     "make a context of it and split the context's resource";
    case abi::CUDA_ERROR_INVALID_RESOURCE_TYPE:
        return "this driver does not know that type of resource";
    case abi::CUDA_ERROR_CONTEXT_IS_DESTROYED:
        return "the partition was released while something still used it";
    case abi::CUDA_ERROR_NO_DEVICE:
        return "the driver sees no GPU: check CUDA_VISIBLE_DEVICES and the container's options";
    case abi::CUDA_ERROR_DEVICE_UNAVAILABLE:
        return "another process holds the GPU exclusively, or it is in prohibited compute mode";
    case abi::CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE:
        return "a cooperative grid must fit into the partition's SMs, not the device's";
    case abi::CUDA_ERROR_INVALID_CLUSTER_SIZE:
        return "a cluster must fit into one GPC's share of the partition";
    case abi::CUDA_ERROR_NO_BINARY_FOR_GPU:
    case abi::CUDA_ERROR_INVALID_IMAGE:
        return "the kernels were not compiled for this GPU: build with a CUDA Toolkit that knows "
               "it";
    case abi::CUDA_ERROR_ILLEGAL_ADDRESS:
    case abi::CUDA_ERROR_LAUNCH_FAILED:
    case abi::CUDA_ERROR_LAUNCH_TIMEOUT:
    case abi::CUDA_ERROR_ECC_UNCORRECTABLE:
        return "the GPU's context is lost for this process: restart the engine";
    case abi::CUDA_ERROR_SYSTEM_DRIVER_MISMATCH:
        return "libcuda and the kernel's driver are of different versions: reboot, or mount the "
               "host's libcuda into the container";
    default:
        return {};
    }
}

std::string whyUnsupported(Driver& driver, DriverFunction function, std::string_view what) {
    return driver.has(function) ? std::string()
                                : needs(driver, parterre::versionOf(function), what);
}

void require(Driver& driver, DriverFunction function, std::string_view what) {
    if (!driver.has(function))
        refuse(driver, parterre::versionOf(function), what);
}

std::string whyTooOld(Driver& driver, int version, std::string_view what) {
    return versionOf(driver) >= version ? std::string() : needs(driver, version, what);
}

void requireVersion(Driver& driver, int version, std::string_view what) {
    if (versionOf(driver) < version)
        refuse(driver, version, what);
}

} // namespace parterre
