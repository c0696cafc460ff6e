// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/simulated_call.h"

#include <utility>

namespace parterre {

SimulatedDriver::Call::Call(State& state, DriverFunction function)
    : m_state(state)
    , m_lock(state.mutex) {
    if (versionOf(function) > state.driverVersion) {
        m_refusal = abi::CUDA_ERROR_NOT_SUPPORTED;
        return;
    }
    const bool beforeStart =
        function == DriverFunction::cuInit || function == DriverFunction::cuDriverGetVersion;
    if (!state.initialised && !beforeStart) {
        m_refusal = abi::CUDA_ERROR_NOT_INITIALIZED;
        return;
    }
    state.timeline->advance();
}

SimulatedDevice* SimulatedDriver::Call::device(abi::CUdevice ordinal) {
    if (refused())
        return nullptr;
    SimulatedDevice* const found = m_state.device(ordinal);
    needs(found != nullptr, abi::CUDA_ERROR_INVALID_DEVICE);
    return found;
}

std::shared_ptr<SimulatedContext> SimulatedDriver::Call::context(abi::CUcontext handle) {
    if (refused())
        return nullptr;
    auto found = m_state.contexts.find(handle);
    needs(found != nullptr, abi::CUDA_ERROR_INVALID_CONTEXT);
    needs(found == nullptr || found->alive, abi::CUDA_ERROR_CONTEXT_IS_DESTROYED);
    return refused() ? nullptr : found;
}

std::shared_ptr<SimulatedContext> SimulatedDriver::Call::greenContext(abi::CUgreenCtx handle) {
    return find(m_state.greenContexts, handle);
}

std::shared_ptr<SimulatedContext> SimulatedDriver::Call::currentContext() {
    if (refused())
        return nullptr;
    State::Current current = m_state.current();
    needs(current.context != nullptr, current.error);
    return std::move(current.context);
}

std::shared_ptr<SimulatedStream> SimulatedDriver::Call::stream(abi::CUstream handle) {
    if (refused())
        return nullptr;
    State::StreamFound found = m_state.stream(handle);
    needs(found.stream != nullptr, found.error);
    return std::move(found.stream);
}

void SimulatedDriver::Call::finish(double seconds) {
    m_lock.unlock();
    if (seconds > 0)
        m_state.clock->spend(
            std::chrono::duration_cast<SimulatedTime>(std::chrono::duration<double>(seconds)));
}

} // namespace parterre
