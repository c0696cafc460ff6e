// SPDX-License-Identifier: Apache-2.0
#include "core/driver/render_argument.h"

#include <fmt/format.h>

namespace parterre {

std::string renderAddress(const void* address) {
    return address == nullptr ? "null" : fmt::format("{}", address);
}

std::string renderAddress(abi::CUdeviceptr address) {
    return fmt::format("{:#x}", address);
}

std::string renderText(const char* text) {
    return fmt::format("\"{}\"", text);
}

std::string render(const abi::CUdevResource& resource) {
    switch (resource.type) {
    case abi::CU_DEV_RESOURCE_TYPE_SM:
        return fmt::format("{{{} SMs}}", resource.sm.smCount);
    case abi::CU_DEV_RESOURCE_TYPE_WORKQUEUE_CONFIG:
        return fmt::format(
            "{{limit {}, scope {}}}", resource.wqConfig.wqConcurrencyLimit,
            static_cast<int>(resource.wqConfig.sharingScope));
    default:
        return fmt::format("{{type {}}}", static_cast<int>(resource.type));
    }
}

std::string render(const abi::CU_DEV_SM_RESOURCE_GROUP_PARAMS& parameters) {
    return fmt::format(
        "{{{} SMs, co-scheduled {}, preferred {}, flags {}}}", parameters.smCount,
        parameters.coscheduledSmCount, parameters.preferredCoscheduledSmCount, parameters.flags);
}

std::string render(const abi::CUlaunchConfig& c) {
    return fmt::format(
        "{{grid {}x{}x{}, block {}x{}x{}, shared {}, stream {}}}", c.gridDimX, c.gridDimY,
        c.gridDimZ, c.blockDimX, c.blockDimY, c.blockDimZ, c.sharedMemBytes,
        renderAddress(c.hStream));
}

std::string render(const abi::CUuuid& uuid) {
    std::string text;
    for (const char byte : uuid.bytes)
        text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
    return text;
}

std::string render(float value) {
    return fmt::format("{}", value);
}

} // namespace parterre
