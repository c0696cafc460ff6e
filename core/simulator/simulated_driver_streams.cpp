// SPDX-License-Identifier: Apache-2.0
// SimulatedDriver: streams and events.
#include "core/simulator/simulated_call.h"

#include <algorithm>

namespace parterre {

using namespace abi;

CUresult SimulatedDriver::cuGreenCtxStreamCreate(
    CUstream* stream, CUgreenCtx context, unsigned int flags, int priority) {
    Call call(*m_state, DriverFunction::cuGreenCtxStreamCreate);
    call.needs(stream != nullptr && flags == CU_STREAM_NON_BLOCKING);
    const auto found = call.greenContext(context);
    if (call.refused())
        return call.refusal();
    *stream = m_state->streams.add(
        m_state->makeStream(found, flags, std::clamp(priority, greatestPriority, leastPriority)));
    call.finish(found->device->profile.costs.streamCreate);
    return CUDA_SUCCESS;
}

CUresult
SimulatedDriver::cuStreamCreateWithPriority(CUstream* stream, unsigned int flags, int priority) {
    Call call(*m_state, DriverFunction::cuStreamCreateWithPriority);
    call.needs(stream != nullptr && (flags & ~CU_STREAM_NON_BLOCKING) == 0);
    const auto current = call.currentContext();
    if (call.refused())
        return call.refusal();
    *stream = m_state->streams.add(
        m_state->makeStream(current, flags, std::clamp(priority, greatestPriority, leastPriority)));
    call.finish(current->device->profile.costs.streamCreate);
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuStreamDestroy(CUstream stream) {
    Call call(*m_state, DriverFunction::cuStreamDestroy);
    const auto found = call.find(m_state->streams, stream);
    if (call.refused())
        return call.refusal();
    m_state->streams.remove(stream);
    if (!found->context->alive)
        return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    call.finish(found->context->device->profile.costs.streamDestroy);
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuStreamSynchronize(CUstream stream) {
    Call call(*m_state, DriverFunction::cuStreamSynchronize);
    const auto found = call.stream(stream);
    if (call.refused())
        return call.refusal();
    SimulatedDevice& device = *found->context->device;
    const auto queues = State::queuesOf(*found);
    const bool waits = State::isBusy(queues);
    const CUresult result = m_state->drain(call.lock(), device, queues);
    if (waits)
        call.finish(device.callTimes.next(device.profile.costs.synchronize));
    return result;
}

CUresult SimulatedDriver::cuStreamQuery(CUstream stream) {
    Call call(*m_state, DriverFunction::cuStreamQuery);
    const auto found = call.stream(stream);
    if (call.refused())
        return call.refusal();
    return State::isBusy(State::queuesOf(*found)) ? CUDA_ERROR_NOT_READY : CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuStreamGetCtx(CUstream stream, CUcontext* context) {
    Call call(*m_state, DriverFunction::cuStreamGetCtx);
    call.needs(context != nullptr);
    const auto found = call.stream(stream);
    if (call.refused())
        return call.refusal();
    *context = found->context->handle;
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuStreamGetGreenCtx(CUstream stream, CUgreenCtx* context) {
    Call call(*m_state, DriverFunction::cuStreamGetGreenCtx);
    call.needs(context != nullptr);
    const auto found = call.stream(stream);
    if (call.refused())
        return call.refusal();
    *context = found->context->green;
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuStreamGetPriority(CUstream stream, int* priority) {
    Call call(*m_state, DriverFunction::cuStreamGetPriority);
    call.needs(priority != nullptr);
    const auto found = call.stream(stream);
    if (call.refused())
        return call.refusal();
    *priority = found->priority;
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuStreamGetFlags(CUstream stream, unsigned int* flags) {
    Call call(*m_state, DriverFunction::cuStreamGetFlags);
    call.needs(flags != nullptr);
    const auto found = call.stream(stream);
    if (call.refused())
        return call.refusal();
    *flags = found->flags;
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags) {
    Call call(*m_state, DriverFunction::cuStreamWaitEvent);
    // CU_EVENT_WAIT_EXTERNAL is 1, and only graphs give it a meaning.
    call.needs((flags & ~1U) == 0);
    const auto found = call.stream(stream);
    const auto waited = call.find(m_state->events, event);
    if (call.refused())
        return call.refusal();
    if (!waited->latest || waited->latest->done)
        return CUDA_SUCCESS;
    Operation operation;
    operation.dependency = waited->latest;
    m_state->submit(*found, std::move(operation));
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuEventCreate(CUevent* event, unsigned int flags) {
    Call call(*m_state, DriverFunction::cuEventCreate);
    constexpr unsigned known = CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING;
    call.needs(event != nullptr && (flags & ~known) == 0);
    const auto current = call.currentContext();
    if (call.refused())
        return call.refusal();
    auto made = std::make_shared<SimulatedEvent>();
    made->device = current->device;
    made->timed = (flags & CU_EVENT_DISABLE_TIMING) == 0;
    *event = m_state->events.add(std::move(made));
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuEventDestroy(CUevent event) {
    Call call(*m_state, DriverFunction::cuEventDestroy);
    call.find(m_state->events, event);
    if (call.refused())
        return call.refusal();
    m_state->events.remove(event);
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuEventRecord(CUevent event, CUstream stream) {
    Call call(*m_state, DriverFunction::cuEventRecord);
    const auto found = call.stream(stream);
    const auto recorded = call.find(m_state->events, event);
    call.needs(
        call.refused() || recorded->device == found->context->device, CUDA_ERROR_INVALID_HANDLE);
    if (call.refused())
        return call.refusal();
    recorded->latest = std::make_shared<Completion>();
    Operation operation;
    operation.record = recorded->latest;
    m_state->submit(*found, std::move(operation));
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuEventQuery(CUevent event) {
    Call call(*m_state, DriverFunction::cuEventQuery);
    const auto found = call.find(m_state->events, event);
    if (call.refused())
        return call.refusal();
    if (found->device->fault != CUDA_SUCCESS)
        return found->device->fault;
    if (!found->latest)
        return CUDA_SUCCESS;
    return found->latest->done ? found->latest->result : CUDA_ERROR_NOT_READY;
}

CUresult SimulatedDriver::cuEventSynchronize(CUevent event) {
    Call call(*m_state, DriverFunction::cuEventSynchronize);
    const auto found = call.find(m_state->events, event);
    if (call.refused())
        return call.refusal();
    SimulatedDevice& device = *found->device;
    const std::shared_ptr<Completion> latest = found->latest;
    const bool waits = latest && !latest->done;
    if (waits)
        m_state->timeline->waitFor(call.lock(), latest);
    const CUresult result = latest ? latest->result : CUDA_SUCCESS;
    const CUresult fault = device.fault;
    if (waits)
        call.finish(device.callTimes.next(device.profile.costs.synchronize));
    return fault != CUDA_SUCCESS ? fault : result;
}

CUresult SimulatedDriver::cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
    Call call(*m_state, DriverFunction::cuEventElapsedTime);
    call.needs(milliseconds != nullptr);
    const auto first = call.find(m_state->events, start);
    const auto last = call.find(m_state->events, end);
    if (call.refused())
        return call.refusal();
    if (first->device != last->device || !first->timed || !last->timed || !first->latest ||
        !last->latest)
        return CUDA_ERROR_INVALID_HANDLE;
    if (first->device->fault != CUDA_SUCCESS)
        return first->device->fault;
    if (!first->latest->done || !last->latest->done)
        return CUDA_ERROR_NOT_READY;
    const std::chrono::duration<float, std::milli> passed =
        last->latest->time - first->latest->time;
    *milliseconds = passed.count();
    return CUDA_SUCCESS;
}

} // namespace parterre
