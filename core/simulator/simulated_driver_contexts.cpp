// SPDX-License-Identifier: Apache-2.0
// SimulatedDriver: the primary context, green contexts and what is current.
#include "core/simulator/current_contexts.h"
#include "core/simulator/simulated_call.h"

namespace parterre {

using namespace abi;

CUresult SimulatedDriver::cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
    Call call(*m_state, DriverFunction::cuDevicePrimaryCtxRetain);
    call.needs(context != nullptr);
    SimulatedDevice* const found = call.device(device);
    if (call.refused())
        return call.refusal();
    *context = m_state->retainPrimary(*found)->handle;
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuDevicePrimaryCtxRelease(CUdevice device) {
    Call call(*m_state, DriverFunction::cuDevicePrimaryCtxRelease);
    SimulatedDevice* const found = call.device(device);
    call.needs(found == nullptr || found->primaryUsers > 0, CUDA_ERROR_INVALID_CONTEXT);
    if (call.refused())
        return call.refusal();
    State::releasePrimary(*found);
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuCtxGetCurrent(CUcontext* context) {
    Call call(*m_state, DriverFunction::cuCtxGetCurrent);
    call.needs(context != nullptr);
    if (call.refused())
        return call.refusal();
    const auto& stack = currentContexts(m_state->number);
    *context = stack.empty() ? nullptr : stack.back();
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuCtxSetCurrent(CUcontext context) {
    Call call(*m_state, DriverFunction::cuCtxSetCurrent);
    if (context != nullptr)
        call.context(context);
    if (call.refused())
        return call.refusal();
    auto& stack = currentContexts(m_state->number);
    if (context == nullptr) {
        if (!stack.empty())
            stack.pop_back();
        return CUDA_SUCCESS;
    }
    if (stack.empty())
        stack.push_back(context);
    else
        stack.back() = context;
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuCtxPushCurrent(CUcontext context) {
    Call call(*m_state, DriverFunction::cuCtxPushCurrent);
    call.context(context);
    if (call.refused())
        return call.refusal();
    currentContexts(m_state->number).push_back(context);
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuCtxPopCurrent(CUcontext* context) {
    Call call(*m_state, DriverFunction::cuCtxPopCurrent);
    auto& stack = currentContexts(m_state->number);
    call.needs(!stack.empty(), CUDA_ERROR_INVALID_CONTEXT);
    if (call.refused())
        return call.refusal();
    if (context != nullptr)
        *context = stack.back();
    stack.pop_back();
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuCtxGetDevice(CUdevice* device) {
    const Call call(*m_state, DriverFunction::cuCtxGetDevice);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    if (device == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    const State::Current current = m_state->current();
    if (!current.context)
        return current.error;
    *device = current.context->device->ordinal;
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuCtxSynchronize() {
    Call call(*m_state, DriverFunction::cuCtxSynchronize);
    const auto current = call.currentContext();
    if (call.refused())
        return call.refusal();
    return m_state->drain(call.lock(), *current->device, current->queues);
}

CUresult SimulatedDriver::cuCtxGetStreamPriorityRange(int* least, int* greatest) {
    Call call(*m_state, DriverFunction::cuCtxGetStreamPriorityRange);
    call.currentContext();
    if (call.refused())
        return call.refusal();
    if (least != nullptr)
        *least = leastPriority;
    if (greatest != nullptr)
        *greatest = greatestPriority;
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuGreenCtxCreate(
    CUgreenCtx* context, CUdevResourceDesc descriptor, CUdevice device, unsigned int flags) {
    Call call(*m_state, DriverFunction::cuGreenCtxCreate);
    call.needs(context != nullptr && flags == CU_GREEN_CTX_DEFAULT_STREAM);
    SimulatedDevice* const found = call.device(device);
    const auto described = m_state->descriptors.find(descriptor);
    call.needs(described != nullptr);
    call.needs(described == nullptr || described->device == found, CUDA_ERROR_INVALID_DEVICE);
    if (call.refused())
        return call.refusal();
    if (!found->memory.reserve(static_cast<std::size_t>(found->profile.costs.greenContextBytes)))
        return CUDA_ERROR_OUT_OF_MEMORY;

    m_state->retainPrimary(*found);
    const auto made = m_state->makeContext(*found);
    made->green = m_state->greenContexts.add(made);
    made->own(described->part, described->resources, found->splitter);
    made->reportedSmCount = described->reportedSmCount;
    made->workqueue = described->workqueue;
    made->queueUse = found->timing.admit(made->id, made->workqueue);
    *context = made->green;
    call.finish(found->profile.costs.greenContextCreate);
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuGreenCtxDestroy(CUgreenCtx context) {
    Call call(*m_state, DriverFunction::cuGreenCtxDestroy);
    const auto found = call.greenContext(context);
    if (call.refused())
        return call.refusal();
    m_state->greenContexts.remove(context);
    SimulatedDevice& device = *found->device;
    State::endContext(*found);
    device.memory.unreserve(static_cast<std::size_t>(device.profile.costs.greenContextBytes));
    State::releasePrimary(device);
    call.finish(device.profile.costs.greenContextDestroy);
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuCtxFromGreenCtx(CUcontext* context, CUgreenCtx greenContext) {
    Call call(*m_state, DriverFunction::cuCtxFromGreenCtx);
    call.needs(context != nullptr);
    const auto found = call.greenContext(greenContext);
    if (call.refused())
        return call.refusal();
    *context = found->handle;
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuGreenCtxGetId(CUgreenCtx context, unsigned long long* id) {
    Call call(*m_state, DriverFunction::cuGreenCtxGetId);
    call.needs(id != nullptr);
    const auto found = call.greenContext(context);
    if (call.refused())
        return call.refusal();
    *id = found->id;
    return CUDA_SUCCESS;
}

} // namespace parterre
