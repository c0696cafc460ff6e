// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/resources.h"

#include "core/cuda/context.h"
#include "core/cuda/errors.h"
#include "core/model/input_error.h"

namespace parterre {
namespace {

struct Granularity {
    unsigned minimum;
    unsigned multiple;
};

/// What the CUDA programming guide publishes for drivers that do not report it.
Granularity granularityOf(Driver& driver, abi::CUdevice device) {
    int major = 0;
    check(
        driver.cuDeviceGetAttribute(
            &major, abi::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device),
        DriverFunction::cuDeviceGetAttribute);
    if (major >= 9)
        return {8, 8};
    if (major == 8)
        return {4, 2};
    if (major == 7)
        return {2, 2};
    return {2, 1};
}

} // namespace

SmResource::SmResource(
    std::shared_ptr<Driver> driver, abi::CUdevice device, const abi::CUdevResource& raw,
    const SmResource* parent)
    : m_driver(std::move(driver))
    , m_device(device)
    , m_raw(raw)
    , m_minPartitionSize(raw.sm.minSmPartitionSize)
    , m_coscheduledAlignment(raw.sm.smCoscheduledAlignment) {
    // Before 13.0 the fields do not exist: what lies there means nothing.
    int version = 0;
    check(m_driver->cuDriverGetVersion(&version), DriverFunction::cuDriverGetVersion);
    if (version >= 13000 && m_minPartitionSize != 0 && m_coscheduledAlignment != 0)
        return;
    const Granularity granularity =
        parent != nullptr ? Granularity{parent->m_minPartitionSize, parent->m_coscheduledAlignment}
                          : granularityOf(*m_driver, device);
    m_minPartitionSize = granularity.minimum;
    m_coscheduledAlignment = granularity.multiple;
}

SplitResult SmResource::splitByCount(unsigned groupCount, unsigned minCount, unsigned flags) const {
    require(*m_driver, DriverFunction::cuDevSmResourceSplitByCount, "green contexts");
    std::vector<abi::CUdevResource> groups(groupCount);
    abi::CUdevResource remainder{};
    check(
        m_driver->cuDevSmResourceSplitByCount(
            groups.data(), &groupCount, &m_raw, &remainder, flags, minCount),
        DriverFunction::cuDevSmResourceSplitByCount);

    SplitResult result;
    for (unsigned i = 0; i < groupCount; ++i)
        result.groups.push_back(SmResource(m_driver, m_device, groups[i], this));
    if (remainder.type == abi::CU_DEV_RESOURCE_TYPE_SM && remainder.sm.smCount > 0)
        result.remainder = SmResource(m_driver, m_device, remainder, this);
    return result;
}

unsigned
SmResource::dryRunByCount(unsigned groupCountCapacity, unsigned minCount, unsigned flags) const {
    require(*m_driver, DriverFunction::cuDevSmResourceSplitByCount, "green contexts");
    unsigned groupCount = groupCountCapacity;
    check(
        m_driver->cuDevSmResourceSplitByCount(
            nullptr, &groupCount, &m_raw, nullptr, flags, minCount),
        DriverFunction::cuDevSmResourceSplitByCount);
    return groupCount;
}

StructuredSplit
SmResource::split(const std::vector<SmGroupParameters>& groups, DryRun dryRun) const {
    require(*m_driver, DriverFunction::cuDevSmResourceSplit, "structured splits");
    if (groups.empty())
        throw InputError("groups", "none", "at least one group");

    std::vector<abi::CU_DEV_SM_RESOURCE_GROUP_PARAMS> parameters(groups.size());
    for (std::size_t i = 0; i < groups.size(); ++i) {
        parameters[i].smCount = groups[i].smCount;
        parameters[i].coscheduledSmCount = groups[i].coscheduledSmCount;
        parameters[i].preferredCoscheduledSmCount = groups[i].preferredCoscheduledSmCount;
        parameters[i].flags = groups[i].backfill ? abi::CU_DEV_SM_RESOURCE_GROUP_BACKFILL
                                                 : abi::CU_DEV_SM_RESOURCE_GROUP_DEFAULT;
    }
    const bool dry = dryRun == DryRun::yes;
    std::vector<abi::CUdevResource> made(dry ? 0 : groups.size());
    abi::CUdevResource remainder{};
    check(
        m_driver->cuDevSmResourceSplit(
            dry ? nullptr : made.data(), static_cast<unsigned>(groups.size()), &m_raw,
            dry ? nullptr : &remainder, 0, parameters.data()),
        DriverFunction::cuDevSmResourceSplit);

    StructuredSplit result;
    for (const abi::CU_DEV_SM_RESOURCE_GROUP_PARAMS& p : parameters)
        result.granted.push_back(
            {p.smCount, p.coscheduledSmCount, p.preferredCoscheduledSmCount,
             (p.flags & abi::CU_DEV_SM_RESOURCE_GROUP_BACKFILL) != 0});
    for (const abi::CUdevResource& raw : made)
        result.groups.push_back(SmResource(m_driver, m_device, raw, this));
    if (remainder.type == abi::CU_DEV_RESOURCE_TYPE_SM && remainder.sm.smCount > 0)
        result.remainder = SmResource(m_driver, m_device, remainder, this);
    return result;
}

SmResourceDescription SmResource::describe() const {
    return {
        static_cast<int>(smCount()), static_cast<int>(minPartitionSize()),
        static_cast<int>(coscheduledAlignment()), flags()};
}

WorkqueueScope WorkqueueResource::scope() const {
    return m_raw.wqConfig.sharingScope == abi::CU_WORKQUEUE_SCOPE_GREEN_CTX_BALANCED
               ? WorkqueueScope::greenContextBalanced
               : WorkqueueScope::deviceContext;
}

void WorkqueueResource::configure(
    std::optional<WorkqueueScope> scope, std::optional<int> concurrencyLimit) {
    if (concurrencyLimit && *concurrencyLimit < 1)
        throw InputError("concurrency_limit", std::to_string(*concurrencyLimit), "1 or more");
    if (scope)
        m_raw.wqConfig.sharingScope = *scope == WorkqueueScope::greenContextBalanced
                                          ? abi::CU_WORKQUEUE_SCOPE_GREEN_CTX_BALANCED
                                          : abi::CU_WORKQUEUE_SCOPE_DEVICE_CTX;
    if (concurrencyLimit)
        m_raw.wqConfig.wqConcurrencyLimit = static_cast<unsigned>(*concurrencyLimit);
}

WorkqueueDescription WorkqueueResource::describe() const {
    return {concurrencyLimit(), scope()};
}

DeviceResources::DeviceResources(std::shared_ptr<Driver> driver, abi::CUdevice device)
    : m_driver(std::move(driver))
    , m_device(device) {}

DeviceResources::DeviceResources(std::shared_ptr<const Context> context)
    : m_driver(context->device().driver())
    , m_device(context->device().handle())
    , m_context(std::move(context)) {}

SmResource DeviceResources::sm() const {
    require(*m_driver, getter(), "green contexts");
    abi::CUdevResource raw{};
    check(get(&raw, abi::CU_DEV_RESOURCE_TYPE_SM), getter());
    return {m_driver, m_device, raw, nullptr};
}

std::optional<WorkqueueResource> DeviceResources::workqueue() const {
    // The type came with 13.1, as the structured split did; an older driver would refuse to answer.
    if (!m_driver->has(DriverFunction::cuDevSmResourceSplit))
        return {};
    abi::CUdevResource raw{};
    const abi::CUresult result = get(&raw, abi::CU_DEV_RESOURCE_TYPE_WORKQUEUE_CONFIG);
    if (result == abi::CUDA_ERROR_INVALID_RESOURCE_TYPE || result == abi::CUDA_ERROR_NOT_SUPPORTED)
        return {};
    check(result, getter());
    return WorkqueueResource(raw);
}

abi::CUresult
DeviceResources::get(abi::CUdevResource* resource, abi::CUdevResourceType type) const {
    if (m_context == nullptr)
        return m_driver->cuDeviceGetDevResource(m_device, resource, type);
    if (m_context->isGreen())
        return m_driver->cuGreenCtxGetDevResource(m_context->greenHandle(), resource, type);
    return m_driver->cuCtxGetDevResource(m_context->handle(), resource, type);
}

DriverFunction DeviceResources::getter() const {
    if (m_context == nullptr)
        return DriverFunction::cuDeviceGetDevResource;
    return m_context->isGreen() ? DriverFunction::cuGreenCtxGetDevResource
                                : DriverFunction::cuCtxGetDevResource;
}

} // namespace parterre
