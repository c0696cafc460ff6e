// SPDX-License-Identifier: Apache-2.0
#include "core/driver/driver.h"

#include <array>

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

const char* symbolOf(DriverFunction function) {
    return functionFacts[static_cast<std::size_t>(function)].symbol;
}

int versionOf(DriverFunction function) {
    return functionFacts[static_cast<std::size_t>(function)].version;
}

} // namespace parterre
