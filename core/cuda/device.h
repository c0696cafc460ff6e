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

/// How the SMs of a GPU lie near parts of its memory (13.4).
struct LocalityDomains {
    int count = 1;   ///< at least 1
    int smCount = 0; ///< SMs of each; a domain may have more, as supplemental ones
};

/// One GPU. A cheap value: a share of the driver and two numbers.
class Device {
public:
    /// How many GPUs the driver sees; 0 when it says that there is none. Initialises the driver.
    static int count(const std::shared_ptr<Driver>& driver);

    /// Initialises the driver. Throws CudaError, e.g. for an ordinal out of range.
    Device(std::shared_ptr<Driver> driver, int ordinal);

    /// The GPU of a raw handle. Throws InputError if the driver has none of it, CudaError.
    static Device fromHandle(const std::shared_ptr<Driver>& driver, abi::CUdevice handle);

    /// The driver it is asked through.
    const std::shared_ptr<Driver>& driver() const { return m_driver; }
    int ordinal() const { return m_ordinal; }         ///< from 0, in the driver's order
    abi::CUdevice handle() const { return m_handle; } ///< what the driver calls it

    /// What the driver tells of it, asked at each call. All throw CudaError.
    std::string name() const;
    std::string uuid() const;       ///< "GPU-…"; empty where the driver gives none
    std::string pciAddress() const; ///< lower case, e.g. "0000:1b:00.0"
    int attribute(abi::CUdevice_attribute attribute) const; ///< in the driver's unit of it
    std::size_t totalMemory() const;                        ///< bytes
    int driverVersion() const;                              ///< 13000 is CUDA 13.0
    /// Throws UnsupportedError before 13.4, CudaError.
    LocalityDomains localityDomains() const;

    /// Its SMs and work queues, whoever uses them.
    DeviceResources resources() const;

    /// The primary context, retained until the last user lets go of it. All users share one object.
    std::shared_ptr<Context> primaryContext() const;

    /// Makes the context the calling thread's current one (null: takes away the one there is) and
    /// returns the one before it: the very object if it was made here, null if there was none. It
    /// is kept alive and can't be closed until another one takes its place or the thread ends.
    /// Nothing in Parterre needs this; it is for other code that goes by what is current. Throws
    /// InputError for a closed context or another device's, CudaError; then nothing has changed.
    std::shared_ptr<Context> setCurrent(const std::shared_ptr<const Context>& context) const;

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
