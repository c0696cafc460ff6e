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

/// All that a simulated driver knows, behind one mutex.
struct SimulatedDriver::State {
    /// Guards all that follows, the devices' timing and memory included.
    mutable std::mutex mutex;

    std::shared_ptr<SimulationClock> clock; ///< not null
    std::optional<Timeline> timeline;       ///< made with the clock
    int driverVersion = 0;                  ///< as cuDriverGetVersion counts
    int connections = 0;                    ///< CUDA_DEVICE_MAX_CONNECTIONS, 1 to 32
    std::uint64_t number = 0; ///< of this driver object, for the threads' current contexts
    ResourceSealer sealer{0}; ///< with this driver object's secret
    bool initialised = false; ///< by cuInit
    unsigned long long contextCount = 0; ///< made so far, primary ones included

    std::vector<std::unique_ptr<SimulatedDevice>> devices; ///< by ordinal
    /// Green ones, too; dead ones until the driver ends.
    HandleTable<abi::CUcontext, SimulatedContext> contexts;
    HandleTable<abi::CUgreenCtx, SimulatedContext> greenContexts; ///< alive ones only
    /// All that were generated.
    HandleTable<abi::CUdevResourceDesc, SimulatedDescriptor> descriptors;
    HandleTable<abi::CUstream, SimulatedStream> streams;     ///< without default streams
    HandleTable<abi::CUevent, SimulatedEvent> events;        ///< not destroyed
    HandleTable<abi::CUlibrary, SimulatedLibrary> libraries; ///< not unloaded
    HandleTable<abi::CUkernel, SimulatedKernel> kernels;     ///< of these libraries
    /// The same kernels, by their other handle.
    HandleTable<abi::CUfunction, SimulatedKernel> functions;

    /// Null when there is no such device.
    SimulatedDevice* device(abi::CUdevice ordinal) const;

    /// The calling thread's current context, or why there is none that can be used.
    struct Current {
        std::shared_ptr<SimulatedContext> context; ///< null: see `error`
        abi::CUresult error = abi::CUDA_SUCCESS;   ///< CUDA_SUCCESS where there is one
    };
    /// Refused by the device's fault, too.
    Current current() const;

    /// A usable stream: the one of this handle, or the current context's default stream for null
    /// and CU_STREAM_LEGACY.
    struct StreamFound {
        std::shared_ptr<SimulatedStream> stream; ///< null: see `error`
        abi::CUresult error = abi::CUDA_SUCCESS; ///< CUDA_SUCCESS where there is one
    };
    /// Refused by its context's end and its device's fault.
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
    /// Undoes one retainPrimary(). The last one ends the context, frees the memory and forgets a
    /// fault.
    static void releasePrimary(SimulatedDevice& device);

    /// A context without SMs, with its default stream.
    std::shared_ptr<SimulatedContext> makeContext(SimulatedDevice& device);
    std::shared_ptr<SimulatedStream>
    /// Known to its context and device, but under no handle.
    makeStream(const std::shared_ptr<SimulatedContext>& context, unsigned flags, int priority);
    /// Ends a context: its streams' work is given up, its handles answer
    /// CUDA_ERROR_CONTEXT_IS_DESTROYED from then on.
    static void endContext(SimulatedContext& context);

    /// Appends to a stream, in order with the context's default stream.
    static void submit(const SimulatedStream& stream, Operation operation);
    /// Those of streams that are gone are passed over.
    using Queues = std::vector<std::weak_ptr<StreamQueue>>;
    /// What synchronising with a stream waits for: for the default stream, the context's blocking
    /// streams too.
    static Queues queuesOf(const SimulatedStream& stream);
    static bool isBusy(const Queues& queues); ///< whether any of them has something left to do

    /// Sleeps until all that is queued now in these streams is done.
    abi::CUresult
    drain(std::unique_lock<std::mutex>& lock, SimulatedDevice& device, const Queues& queues);
};

/// CU_STREAM_LEGACY, which is a macro in cuda.h.
inline const auto legacyStreamHandle =
    reinterpret_cast<abi::CUstream>(1); // NOLINT(performance-no-int-to-ptr)

inline constexpr int leastPriority = 0;     ///< of streams, as an H200 has it
inline constexpr int greatestPriority = -5; ///< the most urgent one

} // namespace parterre
