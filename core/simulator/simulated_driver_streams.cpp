// SPDX-License-Identifier: Apache-2.0
// SimulatedDriver: streams and events.
#include "core/simulator/simulated_call.h"

#include <algorithm>

namespace parterre {

using namespace abi;

CUresult SimulatedDriver::cuGreenCtxStreamCreate(
    CUstream* stream, CUgreenCtx context, unsigned int flags, int priority) {
    Call call(*m_state, DriverFunction::cuGreenCtxStreamCreate);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    if (stream == nullptr || flags != CU_STREAM_NON_BLOCKING)
        return CUDA_ERROR_INVALID_VALUE;
    const auto found = m_state->greenContexts.find(context);
    if (!found)
        return CUDA_ERROR_INVALID_HANDLE;
    *stream = m_state->streams.add(
        m_state->makeStream(found, flags, std::clamp(priority, greatestPriority, leastPriority)));
    call.finish(found->device->profile.costs.streamCreate);
    return CUDA_SUCCESS;
}

CUresult
SimulatedDriver::cuStreamCreateWithPriority(CUstream* stream, unsigned int flags, int priority) {
    Call call(*m_state, DriverFunction::cuStreamCreateWithPriority);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    if (stream == nullptr || (flags & ~CU_STREAM_NON_BLOCKING) != 0)
        return CUDA_ERROR_INVALID_VALUE;
    const State::Current current = m_state->current();
    if (!current.context)
        return current.error;
    *stream = m_state->streams.add(m_state->makeStream(
        current.context, flags, std::clamp(priority, greatestPriority, leastPriority)));
    call.finish(current.context->device->profile.costs.streamCreate);
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuStreamDestroy(CUstream stream) {
    Call call(*m_state, DriverFunction::cuStreamDestroy);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    const auto found = m_state->streams.find(stream);
    if (!found)
        return CUDA_ERROR_INVALID_HANDLE;
    m_state->streams.remove(stream);
    if (!found->context->alive)
        return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    call.finish(found->context->device->profile.costs.streamDestroy);
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuStreamSynchronize(CUstream stream) {
    Call call(*m_state, DriverFunction::cuStreamSynchronize);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    const State::StreamFound found = m_state->stream(stream);
    if (!found.stream)
        return found.error;
    return State::drain(call.lock(), *found.stream->context->device, {found.stream->queue});
}

CUresult SimulatedDriver::cuStreamQuery(CUstream stream) {
    const Call call(*m_state, DriverFunction::cuStreamQuery);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    const State::StreamFound found = m_state->stream(stream);
    if (!found.stream)
        return found.error;
    return found.stream->queue->operations.empty() ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}

CUresult SimulatedDriver::cuStreamGetCtx(CUstream stream, CUcontext* context) {
    const Call call(*m_state, DriverFunction::cuStreamGetCtx);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    if (context == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    const State::StreamFound found = m_state->stream(stream);
    if (!found.stream)
        return found.error;
    *context = found.stream->context->handle;
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuStreamGetGreenCtx(CUstream stream, CUgreenCtx* context) {
    const Call call(*m_state, DriverFunction::cuStreamGetGreenCtx);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    if (context == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    const State::StreamFound found = m_state->stream(stream);
    if (!found.stream)
        return found.error;
    *context = found.stream->context->green;
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuStreamGetPriority(CUstream stream, int* priority) {
    const Call call(*m_state, DriverFunction::cuStreamGetPriority);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    if (priority == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    const State::StreamFound found = m_state->stream(stream);
    if (!found.stream)
        return found.error;
    *priority = found.stream->priority;
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuStreamGetFlags(CUstream stream, unsigned int* flags) {
    const Call call(*m_state, DriverFunction::cuStreamGetFlags);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    if (flags == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    const State::StreamFound found = m_state->stream(stream);
    if (!found.stream)
        return found.error;
    *flags = found.stream->flags;
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags) {
    const Call call(*m_state, DriverFunction::cuStreamWaitEvent);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    if ((flags & ~1U) != 0) // CU_EVENT_WAIT_EXTERNAL, which only graphs give a meaning
        return CUDA_ERROR_INVALID_VALUE;
    const State::StreamFound found = m_state->stream(stream);
    if (!found.stream)
        return found.error;
    const auto waited = m_state->events.find(event);
    if (!waited)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!waited->latest || waited->latest->done)
        return CUDA_SUCCESS;
    Operation operation;
    operation.dependency = waited->latest;
    // Another device's time may stand still while only this one is waited for, so its completion
    // can't be depended on from here; Parterre has no need of it.
    if (waited->device != found.stream->context->device)
        return CUDA_ERROR_NOT_SUPPORTED;
    waited->device->timing.submit(found.stream->queue, std::move(operation));
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuEventCreate(CUevent* event, unsigned int flags) {
    const Call call(*m_state, DriverFunction::cuEventCreate);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    constexpr unsigned known = CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING;
    if (event == nullptr || (flags & ~known) != 0)
        return CUDA_ERROR_INVALID_VALUE;
    const State::Current current = m_state->current();
    if (!current.context)
        return current.error;
    auto made = std::make_shared<SimulatedEvent>();
    made->device = current.context->device;
    made->timed = (flags & CU_EVENT_DISABLE_TIMING) == 0;
    *event = m_state->events.add(std::move(made));
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuEventDestroy(CUevent event) {
    const Call call(*m_state, DriverFunction::cuEventDestroy);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    if (!m_state->events.find(event))
        return CUDA_ERROR_INVALID_HANDLE;
    m_state->events.remove(event);
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuEventRecord(CUevent event, CUstream stream) {
    const Call call(*m_state, DriverFunction::cuEventRecord);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    const State::StreamFound found = m_state->stream(stream);
    if (!found.stream)
        return found.error;
    const auto recorded = m_state->events.find(event);
    if (!recorded || recorded->device != found.stream->context->device)
        return CUDA_ERROR_INVALID_HANDLE;
    recorded->latest = std::make_shared<Completion>();
    Operation operation;
    operation.record = recorded->latest;
    recorded->device->timing.submit(found.stream->queue, std::move(operation));
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuEventQuery(CUevent event) {
    const Call call(*m_state, DriverFunction::cuEventQuery);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    const auto found = m_state->events.find(event);
    if (!found)
        return CUDA_ERROR_INVALID_HANDLE;
    if (found->device->fault != CUDA_SUCCESS)
        return found->device->fault;
    if (!found->latest)
        return CUDA_SUCCESS;
    return found->latest->done ? found->latest->result : CUDA_ERROR_NOT_READY;
}

CUresult SimulatedDriver::cuEventSynchronize(CUevent event) {
    Call call(*m_state, DriverFunction::cuEventSynchronize);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    const auto found = m_state->events.find(event);
    if (!found)
        return CUDA_ERROR_INVALID_HANDLE;
    const std::shared_ptr<Completion> latest = found->latest;
    if (latest)
        found->device->timing.waitFor(call.lock(), latest);
    if (found->device->fault != CUDA_SUCCESS)
        return found->device->fault;
    return latest ? latest->result : CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
    const Call call(*m_state, DriverFunction::cuEventElapsedTime);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    if (milliseconds == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    const auto first = m_state->events.find(start);
    const auto last = m_state->events.find(end);
    if (!first || !last || first->device != last->device || !first->timed || !last->timed ||
        !first->latest || !last->latest)
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
