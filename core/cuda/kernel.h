// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/stream.h"

#include <array>
#include <cstddef>
#include <memory>

namespace parterre {

class Library;

/// How a kernel is started: blocks, threads a block, bytes of dynamic shared memory a block, and
/// blocks a thread-block cluster.
struct LaunchShape {
    unsigned gridBlocks = 1; ///< a multiple of clusterBlocks
    unsigned blockThreads = 1;
    unsigned sharedBytes = 0;
    unsigned clusterBlocks = 1; ///< 1: no clusters; more need compute capability 9.0
};

/// A __global__ function of a loaded library. A cheap value that keeps the library alive.
class Kernel {
public:
    abi::CUkernel handle() const { return m_handle; }

    int attribute(abi::CUfunction_attribute attribute) const;
    /// For all launches of the kernel from now on.
    void setAttribute(abi::CUfunction_attribute attribute, int value) const;

    /// How many blocks of that size one SM of the context runs at once.
    int maxActiveBlocksPerSm(
        const Context& context, unsigned blockThreads, std::size_t sharedBytes = 0) const;
    /// The largest cluster, in blocks, that a stream's context has room for.
    int maxClusterBlocks(const Stream& stream, const LaunchShape& shape) const;

    /// Queues one run. `arguments` must have exactly the types of the kernel's parameters: they are
    /// passed by address, nobody converts them.
    template <typename... Arguments>
    void launch(const Stream& stream, const LaunchShape& shape, Arguments... arguments) const {
        std::array<void*, sizeof...(Arguments)> addresses{static_cast<void*>(&arguments)...};
        launchWith(stream, shape, addresses.data());
    }

private:
    friend class Library;
    Kernel(std::shared_ptr<const Library> library, abi::CUkernel handle)
        : m_library(std::move(library))
        , m_handle(handle) {}
    void launchWith(const Stream& stream, const LaunchShape& shape, void** arguments) const;
    /// The kernel as the current context has it.
    abi::CUfunction function(Driver& driver) const;

    std::shared_ptr<const Library> m_library;
    abi::CUkernel m_handle;
};

} // namespace parterre
