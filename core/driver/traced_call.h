// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/driver.h"

#include <cstdint>
#include <string>
#include <thread>

namespace parterre {

/// One driver call that was made.
struct TracedCall {
    std::uint64_t number = 0;  ///< counts all calls, from 1
    DriverFunction function{}; ///< see symbolOf()
    /// As people read it: "minCount=8, groupCount=15"; what a call that succeeded wrote through a
    /// pointer is shown, not the pointer.
    std::string arguments;
    abi::CUresult result = abi::CUDA_SUCCESS; ///< what the driver answered
    double start = 0;                         ///< seconds since the TracingDriver was made
    double microseconds = 0;                  ///< how long it took
    std::thread::id thread;                   ///< that called
};

} // namespace parterre
