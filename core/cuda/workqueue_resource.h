// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/abi.h"
#include "core/model/device_description.h"

#include <optional>

namespace parterre {

/// What WorkqueueResource::configure() changes; what is empty stays as it is.
struct WorkqueueOptions {
    std::optional<WorkqueueScope> sharingScope = {}; ///< who shares the queues
    std::optional<int> concurrencyLimit =
        {}; ///< streams at work at once that are expected, 1 or more
};

/// A work-queue configuration (13.1+): how many independent queues a context's streams may use and
/// whether green contexts get separate ones. A value, as SmResource.
///
/// The balanced scope makes the driver try to keep green contexts' queues apart; it promises no
/// concurrency. A limit above what the device reports is allowed, and promises nothing either.
class WorkqueueResource {
public:
    /// Streams at work at once that are expected, 1 or more.
    int concurrencyLimit() const { return static_cast<int>(m_raw.wqConfig.wqConcurrencyLimit); }
    /// Whether green contexts share queues with all of the device.
    WorkqueueScope sharingScope() const;
    /// The GPU that it is of.
    abi::CUdevice deviceHandle() const { return m_raw.wqConfig.device; }
    const abi::CUdevResource& raw() const { return m_raw; } ///< the driver's record

    /// Changes what is given, for contexts made of it from now on. Throws InputError for an unknown
    /// scope and for a limit below 1, and then changes nothing.
    void configure(const WorkqueueOptions& options);

    WorkqueueDescription describe() const; ///< as plain data, for views and JSON

private:
    friend class DeviceResources;
    explicit WorkqueueResource(const abi::CUdevResource& raw)
        : m_raw(raw) {}
    abi::CUdevResource m_raw;
};

} // namespace parterre
