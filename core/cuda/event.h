// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/driver.h"

#include <memory>

namespace parterre {

class Context;
class Stream;

struct EventOptions {
    bool timing = true;
    bool blockingSync = true; ///< synchronize() sleeps instead of spinning
};

/// A mark in a stream. Move-only; keeps its context alive.
class Event {
public:
    explicit Event(std::shared_ptr<const Context> context, const EventOptions& options = {});
    ~Event();
    Event(Event&& other) noexcept;
    Event& operator=(Event&& other) noexcept;

    abi::CUevent handle() const { return m_handle; }

    void record(const Stream& stream);
    void synchronize() const;
    /// Whether what it recorded is done.
    bool query() const;
    /// Seconds by the GPU's clock from `start` to this event; both must be done.
    double secondsSince(const Event& start) const;

private:
    std::shared_ptr<const Context> m_context;
    abi::CUevent m_handle = nullptr;
};

} // namespace parterre
