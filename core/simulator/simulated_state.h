// SPDX-License-Identifier: Apache-2.0
/// The insides of SimulatedDriver, shared by the files that implement it.
#pragma once

#include "core/simulator/handle_table.h"
#include "core/simulator/sealed_resource.h"
#include "core/simulator/simulated_driver.h"
#include "core/simulator/simulated_objects.h"
#include "core/simulator/timeline.h"

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace parterre {

struct SimulatedDriver::State {
    /// Guards all that follows, the devices' timing and memory included.
    mutable std::mutex mutex;

    std::shared_ptr<SimulationClock> clock;
    std::optional<Timeline> timeline; ///< made with the clock
    int driverVersion = 0;
    int connections = 0;
    std::uint64_t number = 0; ///< of this driver object, for the threads' current contexts
    ResourceSealer sealer{0};
    bool initialised = false;
    unsigned long long contextCount = 0;

    std::vector<std::unique_ptr<SimulatedDevice>> devices;
    HandleTable<abi::CUcontext, SimulatedContext> contexts;
    HandleTable<abi::CUgreenCtx, SimulatedContext> greenContexts;
    HandleTable<abi::CUdevResourceDesc, SimulatedDescriptor> descriptors;
    HandleTable<abi::CUstream, SimulatedStream> streams;
    HandleTable<abi::CUevent, SimulatedEvent> events;
    HandleTable<abi::CUlibrary, SimulatedLibrary> libraries;
    HandleTable<abi::CUkernel, SimulatedKernel> kernels;
    HandleTable<abi::CUfunction, SimulatedKernel> functions;

    /// Null when there is no such device.
    SimulatedDevice* device(abi::CUdevice ordinal) const;

    /// The calling thread's current context, or why there is none that can be used.
    struct Current {
        std::shared_ptr<SimulatedContext> context;
        abi::CUresult error = abi::CUDA_SUCCESS;
    };
    Current current() const;

    /// A usable stream: the one of this handle, or the current context's default stream for null
    /// and CU_STREAM_LEGACY.
    struct StreamFound {
        std::shared_ptr<SimulatedStream> stream;
        abi::CUresult error = abi::CUDA_SUCCESS;
    };
    StreamFound stream(abi::CUstream handle) const;

    /// The resource of a device, or of one of its contexts if not null.
    abi::CUresult resourceOf(
        const SimulatedDevice& device, const SimulatedContext* context, abi::CUdevResourceType type,
        abi::CUdevResource& resource) const;

    /// Adds one resource to a descriptor.
    abi::CUresult
    describe(SimulatedDescriptor& described, const abi::CUdevResource& resource) const;

    /// The primary context, made if nobody has it yet. A green context retains it too.
    std::shared_ptr<SimulatedContext> retainPrimary(SimulatedDevice& device);
    static void releasePrimary(SimulatedDevice& device);

    std::shared_ptr<SimulatedContext> makeContext(SimulatedDevice& device);
    std::shared_ptr<SimulatedStream>
    makeStream(const std::shared_ptr<SimulatedContext>& context, unsigned flags, int priority);
    /// Ends a context: its streams' work is given up, its handles answer
    /// CUDA_ERROR_CONTEXT_IS_DESTROYED from then on.
    static void endContext(SimulatedContext& context);

    /// Appends to a stream, in order with the context's default stream.
    static void submit(const SimulatedStream& stream, Operation operation);
    using Queues = std::vector<std::weak_ptr<StreamQueue>>;
    /// What synchronising with a stream waits for: for the default stream, the context's blocking
    /// streams too.
    static Queues queuesOf(const SimulatedStream& stream);
    static bool isBusy(const Queues& queues);

    /// Sleeps until all that is queued now in these streams is done.
    abi::CUresult
    drain(std::unique_lock<std::mutex>& lock, SimulatedDevice& device, const Queues& queues);
};

/// CU_STREAM_LEGACY, which is a macro in cuda.h.
inline const auto legacyStreamHandle =
    reinterpret_cast<abi::CUstream>(1); // NOLINT(performance-no-int-to-ptr)

inline constexpr int leastPriority = 0;
inline constexpr int greatestPriority = -5;

} // namespace parterre
