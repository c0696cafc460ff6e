// SPDX-License-Identifier: Apache-2.0
// SimulatedDriver: libraries, kernels, launches and occupancy.
#include "core/simulator/launch_limits.h"
#include "core/simulator/simulated_call.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace parterre {

using namespace abi;

namespace {

/// For each GPC that has room for such a cluster, the SMs of the context in it.
std::vector<std::vector<int>>
clusterHomes(const SimulatedContext& context, unsigned clusterBlocks) {
    std::vector<std::vector<int>> homes;
    for (const auto& gpc : context.device->profile.gpcs) {
        std::vector<int> home;
        for (const auto& tpc : gpc)
            for (const int smId : tpc)
                if (context.sms.test(static_cast<std::size_t>(smId)))
                    home.push_back(smId);
        if (home.size() >= clusterBlocks)
            homes.push_back(std::move(home));
    }
    return homes;
}

Load loadOf(const SimulatedStream& stream, const KernelLaunch& launch, const KernelWork& work) {
    constexpr unsigned long long mostWaves = 1U << 20U;
    const auto sms = static_cast<unsigned long long>(launch.smIds.size());
    const auto blocksPerSm = static_cast<unsigned long long>(launch.blocksPerSm);
    const auto wholeSms = [&](unsigned long long blocks) { return (blocks + sms - 1) / sms; };
    Load load;
    load.sms = stream.context->sms;
    load.blocks = static_cast<int>(std::min<unsigned long long>(launch.blocks, maxSimulatedSms));
    load.waves = static_cast<int>(
        std::min((wholeSms(launch.blocks) + blocksPerSm - 1) / blocksPerSm, mostWaves));
    load.priority = stream.priority;
    load.queues = stream.context->queueUse;
    load.flops = work.flops;
    load.bytes = work.bytes;
    load.inFlight = work.bytesInFlight * static_cast<double>(launch.threadsPerBlock) *
                    static_cast<double>(std::min(wholeSms(launch.blocks), blocksPerSm));
    load.seconds = work.seconds;
    return load;
}

} // namespace

CUresult SimulatedDriver::cuLibraryLoadData(
    CUlibrary* library, const void* /*code*/, CUjit_option* /*jitOptions*/,
    void** /*jitOptionValues*/, unsigned int /*jitOptionCount*/, CUlibraryOption* /*options*/,
    void** /*optionValues*/, unsigned int /*optionCount*/) {
    Call call(*m_state, DriverFunction::cuLibraryLoadData);
    // Whatever the image: kernels are known by name, and a build without CUDA has no image.
    call.needs(library != nullptr);
    if (call.refused())
        return call.refusal();
    *library = m_state->libraries.add(std::make_shared<SimulatedLibrary>());
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuLibraryUnload(CUlibrary library) {
    Call call(*m_state, DriverFunction::cuLibraryUnload);
    const auto found = call.find(m_state->libraries, library);
    if (call.refused())
        return call.refusal();
    for (auto* const kernel : found->kernels) {
        m_state->functions.remove(m_state->kernels.find(kernel)->function);
        m_state->kernels.remove(kernel);
    }
    m_state->libraries.remove(library);
    return CUDA_SUCCESS;
}

CUresult
SimulatedDriver::cuLibraryGetKernel(CUkernel* kernel, CUlibrary library, const char* name) {
    Call call(*m_state, DriverFunction::cuLibraryGetKernel);
    call.needs(kernel != nullptr && name != nullptr);
    const auto found = call.find(m_state->libraries, library);
    if (call.refused())
        return call.refusal();
    for (auto* const made : found->kernels) {
        if (m_state->kernels.find(made)->model->name == name) {
            *kernel = made;
            return CUDA_SUCCESS;
        }
    }
    for (const KernelModel& model : kernelModels()) {
        if (model.name != name)
            continue;
        auto made = std::make_shared<SimulatedKernel>();
        made->model = &model;
        made->function = m_state->functions.add(made);
        *kernel = m_state->kernels.add(std::move(made));
        found->kernels.push_back(*kernel);
        return CUDA_SUCCESS;
    }
    return CUDA_ERROR_NOT_FOUND;
}

CUresult SimulatedDriver::cuKernelGetFunction(CUfunction* function, CUkernel kernel) {
    Call call(*m_state, DriverFunction::cuKernelGetFunction);
    call.needs(function != nullptr);
    call.currentContext();
    const auto found = call.find(m_state->kernels, kernel);
    if (call.refused())
        return call.refusal();
    *function = found->function;
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuKernelGetAttribute(
    int* value, CUfunction_attribute attribute, CUkernel kernel, CUdevice device) {
    Call call(*m_state, DriverFunction::cuKernelGetAttribute);
    call.needs(value != nullptr);
    const SimulatedDevice* const owner = call.device(device);
    const auto found = call.find(m_state->kernels, kernel);
    if (call.refused())
        return call.refusal();
    const KernelModel& model = *found->model;
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
        *value = model.maxThreadsPerBlock;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
        *value = model.staticSharedBytes;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
        *value = 0;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
        *value = model.registers;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
        *value = owner->profile.attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) * 10 +
                 owner->profile.attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        *value = found->maxDynamicSharedBytes;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
        *value = found->nonPortableClusters ? 1 : 0;
        return CUDA_SUCCESS;
    }
    return CUDA_ERROR_INVALID_VALUE;
}

CUresult SimulatedDriver::cuKernelSetAttribute(
    CUfunction_attribute attribute, int value, CUkernel kernel, CUdevice device) {
    Call call(*m_state, DriverFunction::cuKernelSetAttribute);
    const SimulatedDevice* const owner = call.device(device);
    const auto found = call.find(m_state->kernels, kernel);
    if (call.refused())
        return call.refusal();
    if (attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) {
        const int most =
            owner->profile.attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN) -
            found->model->staticSharedBytes;
        if (value < 0 || value > most)
            return CUDA_ERROR_INVALID_VALUE;
        found->maxDynamicSharedBytes = value;
        return CUDA_SUCCESS;
    }
    if (attribute == CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED) {
        found->nonPortableClusters = value != 0;
        return CUDA_SUCCESS;
    }
    return CUDA_ERROR_INVALID_VALUE;
}

CUresult SimulatedDriver::cuKernelGetParamInfo(
    CUkernel kernel, std::size_t index, std::size_t* offset, std::size_t* size) {
    const Call call(*m_state, DriverFunction::cuKernelGetParamInfo);
    if (call.refusal() != CUDA_SUCCESS)
        return call.refusal();
    const auto found = m_state->kernels.find(kernel);
    if (!found)
        return CUDA_ERROR_INVALID_HANDLE;
    if (offset == nullptr || index >= found->model->parameterCount())
        return CUDA_ERROR_INVALID_VALUE;
    *offset = found->model->parameterOffset(index);
    if (size != nullptr)
        *size = found->model->parameterBytes[index];
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuLaunchKernelEx(
    const CUlaunchConfig* configuration, CUfunction function, void** parameters, void** extra) {
    Call call(*m_state, DriverFunction::cuLaunchKernelEx);
    call.needs(configuration != nullptr && extra == nullptr);
    const auto kernel = call.find(m_state->functions, function);
    const auto stream = call.refused() ? nullptr : call.stream(configuration->hStream);
    if (call.refused())
        return call.refusal();
    if (parameters == nullptr || std::any_of(
                                     parameters, parameters + kernel->model->parameterCount(),
                                     [](const void* parameter) { return parameter == nullptr; }))
        return CUDA_ERROR_INVALID_VALUE;
    const SimulatedContext& context = *stream->context;
    SimulatedDevice& device = *context.device;
    const LaunchLimits limits(context, *kernel);
    if (const CUresult refused = limits.check(*configuration); refused != CUDA_SUCCESS)
        return refused;

    KernelLaunch launch;
    launch.blocks = LaunchLimits::blocksOf(*configuration);
    launch.threadsPerBlock = LaunchLimits::threadsOf(*configuration);
    launch.blocksPerSm = std::max(
        1, limits.blocksPerSm(
               static_cast<int>(launch.threadsPerBlock), configuration->sharedMemBytes));
    launch.arguments = parameters;
    launch.smIds = parterre::smIdsOf(context.sms);
    launch.clusterBlocks = static_cast<unsigned>(LaunchLimits::clusterOf(*configuration));
    if (launch.clusterBlocks > 1)
        launch.clusterHomes = clusterHomes(context, launch.clusterBlocks);
    KernelWork work = kernel->model->work(launch);

    Operation operation;
    operation.load = loadOf(*stream, launch, work);
    if (const CUresult fault = limits.faultOf(work); fault != CUDA_SUCCESS)
        operation.effect = [&device, fault] { device.fault = fault; };
    else if (work.effect.writes.bytes > 0)
        operation.effect = [&device, effect = std::move(work.effect)] {
            device.effects.add(effect);
        };
    m_state->submit(*stream, std::move(operation));
    call.finish(device.callTimes.next(device.profile.costs.launch));
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuOccupancyMaxActiveBlocksPerMultiprocessor(
    int* blocks, CUfunction function, int blockSize, std::size_t dynamicSharedBytes) {
    Call call(*m_state, DriverFunction::cuOccupancyMaxActiveBlocksPerMultiprocessor);
    call.needs(blocks != nullptr && blockSize > 0);
    const auto kernel = call.find(m_state->functions, function);
    const auto current = call.currentContext();
    if (call.refused())
        return call.refusal();
    const LaunchLimits limits(*current, *kernel);
    *blocks = limits.blocksPerSm(blockSize, dynamicSharedBytes);
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuOccupancyMaxPotentialClusterSize(
    int* clusterSize, CUfunction function, const CUlaunchConfig* configuration) {
    Call call(*m_state, DriverFunction::cuOccupancyMaxPotentialClusterSize);
    call.needs(clusterSize != nullptr && configuration != nullptr);
    const auto kernel = call.find(m_state->functions, function);
    const auto stream = call.refused() ? nullptr : call.stream(configuration->hStream);
    if (call.refused())
        return call.refusal();
    *clusterSize = LaunchLimits(*stream->context, *kernel).largestCluster();
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuOccupancyMaxActiveClusters(
    int* clusters, CUfunction function, const CUlaunchConfig* configuration) {
    Call call(*m_state, DriverFunction::cuOccupancyMaxActiveClusters);
    call.needs(clusters != nullptr && configuration != nullptr);
    const auto kernel = call.find(m_state->functions, function);
    const auto stream = call.refused() ? nullptr : call.stream(configuration->hStream);
    if (call.refused())
        return call.refusal();
    const LaunchLimits limits(*stream->context, *kernel);
    if (LaunchLimits::clusterOf(*configuration) == 0)
        return CUDA_ERROR_INVALID_CLUSTER_SIZE;
    *clusters = limits.activeClusters(*configuration);
    return CUDA_SUCCESS;
}

} // namespace parterre
