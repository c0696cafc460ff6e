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

/// One of a driver's GPUs, with all that happens on it. Guarded by the driver's mutex, as the
/// others here.
struct SimulatedDevice {
    /// `connections`: CUDA_DEVICE_MAX_CONNECTIONS. `start`: what the clock shows.
    SimulatedDevice(
        DeviceProfile description, int connections, SimulatedTime start, std::uint64_t seed)
        : profile(std::move(description))
        , splitter(profile)
        , locality(profile)
        , timing(profile, connections, seed, start)
        , callTimes(seed)
        , memory(static_cast<std::size_t>(profile.memoryBytes))
        , effects(memory) {}

    int ordinal = 0;                           ///< its CUdevice
    DeviceProfile profile;                     ///< what it is
    SmSplitter splitter;                       ///< who gets which SMs
    SmLocality locality;                       ///< which SMs lie in which domain
    TimingModel timing;                        ///< when things happen
    CallTimes callTimes;                       ///< what launching and waiting cost the host
    SimulatedMemory memory;                    ///< what is allocated
    MemoryEffects effects;                     ///< what is in it
    std::shared_ptr<SimulatedContext> primary; ///< null while nobody retains it
    int primaryUsers = 0; ///< retained so many times, once by each green context
    /// What a kernel did wrong: from then on every call on the device answers this.
    abi::CUresult fault = abi::CUDA_SUCCESS;
    /// All streams, also those destroyed with work left.
    std::vector<std::weak_ptr<StreamQueue>> queues;
};

/// Behind a CUstream.
struct SimulatedStream {
    /// The one it was made in; its default stream is dropped when that ends.
    std::shared_ptr<SimulatedContext> context;
    std::shared_ptr<StreamQueue> queue; ///< what was submitted and is not done
    unsigned flags = 0;                 ///< CU_STREAM_…
    int priority = 0;                   ///< after clamping, from greatestPriority to leastPriority
};

/// Behind a CUcontext, and for a partition behind its CUgreenCtx, too.
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

    SimulatedDevice* device = nullptr; ///< outlives it
    abi::CUcontext handle = nullptr;   ///< in State::contexts
    abi::CUgreenCtx green = nullptr;   ///< null for the primary context
    /// As cuGreenCtxGetId tells it; no other context of the driver object has or had it.
    unsigned long long id = 0;
    bool alive = true;            ///< until it is destroyed; its handles are known for longer
    SmMask sms;                   ///< where its kernels may run
    SmSplitter::Part part;        ///< the same, with the units that clusters stay within
    unsigned reportedSmCount = 0; ///< of overlapping resources their sum
    unsigned largestCluster = 0;  ///< in blocks
    std::vector<unsigned> clusterDomains; ///< SMs within which a cluster stays
    /// What it was made with; empty: none.
    std::optional<abi::CUdevWorkqueueConfigResource> workqueue;
    QueueUse queueUse;                              ///< what came of that
    std::shared_ptr<SimulatedStream> defaultStream; ///< null once it has ended
    std::vector<std::weak_ptr<StreamQueue>> queues; ///< of all its streams
    /// Of these, the ones of streams that keep order with the default stream.
    std::vector<std::weak_ptr<StreamQueue>> blockingQueues;
};

/// Behind a CUdevResourceDesc. Never freed, as the driver has no call for it.
struct SimulatedDescriptor {
    SimulatedDevice* device = nullptr;       ///< that all resources are of
    SmSplitter::Part part;                   ///< all resources joined
    std::vector<SmSplitter::Part> resources; ///< each by itself
    bool hasContextSms = false;              ///< of a context's resource
    unsigned reportedSmCount = 0;            ///< what the context is to report
    /// Of its configuration; empty: none.
    std::optional<abi::CUdevWorkqueueConfigResource> workqueue;
};

/// Behind a CUevent.
struct SimulatedEvent {
    SimulatedDevice* device = nullptr;  ///< of the context it was made in
    bool timed = true;                  ///< made without CU_EVENT_DISABLE_TIMING
    std::shared_ptr<Completion> latest; ///< null until recorded
};

/// Behind a CUlibrary: what has to go with it.
struct SimulatedLibrary {
    std::vector<abi::CUkernel> kernels; ///< that were asked for, each once
};

/// Behind a CUkernel, and a CUfunction.
struct SimulatedKernel {
    const KernelModel* model = nullptr; ///< what the kernel is; static
    abi::CUfunction function = nullptr; ///< its other handle, in State::functions
    int maxDynamicSharedBytes = 0;      ///< of a block; can be set
    bool nonPortableClusters = false;   ///< whether more than 8 blocks are allowed; can be set
};

} // namespace parterre
