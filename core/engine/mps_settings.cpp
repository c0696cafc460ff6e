// SPDX-License-Identifier: Apache-2.0
#include "core/engine/mps_settings.h"

#include <charconv>
#include <cstdlib>
#include <string_view>

namespace parterre {

std::optional<int> mpsActiveThreadPercentage() {
    const char* found = std::getenv("CUDA_MPS_ACTIVE_THREAD_PERCENTAGE");
    const std::string_view text = found == nullptr ? "" : found;
    int value = 0;
    const std::errc error = std::from_chars(text.data(), text.data() + text.size(), value).ec;
    if (error != std::errc() || value < 1 || value > 100)
        return {};
    return value;
}

} // namespace parterre
