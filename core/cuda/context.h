// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/device.h"
#include "core/cuda/event.h"
#include "core/cuda/late_releases.h"

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace parterre {

class Stream;

/// How a stream is made.
struct StreamOptions {
    bool nonBlocking = true; ///< the driver refuses others in a green context
    int priority = 0;        ///< lower is more urgent; the driver clamps it to what it has
};

/// What keeps a context from being closed.
enum class ContextUseKind {
    stream,  ///< one that was made in it and is alive
    event,   ///< likewise
    current, ///< it is some thread's current context, by ScopedCurrent or Device::setCurrent()
};

/// The primary context of a device, or a green context: a partition. Always held by shared_ptr.
/// Streams and events made in it keep it alive; a green context keeps the primary context, which
/// also holds the memory and the loaded code of all of them. So handles may be dropped in any order
/// and on any thread.
///
/// Nothing here needs a current context, nor leaves one behind.
class Context : public std::enable_shared_from_this<Context> {
public:
    /// The context of a raw handle. One that was made here is the very object, with all it keeps
    /// alive. A foreign one is wrapped: it is neither registered nor ever destroyed, and `owner`,
    /// if given, is kept as long as the wrapper. The driver does not tell whether a foreign
    /// CUcontext is a green one; fromGreenHandle() knows. Throws InputError for null, CudaError.
    static std::shared_ptr<Context> fromHandle(
        const std::shared_ptr<Driver>& driver, abi::CUcontext handle,
        std::shared_ptr<const void> owner = {});
    /// The same of a green context's own handle.
    static std::shared_ptr<Context> fromGreenHandle(
        const std::shared_ptr<Driver>& driver, abi::CUgreenCtx handle,
        std::shared_ptr<const void> owner = {});

    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    /// Whether it is a partition, and its streams run on nothing but its SMs.
    bool isGreen() const { return m_green != nullptr; }
    /// Made elsewhere, and not this object's to destroy.
    bool isBorrowed() const { return m_ownership == Ownership::borrowed; }
    bool isClosed() const { return m_closed; } ///< by close(); what still holds it is refused
    /// Both throw InputError once the context is closed.
    abi::CUcontext handle() const;
    abi::CUgreenCtx greenHandle() const; ///< null for the primary context
    /// The device and the driver it was made with; a closed context still tells.
    const Device& device() const { return m_device; }
    /// The one it was made with; lives as long as the context.
    Driver& driver() const { return *m_device.driver(); }

    /// The context that memory and code belong to: of a green context the primary one, of others
    /// themselves.
    std::shared_ptr<const Context> root() const;

    /// What the driver reports of it. The count of a context made of overlapping resources is
    /// their sum, not what it owns; only a probe can tell that (core/probe).
    DeviceResources resources() const;

    /// A number that no other green context of this process has or had. Throws InputError for the
    /// primary context, which has none; UnsupportedError before 12.9.
    unsigned long long id() const;

    /// A stream whose kernels run on this partition's SMs. Green contexts only: a stream of the
    /// primary context ignores partitions. Non-blocking only. Throws InputError, CudaError.
    /// Before 12.5, which brought cuGreenCtxStreamCreate, it is made as an ordinary stream with
    /// this context current, and belongs to the partition all the same (recorded).
    std::shared_ptr<Stream> createStream(const StreamOptions& options = {}) const;
    /// A stream on the whole GPU, beside or without partitions: works in any context; in a green
    /// one it stays inside the partition.
    std::shared_ptr<Stream> createOrdinaryStream(const StreamOptions& options = {}) const;

    /// For work of this context's streams. Throws InputError once it is closed, CudaError.
    Event createEvent(const EventOptions& options = {}) const;

    /// Free and total memory of the device, in bytes.
    struct Memory {
        std::size_t free = 0;  ///< what all programs leave
        std::size_t total = 0; ///< of the device
    };
    Memory memory() const; ///< throws InputError once it is closed, CudaError

    /// Destroys a green context now, whoever still holds the object; a second time does nothing.
    /// Refused (InputError) while it is current, in this thread or through Device::setCurrent() in
    /// any other, and while streams or events of it are alive: the driver would destroy it all the
    /// same and leave them dead. Also for the primary context, which all share and the last one
    /// releases, and for a borrowed one. No other thread may be inside a function of this object.
    void close();

    /// Whether both are the same context of the same driver. One that is closed is equal to nothing
    /// but itself: its handle may have been given out again.
    friend bool operator==(const Context& a, const Context& b);

private:
    friend class Device;
    friend class ContextUse;
    friend class Buffer;
    friend class HostBuffer;
    friend class Library;
    friend class Stream;
    friend class Event;
    enum class Ownership { nothing, primary, green, borrowed };

    static std::shared_ptr<Context> retainPrimary(const Device& device);
    static std::shared_ptr<Context>
    createGreen(const Device& device, std::vector<abi::CUdevResource> resources);
    static std::shared_ptr<Context> borrow(
        const std::shared_ptr<Driver>& driver, abi::CUcontext handle, abi::CUgreenCtx green,
        std::shared_ptr<const void> owner);
    explicit Context(Device device)
        : m_device(std::move(device)) {}

    void beginUse(ContextUseKind kind) const; ///< throws InputError if closed
    void endUse(ContextUseKind kind) const noexcept;
    std::string whyInUse() const; ///< for close(); empty if it is not
    void checkNonBlocking(const StreamOptions& options) const;
    void registerGreen();
    bool unregisterGreen() noexcept; ///< false if its handles are somebody else's by now

    /// Gives back what was made in this context, now or later.
    void giveBack(const Release::What& what) const noexcept;
    /// Gives back what could not be so far, before something new is taken.
    void giveBackLate() const noexcept;

    Device m_device;
    Ownership m_ownership = Ownership::nothing;
    std::shared_ptr<Context> m_primary;  ///< of a green context: kept retained
    std::shared_ptr<const void> m_owner; ///< of a borrowed one
    abi::CUcontext m_handle = nullptr;
    abi::CUgreenCtx m_green = nullptr;
    bool m_registered = false;

    mutable std::mutex m_useMutex; ///< guards the uses, and closing against new ones
    mutable std::array<int, 3> m_uses{};
    std::atomic<bool> m_closed = false;
    mutable LateReleases m_late; ///< of a root context
};

} // namespace parterre
