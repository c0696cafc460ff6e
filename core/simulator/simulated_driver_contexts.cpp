// SPDX-License-Identifier: Apache-2.0
// SimulatedDriver: the primary context, green contexts and what is current.
#include "core/simulator/current_contexts.h"
#include "core/simulator/simulated_call.h"

namespace parterre {

using namespace abi;

CUresult SimulatedDriver::cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
    const Call call(*m_state, DriverFunction::cuDevicePrimaryCtxRetain);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    if (context == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    SimulatedDevice* const found = m_state->device(device);
    if (found == nullptr)
        return CUDA_ERROR_INVALID_DEVICE;
    *context = m_state->retainPrimary(*found)->handle;
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuDevicePrimaryCtxRelease(CUdevice device) {
    const Call call(*m_state, DriverFunction::cuDevicePrimaryCtxRelease);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    SimulatedDevice* const found = m_state->device(device);
    if (found == nullptr)
        return CUDA_ERROR_INVALID_DEVICE;
    if (found->primaryUsers == 0)
        return CUDA_ERROR_INVALID_CONTEXT;
    State::releasePrimary(*found);
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuCtxGetCurrent(CUcontext* context) {
    const Call call(*m_state, DriverFunction::cuCtxGetCurrent);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    if (context == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    const auto& stack = currentContexts(m_state->number);
    *context = stack.empty() ? nullptr : stack.back();
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuCtxSetCurrent(CUcontext context) {
    const Call call(*m_state, DriverFunction::cuCtxSetCurrent);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    auto& stack = currentContexts(m_state->number);
    if (context == nullptr) {
        if (!stack.empty())
            stack.pop_back();
        return CUDA_SUCCESS;
    }
    const auto found = m_state->contexts.find(context);
    if (!found)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (!found->alive)
        return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    if (stack.empty())
        stack.push_back(context);
    else
        stack.back() = context;
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuCtxPushCurrent(CUcontext context) {
    const Call call(*m_state, DriverFunction::cuCtxPushCurrent);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    const auto found = m_state->contexts.find(context);
    if (!found)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (!found->alive)
        return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    currentContexts(m_state->number).push_back(context);
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuCtxPopCurrent(CUcontext* context) {
    const Call call(*m_state, DriverFunction::cuCtxPopCurrent);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    auto& stack = currentContexts(m_state->number);
    if (stack.empty())
        return CUDA_ERROR_INVALID_CONTEXT;
    if (context != nullptr)
        *context = stack.back();
    stack.pop_back();
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuCtxSynchronize() {
    Call call(*m_state, DriverFunction::cuCtxSynchronize);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    const State::Current current = m_state->current();
    if (!current.context)
        return current.error;
    return m_state->drain(call.lock(), *current.context->device, current.context->queues);
}

CUresult SimulatedDriver::cuCtxGetStreamPriorityRange(int* least, int* greatest) {
    const Call call(*m_state, DriverFunction::cuCtxGetStreamPriorityRange);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    const State::Current current = m_state->current();
    if (!current.context)
        return current.error;
    if (least != nullptr)
        *least = leastPriority;
    if (greatest != nullptr)
        *greatest = greatestPriority;
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuGreenCtxCreate(
    CUgreenCtx* context, CUdevResourceDesc descriptor, CUdevice device, unsigned int flags) {
    Call call(*m_state, DriverFunction::cuGreenCtxCreate);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    if (context == nullptr || flags != CU_GREEN_CTX_DEFAULT_STREAM)
        return CUDA_ERROR_INVALID_VALUE;
    SimulatedDevice* const found = m_state->device(device);
    if (found == nullptr)
        return CUDA_ERROR_INVALID_DEVICE;
    const auto described = m_state->descriptors.find(descriptor);
    if (!described)
        return CUDA_ERROR_INVALID_VALUE;
    if (described->device != found)
        return CUDA_ERROR_INVALID_DEVICE;
    if (!found->memory.reserve(static_cast<std::size_t>(found->profile.costs.greenContextBytes)))
        return CUDA_ERROR_OUT_OF_MEMORY;

    m_state->retainPrimary(*found);
    const auto made = m_state->makeContext(*found);
    made->green = m_state->greenContexts.add(made);
    made->sms = described->sms;
    made->reportedSmCount = described->reportedSmCount;
    made->minPartitionSize = described->minPartitionSize;
    made->coscheduledAlignment = described->coscheduledAlignment;
    made->largestCluster = described->largestCluster;
    made->clusterOrigin = described->clusterOrigin;
    made->clusterDomains = described->clusterDomains;
    made->workqueue = described->workqueue;
    made->queueUse = found->timing.admit(made->id, made->workqueue);
    *context = made->green;
    call.finish(found->profile.costs.greenContextCreate);
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuGreenCtxDestroy(CUgreenCtx context) {
    Call call(*m_state, DriverFunction::cuGreenCtxDestroy);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    const auto found = m_state->greenContexts.find(context);
    if (!found)
        return CUDA_ERROR_INVALID_HANDLE;
    m_state->greenContexts.remove(context);
    SimulatedDevice& device = *found->device;
    State::endContext(*found);
    device.memory.unreserve(static_cast<std::size_t>(device.profile.costs.greenContextBytes));
    State::releasePrimary(device);
    call.finish(device.profile.costs.greenContextDestroy);
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuCtxFromGreenCtx(CUcontext* context, CUgreenCtx greenContext) {
    const Call call(*m_state, DriverFunction::cuCtxFromGreenCtx);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    if (context == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    const auto found = m_state->greenContexts.find(greenContext);
    if (!found)
        return CUDA_ERROR_INVALID_HANDLE;
    *context = found->handle;
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuGreenCtxGetId(CUgreenCtx context, unsigned long long* id) {
    const Call call(*m_state, DriverFunction::cuGreenCtxGetId);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    if (id == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    const auto found = m_state->greenContexts.find(context);
    if (!found)
        return CUDA_ERROR_INVALID_HANDLE;
    *id = found->id;
    return CUDA_SUCCESS;
}

} // namespace parterre
