// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/driver.h"
#include "core/driver/traced_call.h"

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

namespace parterre {

/// Passes calls on to another driver and keeps the last of them. Safe from any thread.
class TracingDriver final : public Driver {
public:
    /// Called for each call, on the thread that made it, after it returned; must not throw.
    using Listener = std::function<void(const TracedCall&)>;

    /// Keeps the last `capacity` calls.
    explicit TracingDriver(
        std::shared_ptr<Driver> wrapped, std::size_t capacity = 4096, Listener listener = {});

    std::vector<TracedCall> calls() const; ///< oldest first
    std::uint64_t callCount() const;       ///< all that were made, also those dropped
    void clear();                          ///< forgets calls(); numbers and callCount() go on

    bool has(DriverFunction function) const override { return m_wrapped->has(function); }
    std::chrono::nanoseconds hostTime() const override { return m_wrapped->hostTime(); }
    void hostSleep(std::chrono::nanoseconds duration) override { m_wrapped->hostSleep(duration); }

#define PARTERRE_DRIVER_FUNCTION(symbol, version, parameters, arguments)                           \
    abi::CUresult symbol parameters override;
#include "core/driver/driver_functions.def"
#undef PARTERRE_DRIVER_FUNCTION

private:
    template <typename Method, typename... Arguments>
    abi::CUresult
    trace(DriverFunction function, std::string_view names, Method method, Arguments... arguments);
    void record(TracedCall call);

    std::shared_ptr<Driver> m_wrapped;
    std::size_t m_capacity;
    Listener m_listener;
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    mutable std::mutex m_mutex; ///< guards the following
    std::deque<TracedCall> m_calls;
    std::uint64_t m_count = 0;
};

} // namespace parterre
