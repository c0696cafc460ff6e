// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/launch_shape.h"
#include "core/cuda/stream.h"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace parterre {

class Library;

/// What the compiler made of a kernel, and what it is allowed.
struct KernelAttributes {
    int registers = 0;                ///< a thread
    int sharedBytes = 0;              ///< static shared memory a block
    int localBytes = 0;               ///< a thread
    int maxThreadsPerBlock = 0;       ///< as it was compiled, on this device
    int binaryVersion = 0;            ///< of the code in use: 90 for compute capability 9.0
    int maxDynamicSharedBytes = 0;    ///< see Kernel::allowDynamicSharedBytes()
    bool nonPortableClusters = false; ///< see Kernel::allowNonPortableClusters()
};

/// How much of a kernel runs at once in one partition. The same question put to the device has
/// another answer: what fits there need not fit here.
struct Occupancy {
    int blocksPerSm = 0; ///< that one SM runs at once; 0 where the block is too large for it
    int smCount = 0;     ///< of the partition, as the driver reports it (see Context::resources())
    int cooperativeBlocks = 0; ///< the largest cooperative grid: blocksPerSm x smCount
    /// In blocks; 1 where the device has no clusters. Above 8 only once
    /// Kernel::allowNonPortableClusters() was called.
    int largestCluster = 1;
    /// Clusters of the shape's size that run at once; without one, blocks.
    int activeClusters = 0;
};

/// A __global__ function of a loaded library. A cheap value that keeps the library alive.
class Kernel {
public:
    abi::CUkernel handle() const { return m_handle; }             ///< valid as long as this lives
    const std::string& name() const { return m_signature->name; } ///< as asked from the library
    /// The sizes of its parameters in bytes, in order. Empty also where the driver does not tell
    /// (before 12.4).
    const std::vector<std::size_t>& parameterSizes() const { return m_signature->parameterSizes; }

    /// In the units of CUfunction_attribute. Throws CudaError.
    int attribute(abi::CUfunction_attribute attribute) const;
    KernelAttributes attributes() const; ///< the usual ones; throws CudaError
    /// Lets launches ask for so many bytes of dynamic shared memory a block: beyond 48 KiB a kernel
    /// has to opt in. For all contexts of the device.
    void allowDynamicSharedBytes(int bytes) const;
    /// Lets clusters be larger than the 8 blocks that every GPU with clusters can run. For all
    /// contexts of the device.
    void allowNonPortableClusters() const;

    /// How many blocks of that size one SM of the context runs at once.
    int maxActiveBlocksPerSm(
        const Context& context, unsigned blockThreads, std::size_t sharedBytes = 0) const;
    /// Asked in the stream's context, so for its partition. The grid does not matter, but must be a
    /// multiple of the cluster.
    Occupancy occupancy(const Stream& stream, const LaunchShape& shape) const;

    /// Queues one run. The arguments' number and sizes must be those of the kernel's parameters:
    /// they are passed by address, nobody converts them. That is checked before the driver is asked
    /// (from 12.4 on, which tells the sizes). Throws InputError, naming the argument and both
    /// sizes, or the part of the shape that is wrong; CudaError with a hint that says what would
    /// fit into this partition.
    template <typename... Arguments>
    void launch(const Stream& stream, const LaunchShape& shape, Arguments... arguments) const {
        static_assert((std::is_trivially_copyable_v<Arguments> && ...));
        const std::array<Argument, sizeof...(Arguments)> passed{
            Argument{static_cast<void*>(&arguments), sizeof arguments}...};
        launchWith(stream, shape, passed);
    }

private:
    friend class Library;
    struct Argument {
        void* address;
        std::size_t bytes;
    };
    struct Signature {
        std::string name;
        bool isKnown = false; ///< whether the driver told the sizes
        std::vector<std::size_t> parameterSizes;
    };
    /// Asks for the parameters; see Library::kernel().
    Kernel(
        std::shared_ptr<const Library> library, abi::CUkernel handle, std::string name,
        std::optional<std::size_t> parameterCount);

    void launchWith(
        const Stream& stream, const LaunchShape& shape, std::span<const Argument> arguments) const;
    void checkArguments(std::span<const Argument> arguments) const;
    void setAttribute(abi::CUfunction_attribute attribute, int value) const;
    /// The kernel as the current context has it.
    abi::CUfunction function(Driver& driver) const;
    /// Why this shape is too much for the stream's partition; empty if that is not the reason.
    std::string whyTooMuch(const Stream& stream, const LaunchShape& shape) const;

    std::shared_ptr<const Library> m_library;
    abi::CUkernel m_handle;
    std::shared_ptr<const Signature> m_signature;
};

} // namespace parterre
