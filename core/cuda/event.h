// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/driver.h"

#include <memory>

namespace parterre {

class Context;
class Stream;

/// How an event is made.
struct EventOptions {
    bool timing = true;       ///< secondsSince() needs it of both events
    bool blockingSync = true; ///< synchronize() sleeps instead of spinning
};

/// A mark in a stream. A cheap value: copies are the same event, which keeps its context alive and
/// open and ends with the last of them. One that was moved from may only be assigned to or dropped.
class Event {
public:
    /// Keeps the context. Throws InputError if that is closed, CudaError.
    explicit Event(std::shared_ptr<const Context> context, const EventOptions& options = {});

    /// The event of a raw handle. One that was made here is the very same, with all it keeps alive.
    /// A foreign one is wrapped, in the context it was created in, which the driver does not tell:
    /// it is neither registered nor ever destroyed, and `owner`, if given, is kept as long as the
    /// wrapper. Throws InputError for null, and for another context than that of an event made
    /// here.
    static Event fromHandle(
        std::shared_ptr<const Context> context, abi::CUevent handle,
        std::shared_ptr<const void> owner = {});

    abi::CUevent handle() const; ///< the driver's, valid as long as this lives
    /// Made elsewhere, and not this object's to destroy.
    bool isBorrowed() const;
    /// The context it was made in.
    const std::shared_ptr<const Context>& context() const;

    /// Queues the mark: it is done when all that the stream had before is. Instead of what it
    /// recorded before. Throws CudaError.
    void record(const Stream& stream);
    /// Waits for what it recorded; returns at once if that is nothing. Throws CudaError, also for
    /// what went wrong in the work before it.
    void synchronize() const;
    /// Whether what it recorded is done.
    bool query() const;
    /// Seconds by the GPU's clock from `start` to this event; both must be done.
    double secondsSince(const Event& start) const;

    /// Whether both are the same event of the same driver.
    friend bool operator==(const Event& a, const Event& b);

private:
    class State;
    explicit Event(std::shared_ptr<State> state);

    std::shared_ptr<State> m_state;
};

} // namespace parterre
