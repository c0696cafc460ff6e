// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/device_resources.h"
#include "core/driver/driver.h"
#include "core/model/device_description.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace parterre {

class Context;

/// One GPU. A cheap value: a share of the driver and two numbers.
class Device {
public:
    /// How many GPUs the driver sees; 0 when it says that there is none. Initialises the driver.
    static int count(const std::shared_ptr<Driver>& driver);

    /// Initialises the driver. Throws CudaError, e.g. for an ordinal out of range.
    Device(std::shared_ptr<Driver> driver, int ordinal);

    const std::shared_ptr<Driver>& driver() const { return m_driver; }
    int ordinal() const { return m_ordinal; }
    abi::CUdevice handle() const { return m_handle; }

    std::string name() const;
    std::string uuid() const;       ///< "GPU-…"; empty where the driver gives none
    std::string pciAddress() const; ///< lower case, e.g. "0000:1b:00.0"
    int attribute(abi::CUdevice_attribute attribute) const;
    std::size_t totalMemory() const; ///< bytes
    int driverVersion() const;       ///< 13000 is CUDA 13.0

    DeviceResources resources() const;

    /// Retains the primary context until the last user lets go of what is returned.
    std::shared_ptr<Context> primaryContext() const;

    /// Makes a green context that owns these SMs (several groups of one split become one
    /// partition). Retains the primary context first, since initialising it as a side effect is
    /// costly, and keeps it while the green context lives. Throws InputError without a resource,
    /// with another device's or a dry run's, CudaError, UnsupportedError.
    std::shared_ptr<Context> createContext(
        const std::vector<SmResource>& resources,
        const std::optional<WorkqueueResource>& workqueue = {}) const;

    /// All that a view shows of the device. `id` is left as "gpu:ORDINAL", and what the driver
    /// can't know (provenance, GPCs, hardware connections) is left empty.
    DeviceDescription describe() const;

    friend bool operator==(const Device& a, const Device& b) {
        return a.m_driver == b.m_driver && a.m_handle == b.m_handle;
    }

private:
    std::shared_ptr<Driver> m_driver;
    int m_ordinal;
    abi::CUdevice m_handle = 0;
};

} // namespace parterre
