// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/device.h"

#include "core/cuda/context.h"
#include "core/cuda/current_in_thread.h"
#include "core/cuda/errors.h"
#include "core/driver/driver_versions.h"
#include "core/model/input_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace parterre {
namespace {

Capability capability(
    Driver& driver, DriverFunction function, const std::string& id, const std::string& name) {
    const std::string sentence = whyUnsupported(driver, function, name);
    return {id, name, sentence.empty(), sentence};
}

Capability capability(Driver& driver, int version, const std::string& id, const std::string& name) {
    const std::string sentence = whyTooOld(driver, version, name);
    return {id, name, sentence.empty(), sentence};
}

} // namespace

int Device::count(const std::shared_ptr<Driver>& driver) {
    const abi::CUresult result = driver->cuInit(0);
    if (result == abi::CUDA_ERROR_NO_DEVICE)
        return 0;
    check(result, DriverFunction::cuInit);
    int count = 0;
    check(driver->cuDeviceGetCount(&count), DriverFunction::cuDeviceGetCount);
    return count;
}

Device::Device(std::shared_ptr<Driver> driver, int ordinal)
    : m_driver(std::move(driver))
    , m_ordinal(ordinal) {
    check(m_driver->cuInit(0), DriverFunction::cuInit);
    check(m_driver->cuDeviceGet(&m_handle, ordinal), DriverFunction::cuDeviceGet);
}

Device Device::fromHandle(const std::shared_ptr<Driver>& driver, abi::CUdevice handle) {
    for (int ordinal = 0; ordinal < count(driver); ++ordinal) {
        Device device(driver, ordinal);
        if (device.handle() == handle)
            return device;
    }
    throw InputError("device handle", std::to_string(handle), "the handle of one of the GPUs");
}

std::string Device::name() const {
    std::array<char, 256> text{};
    check(
        m_driver->cuDeviceGetName(text.data(), static_cast<int>(text.size()), m_handle),
        DriverFunction::cuDeviceGetName);
    return text.data();
}

std::string Device::uuid() const {
    if (!m_driver->has(DriverFunction::cuDeviceGetUuid))
        return {};
    abi::CUuuid uuid{};
    check(m_driver->cuDeviceGetUuid(&uuid, m_handle), DriverFunction::cuDeviceGetUuid);
    std::string text = "GPU-";
    for (std::size_t i = 0; i < std::size(uuid.bytes); ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            text += '-';
        text += fmt::format("{:02x}", static_cast<unsigned char>(uuid.bytes[i]));
    }
    return text;
}

std::string Device::pciAddress() const {
    std::array<char, 32> text{};
    check(
        m_driver->cuDeviceGetPCIBusId(text.data(), static_cast<int>(text.size()), m_handle),
        DriverFunction::cuDeviceGetPCIBusId);
    std::string address = text.data();
    std::transform(address.begin(), address.end(), address.begin(), [](unsigned char c) {
        return static_cast<char>(std::tolower(c));
    });
    return address;
}

int Device::attribute(abi::CUdevice_attribute attribute) const {
    int value = 0;
    check(
        m_driver->cuDeviceGetAttribute(&value, attribute, m_handle),
        DriverFunction::cuDeviceGetAttribute);
    return value;
}

LocalityDomains Device::localityDomains() const {
    requireVersion(*m_driver, versionWithLocalityDomains, "locality domains");
    return {
        attribute(abi::CU_DEVICE_ATTRIBUTE_LOCALITY_DOMAIN_COUNT),
        attribute(abi::CU_DEVICE_ATTRIBUTE_LOCALITY_DOMAIN_MULTIPROCESSOR_COUNT)};
}

std::size_t Device::totalMemory() const {
    std::size_t bytes = 0;
    check(m_driver->cuDeviceTotalMem(&bytes, m_handle), DriverFunction::cuDeviceTotalMem);
    return bytes;
}

int Device::driverVersion() const {
    int version = 0;
    check(m_driver->cuDriverGetVersion(&version), DriverFunction::cuDriverGetVersion);
    return version;
}

DeviceResources Device::resources() const {
    return {m_driver, m_handle};
}

std::shared_ptr<Context> Device::primaryContext() const {
    return Context::retainPrimary(*this);
}

std::shared_ptr<Context> Device::setCurrent(const std::shared_ptr<const Context>& context) const {
    if (context != nullptr && !(context->device() == *this))
        throw InputError("context", "of another device", "one of " + name());
    std::optional<ContextUse> use;
    if (context != nullptr)
        use.emplace(context, ContextUse::Kind::current);
    abi::CUcontext handle = nullptr;
    check(m_driver->cuCtxGetCurrent(&handle), DriverFunction::cuCtxGetCurrent);
    std::shared_ptr<Context> before;
    try {
        if (handle != nullptr)
            before = Context::fromHandle(m_driver, handle);
    } catch (const CudaError& error) {
        // One that others destroyed while it was current here is as good as none.
        if (error.result() != abi::CUDA_ERROR_CONTEXT_IS_DESTROYED &&
            error.result() != abi::CUDA_ERROR_INVALID_CONTEXT)
            throw;
    }
    check(
        m_driver->cuCtxSetCurrent(context != nullptr ? context->handle() : nullptr),
        DriverFunction::cuCtxSetCurrent);
    current_in_thread::keep(*m_driver, std::move(use));
    return before;
}

std::shared_ptr<Context> Device::createContext(
    const std::vector<SmResource>& resources,
    const std::optional<WorkqueueResource>& workqueue) const {
    require(*m_driver, DriverFunction::cuGreenCtxCreate, "green contexts");
    if (resources.empty())
        throw InputError("resources", "none", "at least one SM resource");
    std::vector<abi::CUdevResource> raw;
    for (const SmResource& resource : resources) {
        if (resource.deviceHandle() != m_handle)
            throw InputError("resources", "of another device", "resources of " + name());
        if (resource.isDryRun())
            throw InputError(
                "resources", "a dry-run group, which has no SMs",
                "groups of a split that is carried out");
        raw.insert(raw.end(), resource.handles().begin(), resource.handles().end());
    }
    if (workqueue) {
        if (workqueue->deviceHandle() != m_handle)
            throw InputError("workqueue", "of another device", "a work queue of " + name());
        raw.push_back(workqueue->raw());
    }
    return Context::createGreen(*this, std::move(raw));
}

DeviceDescription Device::describe() const {
    DeviceDescription d;
    d.id = fmt::format("gpu:{}", m_ordinal);
    d.name = name();
    d.ordinal = m_ordinal;
    d.uuid = uuid();
    d.pciAddress = pciAddress();
    d.driverVersion = driverVersion();
    d.computeMajor = attribute(abi::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
    d.computeMinor = attribute(abi::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    d.smCount = attribute(abi::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    // The driver names an instance after its GPU and profile: "NVIDIA A100-SXM4-40GB MIG 1g.5gb".
    d.migInstance = d.name.find(" MIG ") != std::string::npos;
    d.clockKhz = attribute(abi::CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
    d.memoryClockKhz = attribute(abi::CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
    d.memoryBusBits = attribute(abi::CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
    d.memoryBytes = static_cast<std::int64_t>(totalMemory());
    d.l2Bytes = attribute(abi::CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
    d.maxThreadsPerSm = attribute(abi::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
    d.sharedBytesPerSm = attribute(abi::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);

    Driver& driver = *m_driver;
    if (driver.has(DriverFunction::cuDeviceGetDevResource)) {
        d.smResource = resources().sm().describe();
        try {
            d.workqueue = resources().workqueue().describe();
        } catch (const UnsupportedError&) { // the capabilities say why
        }
    }
    d.capabilities = {
        capability(driver, DriverFunction::cuGreenCtxCreate, "green_contexts", "green contexts"),
        capability(
            driver, DriverFunction::cuGreenCtxStreamCreate, "green_context_streams",
            "streams made for a green context"),
        capability(
            driver, DriverFunction::cuGreenCtxGetId, "green_context_ids", "green context ids"),
        capability(
            driver, DriverFunction::cuDevSmResourceSplit, "structured_split", "structured splits"),
        capability(
            driver, DriverFunction::cuStreamGetDevResource, "stream_resources",
            "resources of streams"),
        capability(driver, versionWithWorkqueues, "workqueues", "work queues"),
        capability(driver, versionWithLocalityDomains, "locality_domains", "locality domains"),
    };
    return d;
}

} // namespace parterre
