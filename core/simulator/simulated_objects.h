// SPDX-License-Identifier: Apache-2.0
/// What is behind the handles of a simulated driver. Guarded by the driver's mutex.
#pragma once

#include "core/simulator/call_times.h"
#include "core/simulator/completion.h"
#include "core/simulator/device_profile.h"
#include "core/simulator/kernel_models.h"
#include "core/simulator/memory_effects.h"
#include "core/simulator/simulated_memory.h"
#include "core/simulator/sm_locality.h"
#include "core/simulator/sm_splitter.h"
#include "core/simulator/timing_model.h"

#include <memory>
#include <optional>
#include <vector>

namespace parterre {

struct SimulatedContext;

struct SimulatedDevice {
    SimulatedDevice(
        DeviceProfile description, int connections, SimulatedTime start, std::uint64_t seed)
        : profile(std::move(description))
        , splitter(profile)
        , locality(profile)
        , timing(profile, connections, seed, start)
        , callTimes(seed)
        , memory(static_cast<std::size_t>(profile.memoryBytes))
        , effects(memory) {}

    int ordinal = 0;
    DeviceProfile profile;
    SmSplitter splitter;
    SmLocality locality;
    TimingModel timing;
    CallTimes callTimes;
    SimulatedMemory memory;
    MemoryEffects effects;
    std::shared_ptr<SimulatedContext> primary;
    int primaryUsers = 0;
    /// What a kernel did wrong: from then on every call on the device answers this.
    abi::CUresult fault = abi::CUDA_SUCCESS;
    /// All streams, also those destroyed with work left.
    std::vector<std::weak_ptr<StreamQueue>> queues;
};

struct SimulatedStream {
    std::shared_ptr<SimulatedContext> context;
    std::shared_ptr<StreamQueue> queue;
    unsigned flags = 0;
    int priority = 0;
};

struct SimulatedContext {
    /// Gives it these SMs, `owned` being what the resources join to.
    void
    own(const SmSplitter::Part& owned, const std::vector<SmSplitter::Part>& resources,
        const SmSplitter& splitter) {
        part = owned;
        sms = owned.sms;
        largestCluster = splitter.largestCluster(resources);
        clusterDomains = splitter.clusterDomains(resources);
    }

    SimulatedDevice* device = nullptr;
    abi::CUcontext handle = nullptr;
    abi::CUgreenCtx green = nullptr; ///< null for the primary context
    unsigned long long id = 0;
    bool alive = true;
    SmMask sms;
    SmSplitter::Part part; ///< the same, with the units that clusters stay within
    unsigned reportedSmCount = 0;
    unsigned largestCluster = 0;          ///< in blocks
    std::vector<unsigned> clusterDomains; ///< SMs within which a cluster stays
    std::optional<abi::CUdevWorkqueueConfigResource> workqueue;
    QueueUse queueUse;
    std::shared_ptr<SimulatedStream> defaultStream;
    std::vector<std::weak_ptr<StreamQueue>> queues;
    /// Of these, the ones of streams that keep order with the default stream.
    std::vector<std::weak_ptr<StreamQueue>> blockingQueues;
};

struct SimulatedDescriptor {
    SimulatedDevice* device = nullptr;
    SmSplitter::Part part;                   ///< all resources joined
    std::vector<SmSplitter::Part> resources; ///< each by itself
    bool hasContextSms = false;              ///< of a context's resource
    unsigned reportedSmCount = 0;
    std::optional<abi::CUdevWorkqueueConfigResource> workqueue;
};

struct SimulatedEvent {
    SimulatedDevice* device = nullptr;
    bool timed = true;
    std::shared_ptr<Completion> latest; ///< null until recorded
};

struct SimulatedLibrary {
    std::vector<abi::CUkernel> kernels;
    std::vector<abi::CUfunction> functions;
};

struct SimulatedKernel {
    const KernelModel* model = nullptr;
    abi::CUkernel handle = nullptr;
    abi::CUfunction function = nullptr;
    std::weak_ptr<SimulatedLibrary> library;
    int maxDynamicSharedBytes = 0;
    bool nonPortableClusters = false;
};

} // namespace parterre
