// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/driver.h"

#include <atomic>
#include <functional>
#include <memory>
#include <utility>

namespace parterre::test {

/// Passes calls on to another driver and fails the k-th one: proves what happens when a call fails
/// by failing each in turn. Calls are counted from any thread.
class FaultyDriver final : public Driver {
public:
    using Selection = std::function<bool(DriverFunction)>;

    explicit FaultyDriver(std::shared_ptr<Driver> wrapped)
        : m_wrapped(std::move(wrapped)) {}

    /// From now on the k-th call (from 1) answers `result` and does nothing; 0: none does. Only the
    /// selected functions count; none given: all of them.
    void
    failCall(int k, abi::CUresult result = abi::CUDA_ERROR_OUT_OF_MEMORY, Selection counted = {}) {
        m_counted = std::move(counted);
        m_result = result;
        m_calls = 0;
        m_failing = k;
    }

    /// Counted calls since failCall(): when it is below k, nothing failed and there is no more to
    /// fail.
    int calls() const { return m_calls; }

    bool has(DriverFunction function) const override { return m_wrapped->has(function); }

#define PARTERRE_DRIVER_FUNCTION(symbol, version, parameters, arguments)                           \
    abi::CUresult symbol parameters override {                                                     \
        return fails(DriverFunction::symbol) ? m_result : m_wrapped->symbol arguments;             \
    }
#include "core/driver/driver_functions.def"
#undef PARTERRE_DRIVER_FUNCTION

private:
    bool fails(DriverFunction function) {
        if (m_counted && !m_counted(function))
            return false;
        return ++m_calls == m_failing;
    }

    std::shared_ptr<Driver> m_wrapped;
    Selection m_counted;
    abi::CUresult m_result = abi::CUDA_ERROR_OUT_OF_MEMORY;
    std::atomic<int> m_calls = 0;
    std::atomic<int> m_failing = 0;
};

/// Calls that give something back. When one of these fails there is nothing left to do about it, so
/// tests that look for leaks leave them out.
inline bool isRelease(DriverFunction function) {
    switch (function) {
    case DriverFunction::cuDevicePrimaryCtxRelease:
    case DriverFunction::cuGreenCtxDestroy:
    case DriverFunction::cuStreamDestroy:
    case DriverFunction::cuEventDestroy:
    case DriverFunction::cuMemFree:
    case DriverFunction::cuMemFreeHost:
    case DriverFunction::cuLibraryUnload:
        return true;
    default:
        return false;
    }
}

} // namespace parterre::test
