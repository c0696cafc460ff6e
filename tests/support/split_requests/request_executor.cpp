// SPDX-License-Identifier: Apache-2.0
#include "tests/support/split_requests/request_executor.h"

#include "core/cuda/context.h"
#include "core/cuda/embedded_kernels.h"
#include "core/cuda/errors.h"
#include "core/driver/result.h"
#include "core/model/id_ranges.h"

#include <algorithm>
#include <map>
#include <optional>

namespace parterre::test {

using namespace abi;

namespace {

constexpr const char* probeKernel = "parterre_smid";
constexpr unsigned idCapacity = 1024;
constexpr unsigned probeBlocksPerSm = 32;
constexpr unsigned probeThreads = 32;
constexpr unsigned long long spinNanoseconds = 50'000;
constexpr unsigned clusterThreads = 256;

Json nameOf(CUresult result) {
    return std::string(resultName(result));
}

CUlaunchConfig launchOf(CUstream stream, unsigned blocks, unsigned threads) {
    CUlaunchConfig configuration{};
    configuration.gridDimX = blocks;
    configuration.gridDimY = configuration.gridDimZ = 1;
    configuration.blockDimX = threads;
    configuration.blockDimY = configuration.blockDimZ = 1;
    configuration.hStream = stream;
    return configuration;
}

} // namespace

/// The steps of one request, and what they have made so far.
class RequestExecutor::Run {
public:
    Run(const Device& device, const Library& library)
        : m_device(device)
        , m_driver(*device.driver())
        , m_kernel(library.kernel(probeKernel).handle()) {}
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;
    ~Run() {
        for (CUgreenCtx const context : m_contexts)
            m_driver.cuGreenCtxDestroy(context);
    }

    Json take(const SplitStep& step) {
        const std::size_t number = m_stepCount++;
        const auto input = find(step.input);
        if (!input)
            return skipped();
        std::vector<CUdevResource> groups(std::max(step.capacity, 1U));
        CUdevResource remainder{};
        unsigned count = step.capacity;
        const CUresult result = m_driver.cuDevSmResourceSplitByCount(
            step.dryRun ? nullptr : groups.data(), &count, &*input,
            step.wantsRemainder ? &remainder : nullptr, step.flags, step.minCount);
        Json answer{{"result", nameOf(result)}, {"group_count", count}};
        if (result != CUDA_SUCCESS || step.dryRun)
            return answer;
        groups.resize(std::min<std::size_t>(count, groups.size()));
        Json sizes = Json::array();
        for (const CUdevResource& group : groups)
            sizes.push_back(group.sm.smCount);
        answer["groups"] = sizes;
        if (step.wantsRemainder) {
            answer["remainder"] = remainder.sm.smCount;
            answer["remainder_type"] = static_cast<int>(remainder.type);
            m_remainders[number] = remainder;
        }
        m_groups[number] = groups;
        return answer;
    }

    Json take(const ContextStep& step) {
        const std::size_t number = m_stepCount++;
        std::vector<CUdevResource> resources;
        for (const ResourceName& name : step.resources) {
            const auto found = find(name);
            if (!found)
                return skipped();
            resources.push_back(*found);
        }
        CUdevResourceDesc descriptor = nullptr;
        const CUresult described = m_driver.cuDevResourceGenerateDesc(
            &descriptor, resources.data(), static_cast<unsigned>(resources.size()));
        Json answer{{"descriptor", nameOf(described)}};
        if (described != CUDA_SUCCESS)
            return answer;
        CUgreenCtx context = nullptr;
        const CUresult created = m_driver.cuGreenCtxCreate(
            &context, descriptor, m_device.handle(), CU_GREEN_CTX_DEFAULT_STREAM);
        answer["create"] = nameOf(created);
        if (created != CUDA_SUCCESS)
            return answer;
        m_contexts.push_back(context);
        CUdevResource resource{};
        check(
            m_driver.cuGreenCtxGetDevResource(context, &resource, CU_DEV_RESOURCE_TYPE_SM),
            DriverFunction::cuGreenCtxGetDevResource);
        m_contextResources[number] = resource;
        answer["sm"] = resource.sm.smCount;
        answer["min"] = resource.sm.minSmPartitionSize;
        answer["align"] = resource.sm.smCoscheduledAlignment;
        look(context, resource.sm.smCount, answer);
        return answer;
    }

private:
    static Json skipped() { return {{"skipped", true}}; }

    std::optional<CUdevResource> find(const ResourceName& name) const {
        switch (name.kind) {
        case ResourceName::Kind::device: {
            CUdevResource resource{};
            check(
                m_driver.cuDeviceGetDevResource(
                    m_device.handle(), &resource, CU_DEV_RESOURCE_TYPE_SM),
                DriverFunction::cuDeviceGetDevResource);
            return resource;
        }
        case ResourceName::Kind::context:
            if (const auto found = m_contextResources.find(name.step);
                found != m_contextResources.end())
                return found->second;
            break;
        case ResourceName::Kind::group:
            if (const auto found = m_groups.find(name.step);
                found != m_groups.end() && !found->second.empty())
                return found->second[name.group % found->second.size()];
            break;
        case ResourceName::Kind::remainder:
            if (const auto found = m_remainders.find(name.step); found != m_remainders.end())
                return found->second;
            break;
        }
        return {};
    }

    /// What can only be seen from inside: SM ids and clusters.
    void look(CUgreenCtx green, unsigned smCount, Json& answer) {
        CUcontext context = nullptr;
        CUstream stream = nullptr;
        CUfunction function = nullptr;
        check(m_driver.cuCtxFromGreenCtx(&context, green), DriverFunction::cuCtxFromGreenCtx);
        check(m_driver.cuCtxSetCurrent(context), DriverFunction::cuCtxSetCurrent);
        check(
            m_driver.cuGreenCtxStreamCreate(&stream, green, CU_STREAM_NON_BLOCKING, 0),
            DriverFunction::cuGreenCtxStreamCreate);
        check(
            m_driver.cuKernelGetFunction(&function, m_kernel), DriverFunction::cuKernelGetFunction);
        answer["sm_ids"] = rangesOf(smIds(stream, function, smCount), " ");

        CUlaunchConfig configuration = launchOf(stream, 1024, clusterThreads);
        int largest = 0;
        const CUresult asked =
            m_driver.cuOccupancyMaxPotentialClusterSize(&largest, function, &configuration);
        answer["largest_cluster"] = asked == CUDA_SUCCESS ? Json(largest) : nameOf(asked);
        Json active = Json::array();
        for (const unsigned size : clusterSizes)
            active.push_back(activeClusters(stream, function, size));
        answer["active_clusters"] = active;

        check(m_driver.cuStreamDestroy(stream), DriverFunction::cuStreamDestroy);
        check(m_driver.cuCtxSetCurrent(nullptr), DriverFunction::cuCtxSetCurrent);
    }

    Json activeClusters(CUstream stream, CUfunction function, unsigned size) {
        CUlaunchAttribute cluster{};
        cluster.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
        cluster.value.clusterDim = {size, 1, 1};
        CUlaunchConfig configuration = launchOf(stream, 1024 * size, clusterThreads);
        configuration.attrs = &cluster;
        configuration.numAttrs = 1;
        int clusters = 0;
        const CUresult asked =
            m_driver.cuOccupancyMaxActiveClusters(&clusters, function, &configuration);
        return asked == CUDA_SUCCESS ? Json(clusters) : nameOf(asked);
    }

    /// As observeSmIds(), for a context that was made by the driver's own calls.
    std::vector<int> smIds(CUstream stream, CUfunction function, unsigned smCount) {
        CUdeviceptr counts = 0;
        check(
            m_driver.cuMemAlloc(&counts, idCapacity * sizeof(unsigned)),
            DriverFunction::cuMemAlloc);
        check(
            m_driver.cuMemsetD32Async(counts, 0, idCapacity, stream),
            DriverFunction::cuMemsetD32Async);
        unsigned capacity = idCapacity;
        unsigned long long spin = spinNanoseconds;
        std::array<void*, 3> arguments{&counts, &capacity, &spin};
        const CUlaunchConfig configuration =
            launchOf(stream, smCount * probeBlocksPerSm, probeThreads);
        std::vector<unsigned> seen(idCapacity);
        std::vector<int> ids;
        constexpr int quietRounds = 2;
        for (int quiet = 0; quiet < quietRounds;) {
            check(
                m_driver.cuLaunchKernelEx(&configuration, function, arguments.data(), nullptr),
                DriverFunction::cuLaunchKernelEx);
            check(
                m_driver.cuMemcpyDtoHAsync(
                    seen.data(), counts, idCapacity * sizeof(unsigned), stream),
                DriverFunction::cuMemcpyDtoHAsync);
            check(m_driver.cuStreamSynchronize(stream), DriverFunction::cuStreamSynchronize);
            std::vector<int> now;
            for (unsigned id = 0; id < idCapacity; ++id)
                if (seen[id] > 0)
                    now.push_back(static_cast<int>(id));
            quiet = now == ids ? quiet + 1 : 0;
            ids = std::move(now);
        }
        check(m_driver.cuMemFree(counts), DriverFunction::cuMemFree);
        return ids;
    }

    const Device& m_device;
    Driver& m_driver;
    CUkernel m_kernel;
    std::size_t m_stepCount = 0;
    std::map<std::size_t, std::vector<CUdevResource>> m_groups;
    std::map<std::size_t, CUdevResource> m_remainders;
    std::map<std::size_t, CUdevResource> m_contextResources;
    std::vector<CUgreenCtx> m_contexts;
};

RequestExecutor::RequestExecutor(const Device& device)
    : m_device(device)
    , m_library(loadEmbeddedKernels(device.primaryContext())) {
    check(
        m_device.driver()->cuKernelSetAttribute(
            CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1,
            m_library->kernel(probeKernel).handle(), m_device.handle()),
        DriverFunction::cuKernelSetAttribute);
}

Json RequestExecutor::answer(const SplitRequest& request) const {
    Run run(m_device, *m_library);
    Json answers = Json::array();
    for (const RequestStep& step : request.steps)
        answers.push_back(std::visit([&](const auto& known) { return run.take(known); }, step));
    return answers;
}

} // namespace parterre::test
