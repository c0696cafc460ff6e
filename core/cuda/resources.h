// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/driver.h"
#include "core/model/device_description.h"

#include <memory>
#include <optional>
#include <vector>

namespace parterre {

class Context;
struct SplitResult;
struct StructuredSplit;

/// One group of a structured split; see CU_DEV_SM_RESOURCE_GROUP_PARAMS.
struct SmGroupParameters {
    unsigned smCount = 0;                     ///< 0 = discovery: as many as fit
    unsigned coscheduledSmCount = 0;          ///< 0 = the architecture's default
    unsigned preferredCoscheduledSmCount = 0; ///< a hint (10.0+); 0 = same as coscheduledSmCount
    bool backfill = false; ///< top up with SMs that lack the co-scheduling guarantee
};

enum class DryRun { no, yes };

/// A set of SMs: a whole GPU's, a context's, or one group of a split. A copy of the driver's
/// opaque record and cheap to pass around; it owns nothing, so it needs no releasing. Users get one
/// from Device::resources(), Context::resources() or a split, and cannot build one.
class SmResource {
public:
    unsigned smCount() const { return m_raw.sm.smCount; }
    /// Smallest partition that can be made of it, in SMs. Where the driver leaves the field 0 (in a
    /// split's results; before 13.0) this is the parent's, or the architecture's.
    unsigned minPartitionSize() const { return m_minPartitionSize; }
    /// Partitions are multiples of this many SMs. Same source as minPartitionSize().
    unsigned coscheduledAlignment() const { return m_coscheduledAlignment; }
    unsigned flags() const { return m_raw.sm.flags; } ///< since 13.1; 0 before
    const abi::CUdevResource& raw() const { return m_raw; }
    abi::CUdevice deviceHandle() const { return m_device; }

    /// Splits into at most `groupCount` equal groups of `minCount` SMs or more each (rounded up to
    /// the granularity). The driver makes fewer where clusters must fit into GPCs. `flags`:
    /// CU_DEV_SM_RESOURCE_SPLIT_…. Two splits of one resource overlap, and a split's results can't
    /// be split again without making a context of them: both are the driver's rules.
    /// Throws CudaError, UnsupportedError (before 12.4).
    SplitResult splitByCount(unsigned groupCount, unsigned minCount, unsigned flags = 0) const;
    /// How many groups splitByCount() would make.
    unsigned
    dryRunByCount(unsigned groupCountCapacity, unsigned minCount, unsigned flags = 0) const;

    /// Splits into groups with parameters of their own, in that order. A dry run makes nothing; the
    /// driver fills the parameters in all the same. Throws CudaError, UnsupportedError (before
    /// 13.1).
    StructuredSplit
    split(const std::vector<SmGroupParameters>& groups, DryRun dryRun = DryRun::no) const;

    SmResourceDescription describe() const;

private:
    friend class DeviceResources;
    /// `parent` may be null: then the architecture's granularity steps in for fields that are 0.
    SmResource(
        std::shared_ptr<Driver> driver, abi::CUdevice device, const abi::CUdevResource& raw,
        const SmResource* parent);

    std::shared_ptr<Driver> m_driver;
    abi::CUdevice m_device;
    abi::CUdevResource m_raw;
    unsigned m_minPartitionSize = 0;
    unsigned m_coscheduledAlignment = 0;
};

/// What cuDevSmResourceSplitByCount made: equal groups, in the driver's order, and what is left.
struct SplitResult {
    std::vector<SmResource> groups;
    std::optional<SmResource> remainder; ///< empty when nothing is left over
};

struct StructuredSplit {
    std::vector<SmGroupParameters> granted; ///< the parameters as the driver filled them in
    std::vector<SmResource> groups;         ///< empty after a dry run
    std::optional<SmResource> remainder;    ///< empty after a dry run, or when nothing is left
};

/// A work-queue configuration (13.1+): how many independent queues a context's streams may use and
/// whether green contexts get separate ones. A value, as SmResource.
class WorkqueueResource {
public:
    int concurrencyLimit() const { return static_cast<int>(m_raw.wqConfig.wqConcurrencyLimit); }
    WorkqueueScope scope() const;
    const abi::CUdevResource& raw() const { return m_raw; }

    /// Changes what is given, for contexts made of it from now on. Throws InputError for a limit
    /// below 1.
    void configure(std::optional<WorkqueueScope> scope, std::optional<int> concurrencyLimit = {});

    WorkqueueDescription describe() const;

private:
    friend class DeviceResources;
    explicit WorkqueueResource(const abi::CUdevResource& raw)
        : m_raw(raw) {}
    abi::CUdevResource m_raw;
};

/// The resources of a device or of a context, asked from the driver at each call.
class DeviceResources {
public:
    DeviceResources(std::shared_ptr<Driver> driver, abi::CUdevice device);
    explicit DeviceResources(std::shared_ptr<const Context> context);

    /// Throws UnsupportedError before 12.4.
    SmResource sm() const;
    /// Empty where the driver has no work-queue resources (before 13.1).
    std::optional<WorkqueueResource> workqueue() const;

private:
    abi::CUresult get(abi::CUdevResource* resource, abi::CUdevResourceType type) const;
    DriverFunction getter() const;

    std::shared_ptr<Driver> m_driver;
    abi::CUdevice m_device;
    std::shared_ptr<const Context> m_context; ///< null: the device's own resources
};

} // namespace parterre
