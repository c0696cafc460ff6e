// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/device_resources.h"

#include "core/cuda/context.h"
#include "core/cuda/errors.h"
#include "core/cuda/stream.h"
#include "core/driver/driver_versions.h"

namespace parterre {
namespace {

constexpr const char* streamResources =
    "the resources of a stream (its context's tell the same on any driver)";

} // namespace

DeviceResources::DeviceResources(std::shared_ptr<Driver> driver, abi::CUdevice device)
    : m_driver(std::move(driver))
    , m_device(device) {}

DeviceResources::DeviceResources(std::shared_ptr<const Context> context)
    : m_driver(context->device().driver())
    , m_device(context->device().handle())
    , m_context(std::move(context)) {}

DeviceResources::DeviceResources(std::shared_ptr<const Stream> stream)
    : DeviceResources(stream->context()) {
    require(*m_driver, DriverFunction::cuStreamGetDevResource, streamResources);
    m_stream = std::move(stream);
}

SmResource DeviceResources::sm() const {
    require(*m_driver, DriverFunction::cuDeviceGetDevResource, "green contexts");
    abi::CUdevResource raw{};
    constexpr auto type = abi::CU_DEV_RESOURCE_TYPE_SM;
    const Answer answer =
        m_stream == nullptr ? askContext(&raw, type)
                            : Answer{
                                  m_driver->cuStreamGetDevResource(m_stream->handle(), &raw, type),
                                  DriverFunction::cuStreamGetDevResource};
    check(answer.result, answer.function);

    int version = 0;
    check(m_driver->cuDriverGetVersion(&version), DriverFunction::cuDriverGetVersion);
    int major = 0;
    check(
        m_driver->cuDeviceGetAttribute(
            &major, abi::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, m_device),
        DriverFunction::cuDeviceGetAttribute);
    return {
        m_driver, m_device, version >= versionWithPartitionFields, raw,
        publishedGranularity(major)};
}

WorkqueueResource DeviceResources::workqueue() const {
    requireVersion(*m_driver, versionWithWorkqueues, "work queues");
    abi::CUdevResource raw{};
    const Answer answer = askContext(&raw, abi::CU_DEV_RESOURCE_TYPE_WORKQUEUE_CONFIG);
    if (answer.result == abi::CUDA_ERROR_INVALID_RESOURCE_TYPE ||
        answer.result == abi::CUDA_ERROR_NOT_SUPPORTED)
        throw UnsupportedError(
            "the driver has no work queues to configure on this device",
            "a device with work queues", "a device without");
    check(answer.result, answer.function);
    return WorkqueueResource(raw);
}

DeviceResources::Answer
DeviceResources::askContext(abi::CUdevResource* resource, abi::CUdevResourceType type) const {
    if (m_context == nullptr)
        return {
            m_driver->cuDeviceGetDevResource(m_device, resource, type),
            DriverFunction::cuDeviceGetDevResource};
    if (m_context->isGreen())
        return {
            m_driver->cuGreenCtxGetDevResource(m_context->greenHandle(), resource, type),
            DriverFunction::cuGreenCtxGetDevResource};
    return {
        m_driver->cuCtxGetDevResource(m_context->handle(), resource, type),
        DriverFunction::cuCtxGetDevResource};
}

} // namespace parterre
