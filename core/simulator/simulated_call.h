// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulator/simulated_state.h"

#include <memory>
#include <mutex>

namespace parterre {

/// One driver call: holds the mutex, has caught up with the clock, and checks the arguments in the
/// order in which it is asked to. The first that is wrong decides what the function answers; after
/// that every look-up gives null, so that one question at the end of them is enough:
///
///     Call call(*m_state, DriverFunction::cuGreenCtxGetId);
///     call.needs(id != nullptr);
///     const auto found = call.greenContext(context);
///     if (call.refused())
///         return call.refusal();
class SimulatedDriver::Call {
public:
    /// Refused from the start where this driver's version lacks the function, or nobody has called
    /// cuInit.
    Call(State& state, DriverFunction function);

    /// Look before the first thing that can't be undone.
    bool refused() const { return m_refusal != abi::CUDA_SUCCESS; }
    /// What the function answers; CUDA_SUCCESS if it was not refused.
    abi::CUresult refusal() const { return m_refusal; }
    std::unique_lock<std::mutex>& lock() { return m_lock; } ///< on State::mutex; for waiting

    /// Refuses with `otherwise` unless the condition holds.
    void needs(bool condition, abi::CUresult otherwise = abi::CUDA_ERROR_INVALID_VALUE) {
        if (!refused() && !condition)
            m_refusal = otherwise;
    }

    SimulatedDevice* device(abi::CUdevice ordinal); ///< CUDA_ERROR_INVALID_DEVICE if there is none
    /// One that is alive.
    std::shared_ptr<SimulatedContext> context(abi::CUcontext handle);
    /// CUDA_ERROR_INVALID_HANDLE if there is none.
    std::shared_ptr<SimulatedContext> greenContext(abi::CUgreenCtx handle);
    /// State::current().
    std::shared_ptr<SimulatedContext> currentContext();
    /// State::stream().
    std::shared_ptr<SimulatedStream> stream(abi::CUstream handle);

    /// An object of any other table; CUDA_ERROR_INVALID_HANDLE if it does not know the handle.
    template <typename Handle, typename Object>
    std::shared_ptr<Object> find(const HandleTable<Handle, Object>& table, Handle handle) {
        if (refused())
            return nullptr;
        auto found = table.find(handle);
        needs(found != nullptr, abi::CUDA_ERROR_INVALID_HANDLE);
        return found;
    }

    /// Ends the call: lets the mutex go and keeps the calling thread for as long as the driver
    /// would.
    void finish(double seconds);

private:
    State& m_state;
    std::unique_lock<std::mutex> m_lock;
    abi::CUresult m_refusal = abi::CUDA_SUCCESS;
};

} // namespace parterre
