// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/sm_resource.h"
#include "core/cuda/workqueue_resource.h"
#include "core/driver/driver.h"

#include <memory>

namespace parterre {

class Context;
class Stream;

/// The resources of a device, a context or a stream, asked from the driver at each call. Keeps the
/// context or stream alive.
class DeviceResources {
public:
    /// What Device::resources(), Context::resources() and Stream::resources() give.
    DeviceResources(std::shared_ptr<Driver> driver, abi::CUdevice device);
    /// Of a partition those that it owns, of the primary context the device's.
    explicit DeviceResources(std::shared_ptr<const Context> context);
    /// Throws UnsupportedError before 13.1: there, ask the stream's context.
    explicit DeviceResources(std::shared_ptr<const Stream> stream);

    /// Throws UnsupportedError before 12.4.
    SmResource sm() const;
    /// Throws UnsupportedError before 13.1, and where the driver has none for this device. Of a
    /// stream it is the context's: drivers tell a stream's SMs only (cuda.h, 13.1 to 13.5).
    WorkqueueResource workqueue() const;

private:
    struct Answer {
        abi::CUresult result;
        DriverFunction function; ///< that was asked
    };
    Answer askContext(abi::CUdevResource* resource, abi::CUdevResourceType type) const;

    std::shared_ptr<Driver> m_driver;
    abi::CUdevice m_device;
    std::shared_ptr<const Context> m_context; ///< null: the device's own resources
    std::shared_ptr<const Stream> m_stream;   ///< null: the context's
};

} // namespace parterre
