// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/simulated_state.h"

#include "core/simulator/current_contexts.h"

#include <algorithm>
#include <utility>

namespace parterre {
namespace {

/// Whether it is its context's default stream.
bool isDefault(const SimulatedStream& stream) {
    return stream.queue == stream.context->defaultStream->queue;
}

} // namespace

SimulatedDevice* SimulatedDriver::State::device(abi::CUdevice ordinal) const {
    if (ordinal < 0 || static_cast<std::size_t>(ordinal) >= devices.size())
        return nullptr;
    return devices[static_cast<std::size_t>(ordinal)].get();
}

SimulatedDriver::State::Current SimulatedDriver::State::current() const {
    const std::vector<abi::CUcontext>& stack = currentContexts(number);
    if (stack.empty() || stack.back() == nullptr)
        return {nullptr, abi::CUDA_ERROR_INVALID_CONTEXT};
    std::shared_ptr<SimulatedContext> context = contexts.find(stack.back());
    if (!context)
        return {nullptr, abi::CUDA_ERROR_INVALID_CONTEXT};
    if (!context->alive)
        return {nullptr, abi::CUDA_ERROR_CONTEXT_IS_DESTROYED};
    if (context->device->fault != abi::CUDA_SUCCESS)
        return {nullptr, context->device->fault};
    return {std::move(context), abi::CUDA_SUCCESS};
}

SimulatedDriver::State::StreamFound SimulatedDriver::State::stream(abi::CUstream handle) const {
    if (handle == nullptr || handle == legacyStreamHandle) {
        const Current now = current();
        return {now.context ? now.context->defaultStream : nullptr, now.error};
    }
    std::shared_ptr<SimulatedStream> found = streams.find(handle);
    if (!found)
        return {nullptr, abi::CUDA_ERROR_INVALID_HANDLE};
    if (!found->context->alive)
        return {nullptr, abi::CUDA_ERROR_CONTEXT_IS_DESTROYED};
    if (found->context->device->fault != abi::CUDA_SUCCESS)
        return {nullptr, found->context->device->fault};
    return {std::move(found), abi::CUDA_SUCCESS};
}

std::shared_ptr<SimulatedContext> SimulatedDriver::State::retainPrimary(SimulatedDevice& device) {
    if (device.primaryUsers++ == 0) {
        device.primary = makeContext(device);
        device.primary->own(device.splitter.device(), {device.splitter.device()}, device.splitter);
    }
    return device.primary;
}

void SimulatedDriver::State::releasePrimary(SimulatedDevice& device) {
    if (--device.primaryUsers > 0)
        return;
    endContext(*device.primary);
    device.primary.reset();
    device.effects.clear();
    device.memory.freeAll();
    device.fault = abi::CUDA_SUCCESS;
}

std::shared_ptr<SimulatedContext> SimulatedDriver::State::makeContext(SimulatedDevice& device) {
    auto context = std::make_shared<SimulatedContext>();
    context->device = &device;
    context->handle = contexts.add(context);
    context->id = ++contextCount;
    context->defaultStream = makeStream(context, abi::CU_STREAM_DEFAULT, leastPriority);
    return context;
}

std::shared_ptr<SimulatedStream> SimulatedDriver::State::makeStream(
    const std::shared_ptr<SimulatedContext>& context, unsigned flags, int priority) {
    auto stream = std::make_shared<SimulatedStream>();
    stream->context = context;
    stream->queue = context->device->timing.addStream();
    stream->flags = flags;
    stream->priority = priority;
    const auto keep = [&](Queues& queues) {
        std::erase_if(queues, [](const auto& queue) { return queue.expired(); });
        queues.push_back(stream->queue);
    };
    keep(context->queues);
    keep(context->device->queues);
    if (flags == abi::CU_STREAM_DEFAULT && context->defaultStream)
        keep(context->blockingQueues);
    return stream;
}

SimulatedDriver::State::Queues SimulatedDriver::State::queuesOf(const SimulatedStream& stream) {
    Queues queues;
    if (isDefault(stream))
        queues = stream.context->blockingQueues;
    queues.push_back(stream.queue);
    return queues;
}

bool SimulatedDriver::State::isBusy(const Queues& queues) {
    return std::any_of(queues.begin(), queues.end(), [](const auto& queue) {
        const auto left = queue.lock();
        return left && !left->operations.empty();
    });
}

void SimulatedDriver::State::submit(const SimulatedStream& stream, Operation operation) {
    TimingModel& timing = stream.context->device->timing;
    const auto follow = [&](const std::weak_ptr<StreamQueue>& queue) {
        const auto before = queue.lock();
        if (!before || before->operations.empty())
            return;
        Operation end;
        end.record = std::make_shared<Completion>();
        Operation wait;
        wait.dependency = end.record;
        timing.submit(before, std::move(end));
        timing.submit(stream.queue, std::move(wait));
    };
    if (isDefault(stream))
        std::for_each(
            stream.context->blockingQueues.begin(), stream.context->blockingQueues.end(), follow);
    else if (stream.flags == abi::CU_STREAM_DEFAULT)
        follow(stream.context->defaultStream->queue);
    timing.submit(stream.queue, std::move(operation));
}

void SimulatedDriver::State::endContext(SimulatedContext& context) {
    context.alive = false;
    context.device->timing.release(context.queueUse);
    for (const auto& queue : context.queues)
        if (const auto left = queue.lock())
            context.device->timing.abandon(left, abi::CUDA_ERROR_CONTEXT_IS_DESTROYED);
    context.defaultStream.reset(); // which holds the context
}

abi::CUresult SimulatedDriver::State::drain(
    std::unique_lock<std::mutex>& lock, SimulatedDevice& device, const Queues& queues) {
    std::vector<std::shared_ptr<Completion>> ends;
    for (const auto& queue : queues) {
        const auto busy = queue.lock();
        if (!busy || busy->operations.empty())
            continue;
        ends.push_back(std::make_shared<Completion>());
        Operation end;
        end.record = ends.back();
        device.timing.submit(busy, std::move(end));
    }
    abi::CUresult result = abi::CUDA_SUCCESS;
    for (const auto& end : ends) {
        timeline->waitFor(lock, end);
        if (result == abi::CUDA_SUCCESS)
            result = end->result;
    }
    return device.fault != abi::CUDA_SUCCESS ? device.fault : result;
}

} // namespace parterre
