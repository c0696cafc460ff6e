// SPDX-License-Identifier: Apache-2.0
#include "core/driver/driver.h"

#include <array>
#include <thread>

namespace parterre {
namespace {

struct FunctionFacts {
    const char* symbol;
    int version;
};

constexpr std::array functionFacts{
#define PARTERRE_DRIVER_FUNCTION(symbol, version, parameters, arguments)                           \
    FunctionFacts{#symbol, version},
#include "core/driver/driver_functions.def"
#undef PARTERRE_DRIVER_FUNCTION
};

} // namespace

std::chrono::nanoseconds Driver::hostTime() const {
    return std::chrono::steady_clock::now().time_since_epoch();
}

void Driver::hostSleep(std::chrono::nanoseconds duration) {
    std::this_thread::sleep_for(duration);
}

const char* symbolOf(DriverFunction function) {
    return functionFacts[static_cast<std::size_t>(function)].symbol;
}

int versionOf(DriverFunction function) {
    return functionFacts[static_cast<std::size_t>(function)].version;
}

} // namespace parterre
