// SPDX-License-Identifier: Apache-2.0
// SimulatedDriver: start and devices.
#include "core/simulator/simulated_call.h"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace parterre {

using namespace abi;

CUresult SimulatedDriver::cuInit(unsigned int flags) {
    const Call call(*m_state, DriverFunction::cuInit);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    if (flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    m_state->initialised = true;
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuDriverGetVersion(int* version) {
    const Call call(*m_state, DriverFunction::cuDriverGetVersion);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    if (version == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    *version = m_state->driverVersion;
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuDeviceGetCount(int* count) {
    const Call call(*m_state, DriverFunction::cuDeviceGetCount);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    if (count == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    *count = static_cast<int>(m_state->devices.size());
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuDeviceGet(CUdevice* device, int ordinal) {
    const Call call(*m_state, DriverFunction::cuDeviceGet);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    if (device == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    if (m_state->device(ordinal) == nullptr)
        return CUDA_ERROR_INVALID_DEVICE;
    *device = ordinal;
    return CUDA_SUCCESS;
}

namespace {

/// As the driver does: cut to the length, always ended.
CUresult answerText(char* text, int length, const std::string& answer) {
    if (text == nullptr || length <= 0)
        return CUDA_ERROR_INVALID_VALUE;
    const std::size_t count = std::min(answer.size(), static_cast<std::size_t>(length) - 1);
    std::memcpy(text, answer.data(), count);
    text[count] = '\0';
    return CUDA_SUCCESS;
}

} // namespace

CUresult SimulatedDriver::cuDeviceGetName(char* name, int length, CUdevice device) {
    const Call call(*m_state, DriverFunction::cuDeviceGetName);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    const SimulatedDevice* const found = m_state->device(device);
    return found == nullptr ? CUDA_ERROR_INVALID_DEVICE
                            : answerText(name, length, found->profile.name);
}

CUresult SimulatedDriver::cuDeviceGetUuid(CUuuid* uuid, CUdevice device) {
    const Call call(*m_state, DriverFunction::cuDeviceGetUuid);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    if (uuid == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    const SimulatedDevice* const found = m_state->device(device);
    if (found == nullptr)
        return CUDA_ERROR_INVALID_DEVICE;
    const std::string& digits = found->profile.uuid;
    for (std::size_t i = 0; i < sizeof uuid->bytes; ++i) {
        unsigned char byte = 0;
        std::from_chars(digits.data() + 2 * i, digits.data() + 2 * i + 2, byte, 16);
        uuid->bytes[i] = static_cast<char>(byte);
    }
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuDeviceGetPCIBusId(char* id, int length, CUdevice device) {
    const Call call(*m_state, DriverFunction::cuDeviceGetPCIBusId);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    const SimulatedDevice* const found = m_state->device(device);
    return found == nullptr ? CUDA_ERROR_INVALID_DEVICE
                            : answerText(id, length, found->profile.pciAddress);
}

CUresult
SimulatedDriver::cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
    const Call call(*m_state, DriverFunction::cuDeviceGetAttribute);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    if (value == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    const SimulatedDevice* const found = m_state->device(device);
    if (found == nullptr)
        return CUDA_ERROR_INVALID_DEVICE;
    const auto known = found->profile.attributes.find(attribute);
    if (known == found->profile.attributes.end())
        return CUDA_ERROR_INVALID_VALUE;
    *value = known->second;
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuDeviceTotalMem(std::size_t* bytes, CUdevice device) {
    const Call call(*m_state, DriverFunction::cuDeviceTotalMem);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    if (bytes == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    const SimulatedDevice* const found = m_state->device(device);
    if (found == nullptr)
        return CUDA_ERROR_INVALID_DEVICE;
    *bytes = found->memory.capacity();
    return CUDA_SUCCESS;
}

} // namespace parterre
