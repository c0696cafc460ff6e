// SPDX-License-Identifier: Apache-2.0
// SimulatedDriver: memory and the driver's own copies.
#include "core/simulator/simulated_call.h"

#include <cstring>
#include <utility>
#include <vector>

namespace parterre {

using namespace abi;

namespace {

Load transferLoad(Load::Unit unit, std::size_t bytes) {
    Load load;
    load.unit = unit;
    load.bytes = static_cast<double>(bytes);
    return load;
}

/// What was freed since the operation was queued is left alone.
void writeByHand(SimulatedDevice& device, const MemoryRange& range, const void* source) {
    std::byte* const to = device.memory.resolve(range);
    if (to == nullptr)
        return;
    device.effects.beforeWrite(range);
    std::memcpy(to, source, range.bytes);
}

} // namespace

CUresult SimulatedDriver::cuMemGetInfo(std::size_t* freeBytes, std::size_t* totalBytes) {
    Call call(*m_state, DriverFunction::cuMemGetInfo);
    call.needs(freeBytes != nullptr && totalBytes != nullptr);
    const auto current = call.currentContext();
    if (call.refused())
        return call.refusal();
    *freeBytes = current->device->memory.freeBytes();
    *totalBytes = current->device->memory.capacity();
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuMemAlloc(CUdeviceptr* pointer, std::size_t bytes) {
    Call call(*m_state, DriverFunction::cuMemAlloc);
    call.needs(pointer != nullptr && bytes > 0);
    const auto current = call.currentContext();
    if (call.refused())
        return call.refusal();
    const CUdeviceptr made = current->device->memory.allocate(bytes);
    if (made == 0)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *pointer = made;
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuMemFree(CUdeviceptr pointer) {
    Call call(*m_state, DriverFunction::cuMemFree);
    const auto current = call.currentContext();
    if (call.refused())
        return call.refusal();
    SimulatedDevice& device = *current->device;
    if (device.memory.allocationAt(pointer).bytes == 0)
        return CUDA_ERROR_INVALID_VALUE;
    // As the driver does: what was queued may still use it.
    m_state->drain(call.lock(), device, device.queues);
    const MemoryRange range = device.memory.allocationAt(pointer);
    device.effects.beforeWrite(range);
    return device.memory.free(pointer) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult
SimulatedDriver::cuMemHostAlloc(void** pointer, std::size_t bytes, unsigned int /*flags*/) {
    Call call(*m_state, DriverFunction::cuMemHostAlloc);
    call.needs(pointer != nullptr && bytes > 0);
    const auto current = call.currentContext();
    if (call.refused())
        return call.refusal();
    void* const made = current->device->memory.allocateHost(bytes);
    if (made == nullptr)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *pointer = made;
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuMemFreeHost(void* pointer) {
    Call call(*m_state, DriverFunction::cuMemFreeHost);
    if (call.refused())
        return call.refusal();
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    for (const auto& device : m_state->devices) {
        if (!device->memory.isHost(pointer, 1))
            continue;
        m_state->drain(call.lock(), *device, device->queues);
        return device->memory.freeHost(pointer) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    }
    return CUDA_ERROR_INVALID_VALUE;
}

CUresult SimulatedDriver::cuMemcpyHtoDAsync(
    CUdeviceptr destination, const void* source, std::size_t bytes, CUstream stream) {
    Call call(*m_state, DriverFunction::cuMemcpyHtoDAsync);
    const auto found = call.stream(stream);
    if (call.refused())
        return call.refusal();
    SimulatedDevice& device = *found->context->device;
    const MemoryRange range{destination, bytes};
    if (bytes == 0)
        return CUDA_SUCCESS;
    if (source == nullptr || device.memory.resolve(range) == nullptr)
        return CUDA_ERROR_INVALID_VALUE;

    Operation operation;
    operation.load = transferLoad(Load::Unit::toDevice, bytes);
    if (device.memory.isHost(source, bytes)) {
        operation.effect = [&device, range, source] {
            if (device.memory.isHost(source, range.bytes))
                writeByHand(device, range, source);
        };
    } else {
        // Pageable memory may be reused at once: the driver takes a copy, and so do we.
        const auto* const first = static_cast<const std::byte*>(source);
        operation.effect = [&device, range, staged = std::vector(first, first + bytes)] {
            writeByHand(device, range, staged.data());
        };
    }
    m_state->submit(*found, std::move(operation));
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuMemcpyDtoHAsync(
    void* destination, CUdeviceptr source, std::size_t bytes, CUstream stream) {
    Call call(*m_state, DriverFunction::cuMemcpyDtoHAsync);
    const auto found = call.stream(stream);
    if (call.refused())
        return call.refusal();
    SimulatedDevice& device = *found->context->device;
    const MemoryRange range{source, bytes};
    if (bytes == 0)
        return CUDA_SUCCESS;
    if (destination == nullptr || device.memory.resolve(range) == nullptr)
        return CUDA_ERROR_INVALID_VALUE;

    Operation operation;
    operation.load = transferLoad(Load::Unit::toHost, bytes);
    const bool pageable = !device.memory.isHost(destination, bytes);
    operation.effect = [&device, range, destination, pageable] {
        const bool there = pageable || device.memory.isHost(destination, range.bytes);
        if (there && device.memory.resolve(range) != nullptr)
            device.effects.read(range, static_cast<std::byte*>(destination));
    };
    m_state->submit(*found, std::move(operation));
    // To pageable memory the call returns when the bytes are there.
    if (pageable)
        return m_state->drain(call.lock(), device, {found->queue});
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuMemcpyDtoDAsync(
    CUdeviceptr destination, CUdeviceptr source, std::size_t bytes, CUstream stream) {
    Call call(*m_state, DriverFunction::cuMemcpyDtoDAsync);
    const auto found = call.stream(stream);
    if (call.refused())
        return call.refusal();
    SimulatedDevice& device = *found->context->device;
    const MemoryRange from{source, bytes};
    const MemoryRange to{destination, bytes};
    if (bytes == 0)
        return CUDA_SUCCESS;
    if (device.memory.resolve(from) == nullptr || device.memory.resolve(to) == nullptr)
        return CUDA_ERROR_INVALID_VALUE;

    Operation operation;
    operation.load = transferLoad(Load::Unit::deviceMemory, 2 * bytes);
    operation.effect = [&device, to, from] { device.effects.add(MemoryEffect::copy(to, from)); };
    m_state->submit(*found, std::move(operation));
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuMemsetD32Async(
    CUdeviceptr destination, unsigned int value, std::size_t count, CUstream stream) {
    Call call(*m_state, DriverFunction::cuMemsetD32Async);
    const auto found = call.stream(stream);
    if (call.refused())
        return call.refusal();
    SimulatedDevice& device = *found->context->device;
    if (count == 0)
        return CUDA_SUCCESS;
    if (destination % sizeof value != 0 || count > device.memory.capacity())
        return CUDA_ERROR_INVALID_VALUE;
    const MemoryRange range{destination, count * sizeof value};
    if (device.memory.resolve(range) == nullptr)
        return CUDA_ERROR_INVALID_VALUE;

    Operation operation;
    operation.load = transferLoad(Load::Unit::deviceMemory, range.bytes);
    operation.effect = [&device, range, value] {
        device.effects.add(MemoryEffect::fill(range, value));
    };
    m_state->submit(*found, std::move(operation));
    return CUDA_SUCCESS;
}

} // namespace parterre
