// SPDX-License-Identifier: Apache-2.0
// SimulatedDriver: start and devices.
#include "core/driver/driver_versions.h"
#include "core/simulator/simulated_call.h"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace parterre {

using namespace abi;

CUresult SimulatedDriver::cuInit(unsigned int flags) {
    Call call(*m_state, DriverFunction::cuInit);
    call.needs(flags == 0);
    if (call.refused())
        return call.refusal();
    m_state->initialised = true;
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuDriverGetVersion(int* version) {
    Call call(*m_state, DriverFunction::cuDriverGetVersion);
    call.needs(version != nullptr);
    if (call.refused())
        return call.refusal();
    *version = m_state->driverVersion;
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuDeviceGetCount(int* count) {
    Call call(*m_state, DriverFunction::cuDeviceGetCount);
    call.needs(count != nullptr);
    if (call.refused())
        return call.refusal();
    *count = static_cast<int>(m_state->devices.size());
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuDeviceGet(CUdevice* device, int ordinal) {
    Call call(*m_state, DriverFunction::cuDeviceGet);
    call.needs(device != nullptr);
    call.device(ordinal);
    if (call.refused())
        return call.refusal();
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
    Call call(*m_state, DriverFunction::cuDeviceGetName);
    const SimulatedDevice* const found = call.device(device);
    if (call.refused())
        return call.refusal();
    return answerText(name, length, found->profile.name);
}

CUresult SimulatedDriver::cuDeviceGetUuid(CUuuid* uuid, CUdevice device) {
    Call call(*m_state, DriverFunction::cuDeviceGetUuid);
    call.needs(uuid != nullptr);
    const SimulatedDevice* const found = call.device(device);
    if (call.refused())
        return call.refusal();
    const std::string& digits = found->profile.uuid;
    for (std::size_t i = 0; i < sizeof uuid->bytes; ++i) {
        unsigned char byte = 0;
        std::from_chars(digits.data() + 2 * i, digits.data() + 2 * i + 2, byte, 16);
        uuid->bytes[i] = static_cast<char>(byte);
    }
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuDeviceGetPCIBusId(char* id, int length, CUdevice device) {
    Call call(*m_state, DriverFunction::cuDeviceGetPCIBusId);
    const SimulatedDevice* const found = call.device(device);
    if (call.refused())
        return call.refusal();
    return answerText(id, length, found->profile.pciAddress);
}

CUresult
SimulatedDriver::cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
    Call call(*m_state, DriverFunction::cuDeviceGetAttribute);
    call.needs(value != nullptr);
    const SimulatedDevice* const found = call.device(device);
    if (call.refused())
        return call.refusal();
    const bool isOfDomains = attribute == CU_DEVICE_ATTRIBUTE_LOCALITY_DOMAIN_COUNT ||
                             attribute == CU_DEVICE_ATTRIBUTE_LOCALITY_DOMAIN_MULTIPROCESSOR_COUNT;
    if (isOfDomains && m_state->driverVersion >= versionWithLocalityDomains) {
        const SmLocality& domains = found->locality;
        *value = attribute == CU_DEVICE_ATTRIBUTE_LOCALITY_DOMAIN_COUNT ? domains.count()
                                                                        : domains.smCount();
        return CUDA_SUCCESS;
    }
    const auto known = found->profile.attributes.find(attribute);
    if (known == found->profile.attributes.end())
        return CUDA_ERROR_INVALID_VALUE;
    *value = known->second;
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuDeviceTotalMem(std::size_t* bytes, CUdevice device) {
    Call call(*m_state, DriverFunction::cuDeviceTotalMem);
    call.needs(bytes != nullptr);
    const SimulatedDevice* const found = call.device(device);
    if (call.refused())
        return call.refusal();
    *bytes = found->memory.capacity();
    return CUDA_SUCCESS;
}

} // namespace parterre
