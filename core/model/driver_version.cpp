// SPDX-License-Identifier: Apache-2.0
#include "core/model/driver_version.h"

#include <fmt/format.h>

namespace parterre {

std::string driverVersionText(int version) {
    return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

} // namespace parterre
