// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/simulated_state.h"

#include "core/simulator/current_contexts.h"

#include <utility>

namespace parterre {

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
    if (handle == nullptr) {
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

SimulatedDriver::State::Current
SimulatedDriver::State::contextOf(const abi::CUlaunchConfig& configuration) const {
    const StreamFound found = stream(configuration.hStream);
    return {found.stream ? found.stream->context : nullptr, found.error};
}

std::shared_ptr<SimulatedContext> SimulatedDriver::State::retainPrimary(SimulatedDevice& device) {
    if (device.primaryUsers++ == 0) {
        device.primary = makeContext(device);
        device.primary->sms = device.allSms();
        device.primary->largestCluster = device.splitter.deviceUnit().largestCluster;
        device.primary->clusterDomains =
            device.splitter.clusterDomains(device.primary->sms, SmOrigin::device);
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
    const auto gone = [](const std::weak_ptr<StreamQueue>& queue) { return queue.expired(); };
    for (auto* const queues : {&context->queues, &context->device->queues}) {
        std::erase_if(*queues, gone);
        queues->push_back(stream->queue);
    }
    return stream;
}

void SimulatedDriver::State::endContext(SimulatedContext& context) {
    context.alive = false;
    for (const auto& queue : context.queues)
        if (const auto left = queue.lock())
            context.device->timing.abandon(left, abi::CUDA_ERROR_CONTEXT_IS_DESTROYED);
    context.defaultStream.reset(); // which holds the context
}

abi::CUresult SimulatedDriver::State::drain(
    std::unique_lock<std::mutex>& lock, SimulatedDevice& device,
    const std::vector<std::weak_ptr<StreamQueue>>& queues) {
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
        device.timing.waitFor(lock, end);
        if (result == abi::CUDA_SUCCESS)
            result = end->result;
    }
    return device.fault != abi::CUDA_SUCCESS ? device.fault : result;
}

} // namespace parterre
