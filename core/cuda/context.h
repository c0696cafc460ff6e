// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/device.h"
#include "core/cuda/event.h"

#include <memory>
#include <utility>
#include <vector>

namespace parterre {

class Stream;

struct StreamOptions {
    bool nonBlocking = true; ///< the driver refuses others in a green context
    int priority = 0;        ///< lower is more urgent; the driver clamps it to what it has
};

/// The primary context of a device, or a green context: a partition. Always held by shared_ptr;
/// streams, events, buffers and kernels made in it keep it alive, and a green context keeps the
/// primary context, so handles may be dropped in any order.
///
/// Nothing here needs a current context, nor leaves one behind.
class Context : public std::enable_shared_from_this<Context> {
public:
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    bool isGreen() const { return m_green != nullptr; }
    abi::CUcontext handle() const { return m_handle; }
    abi::CUgreenCtx greenHandle() const { return m_green; } ///< null for the primary context
    const Device& device() const { return m_device; }
    Driver& driver() const { return *m_device.driver(); }

    /// What the driver reports of it. The count of a context made of overlapping resources is
    /// their sum, not what it owns; only a probe can tell that (core/probe).
    DeviceResources resources() const;

    /// cuGreenCtxGetId; 0 for the primary context and before 12.9.
    unsigned long long id() const;

    /// A stream whose kernels run on this partition's SMs. Green contexts only: a stream of the
    /// primary context ignores partitions (InputError). Throws UnsupportedError before 12.5.
    std::shared_ptr<Stream> createStream(const StreamOptions& options = {}) const;
    /// A stream on the whole GPU, beside or without partitions: works in any context; in a green
    /// one it stays inside the partition.
    std::shared_ptr<Stream> createOrdinaryStream(const StreamOptions& options = {}) const;

    Event createEvent(const EventOptions& options = {}) const;

    /// Free and total memory of the device, in bytes.
    struct Memory {
        std::size_t free = 0;
        std::size_t total = 0;
    };
    Memory memory() const;

private:
    friend class Device;
    static std::shared_ptr<Context> retainPrimary(const Device& device);
    static std::shared_ptr<Context>
    createGreen(const Device& device, std::vector<abi::CUdevResource> resources);
    explicit Context(Device device)
        : m_device(std::move(device)) {}

    Device m_device;
    std::shared_ptr<Context> m_primary; ///< of a green context: kept retained
    abi::CUcontext m_handle = nullptr;
    abi::CUgreenCtx m_green = nullptr;
};

} // namespace parterre
