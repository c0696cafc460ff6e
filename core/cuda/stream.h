// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/context_use.h"

namespace parterre {

/// A queue of work for the GPU. Keeps its context alive and open; destroyed without waiting for its
/// work, which the driver still finishes.
class Stream : public std::enable_shared_from_this<Stream> {
public:
    /// The stream of a raw handle. One that was made here is the very object, with all it keeps
    /// alive. A foreign one is wrapped together with its context, which is green if it is a
    /// partition's: it is neither registered nor ever destroyed, and `owner`, if given, is kept as
    /// long as the wrapper. Throws InputError for the default streams, which belong to whatever
    /// context is current; CudaError.
    static std::shared_ptr<Stream> fromHandle(
        const std::shared_ptr<Driver>& driver, abi::CUstream handle,
        const std::shared_ptr<const void>& owner = {});

    ~Stream();
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    abi::CUstream handle() const { return m_handle; } ///< valid as long as this lives
    /// Made elsewhere, and not this object's to destroy.
    bool isBorrowed() const { return m_ownership == Ownership::borrowed; }
    /// The context it was made in: green if it is a partition's.
    const std::shared_ptr<const Context>& context() const { return m_use.context(); }

    /// Waits for all its work. Throws CudaError, also for what went wrong in that work.
    void synchronize() const;
    /// Whether all its work is done.
    bool query() const;
    /// Work queued from now on waits for what the event has recorded.
    void wait(const Event& event) const;
    int priority() const; ///< after clamping

    /// The SMs and work queues that its work may use: its context's. Throws UnsupportedError before
    /// 13.1, where the context itself has to be asked.
    DeviceResources resources() const;

    /// Whether both are the same stream of the same driver.
    friend bool operator==(const Stream& a, const Stream& b);

private:
    friend class Context;
    enum class Ownership { owned, borrowed };
    Stream(std::shared_ptr<const Context> context, Ownership ownership)
        : m_use(std::move(context), ContextUse::Kind::stream)
        , m_ownership(ownership) {}

    void enroll(); ///< its handle leads back here from now on

    ContextUse m_use;
    Ownership m_ownership;
    std::shared_ptr<const void> m_owner; ///< of a borrowed one
    abi::CUstream m_handle = nullptr;
    bool m_registered = false;
};

} // namespace parterre
