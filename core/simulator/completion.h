// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/abi.h"
#include "core/simulator/simulation_clock.h"

#include <condition_variable>
#include <memory>
#include <vector>

namespace parterre {

struct StreamQueue;

/// A point in a stream that will be reached: what an event records and what a waiter waits for.
/// Guarded by the mutex of the device's owner.
struct Completion {
    bool done = false;                        ///< reached, or abandoned
    abi::CUresult result = abi::CUDA_SUCCESS; ///< an error if what led to it was abandoned
    SimulatedTime time{};                     ///< when it was reached
    int waiters = 0;                          ///< threads that sleep until then
    std::condition_variable reached;          ///< wakes its waiters, also to watch the clock
    /// Streams whose next operation waits for this.
    std::vector<std::shared_ptr<StreamQueue>> blocked;
};

} // namespace parterre
