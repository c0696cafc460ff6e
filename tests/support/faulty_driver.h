// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/driver.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace parterre::test {

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
        m_failed = -1;
        m_onwards = false;
        m_failing = k;
    }

    /// The same for the k-th call and all that follow.
    void failCallsFrom(
        int k, abi::CUresult result = abi::CUDA_ERROR_OUT_OF_MEMORY, Selection counted = {}) {
        failCall(k, result, std::move(counted));
        m_onwards = true;
    }

    /// Counted calls since failCall(): when it is below k, nothing failed and there is no more to
    /// fail.
    int calls() const { return m_calls; }

    /// The function that failed last; empty if none has since failCall().
    std::optional<DriverFunction> failed() const {
        const int function = m_failed;
        return function < 0 ? std::nullopt : std::optional(static_cast<DriverFunction>(function));
    }

    /// Releases that the driver behind it refused: of what was never made, or given back before.
    int refusedReleases() const { return m_refusedReleases; }

    bool has(DriverFunction function) const override { return m_wrapped->has(function); }

#define PARTERRE_DRIVER_FUNCTION(symbol, version, parameters, arguments)                           \
    abi::CUresult symbol parameters override {                                                     \
        if (fails(DriverFunction::symbol))                                                         \
            return m_result;                                                                       \
        return noted(DriverFunction::symbol, m_wrapped->symbol arguments);                         \
    }
#include "core/driver/driver_functions.def"
#undef PARTERRE_DRIVER_FUNCTION

private:
    bool fails(DriverFunction function) {
        if (m_counted && !m_counted(function))
            return false;
        const int call = ++m_calls;
        const bool fails = call == m_failing || (m_onwards && call > m_failing);
        if (fails)
            m_failed = static_cast<int>(function);
        return fails;
    }

    abi::CUresult noted(DriverFunction function, abi::CUresult result) {
        if (result != abi::CUDA_SUCCESS && isRelease(function))
            ++m_refusedReleases;
        return result;
    }

    std::shared_ptr<Driver> m_wrapped;
    Selection m_counted;
    abi::CUresult m_result = abi::CUDA_ERROR_OUT_OF_MEMORY;
    std::atomic<int> m_calls = 0;
    std::atomic<int> m_failing = 0;
    std::atomic<int> m_failed = -1; ///< a DriverFunction
    std::atomic<bool> m_onwards = false;
    std::atomic<int> m_refusedReleases = 0;
};

} // namespace parterre::test
