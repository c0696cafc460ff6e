// SPDX-License-Identifier: Apache-2.0
#include "core/engine/hardware_connections.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>

namespace parterre {

int settleHardwareConnections() {
    constexpr const char* variable = "CUDA_DEVICE_MAX_CONNECTIONS";
    constexpr int driverDefault = 8;
    constexpr int most = 32;
    setenv(variable, "32", 0);
    const char* found = std::getenv(variable);
    const std::string_view text = found == nullptr ? "" : found;
    int value = 0;
    const std::errc error = std::from_chars(text.data(), text.data() + text.size(), value).ec;
    return error == std::errc() ? std::clamp(value, 1, most) : driverDefault;
}

} // namespace parterre
