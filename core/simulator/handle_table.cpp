// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/handle_table.h"

#include <atomic>

namespace parterre {

std::uintptr_t nextHandleToken() {
    static std::atomic<std::uint32_t> count = 0;
    constexpr std::uintptr_t base = std::uintptr_t{0x5117} << 32;
    return base + 2 * static_cast<std::uintptr_t>(++count) + 1;
}

} // namespace parterre
