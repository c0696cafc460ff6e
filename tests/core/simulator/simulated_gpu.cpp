// SPDX-License-Identifier: Apache-2.0
#include "tests/core/simulator/simulated_gpu.h"

#include "core/driver/result.h"

#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>

namespace parterre::test {

using namespace abi;

SimulatedGpu::SimulatedGpu(SimulationOptions options) {
    if (!options.clock)
        options.clock = std::make_shared<VirtualClock>();
    m_clock = options.clock;
    if (options.driverVersion == 0)
        options.driverVersion = 13000; // what the H200 was recorded with
    if (options.hardwareConnections == 0)
        options.hardwareConnections = 8;
    m_driver = std::make_unique<SimulatedDriver>(DeviceProfile::load("h200"), options);
    require(m_driver->cuInit(0), "cuInit");
    require(m_driver->cuDevicePrimaryCtxRetain(&m_primary, 0), "cuDevicePrimaryCtxRetain");
    require(m_driver->cuCtxSetCurrent(m_primary), "cuCtxSetCurrent");
    require(
        m_driver->cuLibraryLoadData(&m_library, "", nullptr, nullptr, 0, nullptr, nullptr, 0),
        "cuLibraryLoadData");
}

SimulatedGpu::~SimulatedGpu() = default;

void SimulatedGpu::require(CUresult result, const char* step) {
    if (result != CUDA_SUCCESS)
        throw std::runtime_error(std::string(step) + ": " + std::string(resultName(result)));
}

CUdevResource SimulatedGpu::deviceResource() {
    CUdevResource resource{};
    require(
        m_driver->cuDeviceGetDevResource(0, &resource, CU_DEV_RESOURCE_TYPE_SM),
        "cuDeviceGetDevResource");
    return resource;
}

CUdevResource SimulatedGpu::workqueues(unsigned concurrencyLimit, bool balanced) {
    CUdevResource resource{};
    require(
        m_driver->cuDeviceGetDevResource(0, &resource, CU_DEV_RESOURCE_TYPE_WORKQUEUE_CONFIG),
        "cuDeviceGetDevResource");
    resource.wqConfig.wqConcurrencyLimit = concurrencyLimit;
    resource.wqConfig.sharingScope =
        balanced ? CU_WORKQUEUE_SCOPE_GREEN_CTX_BALANCED : CU_WORKQUEUE_SCOPE_DEVICE_CTX;
    return resource;
}

CUdevResource SimulatedGpu::resourceOf(CUgreenCtx context) {
    CUdevResource resource{};
    require(
        m_driver->cuGreenCtxGetDevResource(context, &resource, CU_DEV_RESOURCE_TYPE_SM),
        "cuGreenCtxGetDevResource");
    return resource;
}

SimulatedGpu::Split SimulatedGpu::split(
    const CUdevResource& input, unsigned capacity, unsigned minCount, unsigned flags) {
    Split split;
    split.groups.resize(capacity);
    unsigned count = capacity;
    require(
        m_driver->cuDevSmResourceSplitByCount(
            split.groups.data(), &count, &input, &split.remainder, flags, minCount),
        "cuDevSmResourceSplitByCount");
    split.groups.resize(count);
    return split;
}

CUdevResourceDesc SimulatedGpu::describe(std::vector<CUdevResource> resources) {
    CUdevResourceDesc descriptor = nullptr;
    require(
        m_driver->cuDevResourceGenerateDesc(
            &descriptor, resources.data(), static_cast<unsigned>(resources.size())),
        "cuDevResourceGenerateDesc");
    return descriptor;
}

CUgreenCtx SimulatedGpu::createContext(std::vector<CUdevResource> resources) {
    CUgreenCtx context = nullptr;
    require(
        m_driver->cuGreenCtxCreate(
            &context, describe(std::move(resources)), 0, CU_GREEN_CTX_DEFAULT_STREAM),
        "cuGreenCtxCreate");
    return context;
}

CUcontext SimulatedGpu::contextOf(CUgreenCtx context) {
    CUcontext made = nullptr;
    require(m_driver->cuCtxFromGreenCtx(&made, context), "cuCtxFromGreenCtx");
    return made;
}

CUstream SimulatedGpu::createStream(CUgreenCtx context, int priority) {
    CUstream stream = nullptr;
    require(
        m_driver->cuGreenCtxStreamCreate(&stream, context, CU_STREAM_NON_BLOCKING, priority),
        "cuGreenCtxStreamCreate");
    return stream;
}

CUevent SimulatedGpu::createEvent() {
    CUevent event = nullptr;
    require(m_driver->cuEventCreate(&event, CU_EVENT_DEFAULT), "cuEventCreate");
    return event;
}

double SimulatedGpu::secondsBetween(CUevent start, CUevent end) {
    float milliseconds = 0;
    require(m_driver->cuEventElapsedTime(&milliseconds, start, end), "cuEventElapsedTime");
    return static_cast<double>(milliseconds) / 1e3;
}

double SimulatedGpu::now() const {
    return std::chrono::duration<double>(m_clock->now()).count();
}

CUfunction SimulatedGpu::function(const char* name) {
    CUkernel kernel = nullptr;
    CUfunction function = nullptr;
    require(m_driver->cuLibraryGetKernel(&kernel, m_library, name), "cuLibraryGetKernel");
    require(m_driver->cuKernelGetFunction(&function, kernel), "cuKernelGetFunction");
    return function;
}

CUdeviceptr SimulatedGpu::allocate(std::size_t bytes) {
    CUdeviceptr pointer = 0;
    require(m_driver->cuMemAlloc(&pointer, bytes), "cuMemAlloc");
    return pointer;
}

CUresult SimulatedGpu::launch(
    CUstream stream, const char* kernel, unsigned blocks, unsigned threads,
    std::vector<void*> arguments) {
    CUlaunchConfig configuration{};
    configuration.gridDimX = blocks;
    configuration.gridDimY = configuration.gridDimZ = 1;
    configuration.blockDimX = threads;
    configuration.blockDimY = configuration.blockDimZ = 1;
    configuration.hStream = stream;
    return m_driver->cuLaunchKernelEx(&configuration, function(kernel), arguments.data(), nullptr);
}

CUresult SimulatedGpu::launchFma(CUstream stream, unsigned blocks, unsigned iterations) {
    CUdeviceptr sink = 0;
    float factor = 0.5F;
    float term = 1.0F;
    return launch(stream, "parterre_fma", blocks, 256, {&sink, &iterations, &factor, &term});
}

CUresult SimulatedGpu::launchCopy(
    CUstream stream, unsigned blocks, CUdeviceptr destination, CUdeviceptr source,
    std::size_t bytes) {
    unsigned long long vectors = bytes / 16;
    return launch(stream, "parterre_copy", blocks, 256, {&destination, &source, &vectors});
}

CUresult SimulatedGpu::launchCooperative(unsigned blocks) {
    auto* const kernel = function("parterre_smid");
    unsigned capacity = 132;
    unsigned long long spin = 1000;
    CUdeviceptr counters = allocate(capacity * sizeof(unsigned));
    std::vector<void*> arguments{&counters, &capacity, &spin};
    CUlaunchAttribute cooperative{};
    cooperative.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
    cooperative.value.cooperative = 1;
    CUlaunchConfig configuration{};
    configuration.gridDimX = blocks;
    configuration.gridDimY = configuration.gridDimZ = 1;
    configuration.blockDimX = 1024;
    configuration.blockDimY = configuration.blockDimZ = 1;
    configuration.attrs = &cooperative;
    configuration.numAttrs = 1;
    return m_driver->cuLaunchKernelEx(&configuration, kernel, arguments.data(), nullptr);
}

int SimulatedGpu::largestCluster(CUstream stream) {
    CUkernel kernel = nullptr;
    require(
        m_driver->cuLibraryGetKernel(&kernel, m_library, "parterre_smid"), "cuLibraryGetKernel");
    require(
        m_driver->cuKernelSetAttribute(
            CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1, kernel, 0),
        "cuKernelSetAttribute");
    CUlaunchConfig configuration{};
    configuration.gridDimX = 1024;
    configuration.gridDimY = configuration.gridDimZ = 1;
    configuration.blockDimX = 32;
    configuration.blockDimY = configuration.blockDimZ = 1;
    configuration.hStream = stream;
    int size = 0;
    require(
        m_driver->cuOccupancyMaxPotentialClusterSize(
            &size, function("parterre_smid"), &configuration),
        "cuOccupancyMaxPotentialClusterSize");
    return size;
}

int SimulatedGpu::activeClusters(CUstream stream, unsigned clusterSize) {
    CUlaunchAttribute cluster{};
    cluster.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    cluster.value.clusterDim = {clusterSize, 1, 1};
    CUlaunchConfig configuration{};
    configuration.gridDimX = 128 * clusterSize;
    configuration.gridDimY = configuration.gridDimZ = 1;
    configuration.blockDimX = 256;
    configuration.blockDimY = configuration.blockDimZ = 1;
    configuration.hStream = stream;
    configuration.attrs = &cluster;
    configuration.numAttrs = 1;
    int clusters = 0;
    require(
        m_driver->cuOccupancyMaxActiveClusters(
            &clusters, function("parterre_smid"), &configuration),
        "cuOccupancyMaxActiveClusters");
    return clusters;
}

double SimulatedGpu::rateOf(double bytes, const std::function<CUresult()>& step) {
    constexpr int steps = 20;
    auto* const start = createEvent();
    auto* const end = createEvent();
    require(m_driver->cuEventRecord(start, nullptr), "cuEventRecord");
    for (int i = 0; i < steps; ++i)
        require(step(), "step");
    require(m_driver->cuEventRecord(end, nullptr), "cuEventRecord");
    require(m_driver->cuEventSynchronize(end), "cuEventSynchronize");
    return steps * bytes / secondsBetween(start, end) / 1e9;
}

std::vector<int> SimulatedGpu::observedSmIds(CUstream stream) {
    unsigned capacity = 132;
    unsigned long long spin = 20000;
    CUdeviceptr counters = allocate(capacity * sizeof(unsigned));
    require(m_driver->cuMemsetD32Async(counters, 0, capacity, stream), "cuMemsetD32Async");
    require(
        launch(stream, "parterre_smid", 4096, 32, {&counters, &capacity, &spin}), "parterre_smid");
    std::vector<unsigned> onHost(capacity);
    require(
        m_driver->cuMemcpyDtoHAsync(onHost.data(), counters, capacity * sizeof(unsigned), stream),
        "cuMemcpyDtoHAsync");
    require(m_driver->cuStreamSynchronize(stream), "cuStreamSynchronize");
    require(m_driver->cuMemFree(counters), "cuMemFree");
    std::vector<int> ids;
    for (unsigned id = 0; id < capacity; ++id)
        if (onHost[id] > 0)
            ids.push_back(static_cast<int>(id));
    return ids;
}

std::vector<Json> recording(const char* file) {
    const std::string path = std::string(PARTERRE_TEST_DATA "/recordings/h200-driver-13.0/") + file;
    std::ifstream stream(path);
    if (!stream)
        throw std::runtime_error("no recording " + path);
    std::vector<Json> lines;
    std::string line;
    while (std::getline(stream, line))
        if (!line.empty())
            lines.push_back(parseJson(line, file));
    return lines;
}

} // namespace parterre::test
