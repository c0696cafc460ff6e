// SPDX-License-Identifier: Apache-2.0
#include "core/driver/tracing_driver.h"

#include "core/driver/render_argument.h"

namespace parterre {

TracingDriver::TracingDriver(
    std::shared_ptr<Driver> wrapped, std::size_t capacity, Listener listener)
    : m_wrapped(std::move(wrapped))
    , m_capacity(capacity)
    , m_listener(std::move(listener)) {}

std::vector<TracedCall> TracingDriver::calls() const {
    const std::scoped_lock lock(m_mutex);
    return {m_calls.begin(), m_calls.end()};
}

std::uint64_t TracingDriver::callCount() const {
    const std::scoped_lock lock(m_mutex);
    return m_count;
}

void TracingDriver::clear() {
    const std::scoped_lock lock(m_mutex);
    m_calls.clear();
}

void TracingDriver::record(TracedCall call) {
    {
        const std::scoped_lock lock(m_mutex);
        call.number = ++m_count;
        m_calls.push_back(call);
        if (m_calls.size() > m_capacity)
            m_calls.pop_front();
    }
    if (m_listener)
        m_listener(call);
}

template <typename Method, typename... Arguments>
abi::CUresult TracingDriver::trace(
    DriverFunction function, std::string_view names, Method method, Arguments... arguments) {
    using std::chrono::steady_clock;
    const auto begin = steady_clock::now();
    const abi::CUresult result = (m_wrapped.get()->*method)(arguments...);
    const auto end = steady_clock::now();
    record(
        {0, function, renderArguments(names, result == abi::CUDA_SUCCESS, arguments...), result,
         std::chrono::duration<double>(begin - m_start).count(),
         std::chrono::duration<double, std::micro>(end - begin).count(),
         std::this_thread::get_id()});
    return result;
}

// The lambda turns the parenthesised list of arguments into a pack.
#define PARTERRE_DRIVER_FUNCTION(symbol, version, parameters, arguments)                           \
    abi::CUresult TracingDriver::symbol parameters {                                               \
        const auto traced = [&](auto... values) {                                                  \
            return trace(DriverFunction::symbol, #arguments, &Driver::symbol, values...);          \
        };                                                                                         \
        return traced arguments;                                                                   \
    }
#include "core/driver/driver_functions.def"
#undef PARTERRE_DRIVER_FUNCTION

} // namespace parterre
