// SPDX-License-Identifier: Apache-2.0
// SimulatedDriver: resources, splits and descriptors.
#include "core/driver/driver_versions.h"
#include "core/simulator/simulated_call.h"
#include "core/simulator/structured_split.h"

#include <algorithm>

namespace parterre {

using namespace abi;

namespace {

/// What a structured split said of its group.
void showGroup(CUdevResource& resource, const SmResourceFacts& facts) {
    resource.sm.flags = facts.groupFlags;
    resource.sm.localityDomainId = facts.localityDomain;
}

/// What a context's or the device's SM resource shows; before 13.0 only the count.
CUdevResource
shownSmResource(const ResourceSealer& sealer, const SmResourceFacts& facts, int driverVersion) {
    CUdevResource resource = sealer.seal(facts);
    if (driverVersion >= versionWithPartitionFields) {
        resource.sm.minSmPartitionSize = facts.minPartitionSize;
        resource.sm.smCoscheduledAlignment = facts.coscheduledAlignment;
    }
    showGroup(resource, facts);
    return resource;
}

SmResourceFacts factsOf(
    SmResourceFacts::Origin origin, int device, unsigned smCount, const SmSplitter::Part& part) {
    SmResourceFacts facts;
    facts.origin = origin;
    facts.device = static_cast<std::uint8_t>(device);
    facts.smCount = smCount;
    facts.minPartitionSize = part.minPartitionSize;
    facts.coscheduledAlignment = part.coscheduledAlignment;
    facts.groupFlags = part.groupFlags;
    facts.localityDomain = part.localityDomain;
    facts.clusterOrigin = part.origin;
    facts.sms = part.sms;
    facts.unitCode = part.unitCode;
    return facts;
}

SmSplitter::Part partOf(const SmResourceFacts& facts) {
    return {
        facts.sms,
        facts.unitCode,
        facts.clusterOrigin,
        facts.minPartitionSize,
        facts.coscheduledAlignment,
        facts.groupFlags,
        facts.localityDomain};
}

/// A part of a split. Its visible minimum and alignment are 0, as recorded; a context made of it
/// reports them.
CUdevResource partOf(
    const ResourceSealer& sealer, const SmResourceFacts& input, SmResourceFacts::Origin origin,
    const SmSplitter::Part& part) {
    if (part.sms.none())
        return {};
    const SmResourceFacts facts =
        factsOf(origin, input.device, static_cast<unsigned>(part.sms.count()), part);
    CUdevResource resource = sealer.seal(facts);
    showGroup(resource, facts);
    return resource;
}

/// What a split may be made of.
struct OpenedInput {
    std::optional<SmResourceFacts> facts;
    CUresult error = CUDA_SUCCESS;
};

OpenedInput openedInput(const ResourceSealer& sealer, const CUdevResource& input) {
    if (input.type != CU_DEV_RESOURCE_TYPE_SM)
        return {{}, CUDA_ERROR_INVALID_RESOURCE_TYPE};
    auto facts = sealer.open(input);
    const bool splittable = facts && (facts->origin == SmResourceFacts::Origin::device ||
                                      facts->origin == SmResourceFacts::Origin::context);
    if (!splittable)
        return {{}, CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION};
    return {facts, CUDA_SUCCESS};
}

} // namespace

CUresult SimulatedDriver::State::resourceOf(
    const SimulatedDevice& device, const SimulatedContext* context, CUdevResourceType type,
    CUdevResource& resource) const {
    switch (type) {
    case CU_DEV_RESOURCE_TYPE_SM:
        resource = shownSmResource(
            sealer,
            context != nullptr && context->green != nullptr
                ? factsOf(
                      SmResourceFacts::Origin::context, device.ordinal, context->reportedSmCount,
                      context->part)
                : factsOf(
                      SmResourceFacts::Origin::device, device.ordinal,
                      static_cast<unsigned>(device.profile.smCount), device.splitter.device()),
            driverVersion);
        return CUDA_SUCCESS;
    case CU_DEV_RESOURCE_TYPE_WORKQUEUE_CONFIG:
        if (driverVersion < versionWithWorkqueues)
            return CUDA_ERROR_INVALID_RESOURCE_TYPE;
        resource = sealer.sealWorkqueue(type, device.ordinal);
        resource.wqConfig = {
            device.ordinal, static_cast<unsigned>(connections), CU_WORKQUEUE_SCOPE_DEVICE_CTX};
        if (context != nullptr && context->workqueue)
            resource.wqConfig = *context->workqueue;
        return CUDA_SUCCESS;
    case CU_DEV_RESOURCE_TYPE_WORKQUEUE:
        if (driverVersion < versionWithWorkqueues)
            return CUDA_ERROR_INVALID_RESOURCE_TYPE;
        resource = sealer.sealWorkqueue(type, device.ordinal);
        return CUDA_SUCCESS;
    case CU_DEV_RESOURCE_TYPE_INVALID:
        break;
    }
    return CUDA_ERROR_INVALID_RESOURCE_TYPE;
}

CUresult SimulatedDriver::cuDeviceGetDevResource(
    CUdevice device, CUdevResource* resource, CUdevResourceType type) {
    Call call(*m_state, DriverFunction::cuDeviceGetDevResource);
    const SimulatedDevice* const found = call.device(device);
    call.needs(resource != nullptr);
    if (call.refused())
        return call.refusal();
    return m_state->resourceOf(*found, nullptr, type, *resource);
}

CUresult SimulatedDriver::cuCtxGetDevResource(
    CUcontext context, CUdevResource* resource, CUdevResourceType type) {
    Call call(*m_state, DriverFunction::cuCtxGetDevResource);
    const auto found = call.context(context);
    call.needs(resource != nullptr);
    if (call.refused())
        return call.refusal();
    return m_state->resourceOf(*found->device, found.get(), type, *resource);
}

CUresult SimulatedDriver::cuGreenCtxGetDevResource(
    CUgreenCtx context, CUdevResource* resource, CUdevResourceType type) {
    Call call(*m_state, DriverFunction::cuGreenCtxGetDevResource);
    const auto found = call.greenContext(context);
    call.needs(resource != nullptr);
    if (call.refused())
        return call.refusal();
    return m_state->resourceOf(*found->device, found.get(), type, *resource);
}

CUresult SimulatedDriver::cuStreamGetDevResource(
    CUstream stream, CUdevResource* resource, CUdevResourceType type) {
    Call call(*m_state, DriverFunction::cuStreamGetDevResource);
    const auto found = call.stream(stream);
    call.needs(resource != nullptr);
    if (call.refused())
        return call.refusal();
    if (type != CU_DEV_RESOURCE_TYPE_SM) // of work queues too, says cuda.h since 13.1
        return CUDA_ERROR_INVALID_RESOURCE_TYPE;
    const SimulatedContext& context = *found->context;
    return m_state->resourceOf(*context.device, &context, type, *resource);
}

CUresult SimulatedDriver::cuDevSmResourceSplitByCount(
    CUdevResource* result, unsigned int* groupCount, const CUdevResource* input,
    CUdevResource* remainder, unsigned int flags, unsigned int minCount) {
    Call call(*m_state, DriverFunction::cuDevSmResourceSplitByCount);
    if (call.refused())
        return call.refusal();
    if (groupCount == nullptr || input == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    const bool dryRun = result == nullptr;
    if (!dryRun && *groupCount == 0) // before a look at the input (recorded)
        return CUDA_ERROR_INVALID_VALUE;
    const OpenedInput opened = openedInput(m_state->sealer, *input);
    if (!opened.facts)
        return opened.error;
    const SimulatedDevice& device = *m_state->device(opened.facts->device);
    const SmSplitter::Split split = device.splitter.byCount(
        partOf(*opened.facts), opened.facts->smCount, *groupCount, minCount, flags, dryRun);
    if (split.result != CUDA_SUCCESS)
        return split.result;

    *groupCount = static_cast<unsigned>(split.groups.size());
    for (std::size_t i = 0; !dryRun && i < split.groups.size(); ++i)
        result[i] =
            partOf(m_state->sealer, *opened.facts, SmResourceFacts::Origin::group, split.groups[i]);
    if (!dryRun && remainder != nullptr)
        *remainder = partOf(
            m_state->sealer, *opened.facts, SmResourceFacts::Origin::remainder, split.remainder);
    call.finish(device.profile.costs.split);
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuDevSmResourceSplit(
    CUdevResource* result, unsigned int groupCount, const CUdevResource* input,
    CUdevResource* remainder, unsigned int flags,
    CU_DEV_SM_RESOURCE_GROUP_PARAMS* groupParameters) {
    Call call(*m_state, DriverFunction::cuDevSmResourceSplit);
    if (call.refused())
        return call.refusal();
    if (input == nullptr || groupParameters == nullptr || groupCount == 0 || flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    const OpenedInput opened = openedInput(m_state->sealer, *input);
    if (!opened.facts)
        return opened.error;
    const SimulatedDevice& device = *m_state->device(opened.facts->device);
    StructuredSplit split(
        device.splitter, opened.facts->sms,
        m_state->driverVersion >= versionWithLocalityDomains ? &device.locality : nullptr);
    std::vector<StructuredSplit::Group> groups;
    for (unsigned i = 0; i < groupCount; ++i) {
        groups.push_back(split.take(groupParameters[i], result == nullptr));
        if (groups.back().result != CUDA_SUCCESS)
            return groups.back().result;
    }

    for (unsigned i = 0; i < groupCount; ++i) {
        groupParameters[i].smCount = static_cast<unsigned>(groups[i].part.sms.count());
        if (result != nullptr)
            result[i] = partOf(
                m_state->sealer, *opened.facts, SmResourceFacts::Origin::group, groups[i].part);
    }
    if (result != nullptr && remainder != nullptr)
        *remainder = partOf(
            m_state->sealer, *opened.facts, SmResourceFacts::Origin::remainder,
            device.splitter.remainderOf(split.left()));
    call.finish(device.profile.costs.split);
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuDevResourceGenerateDesc(
    CUdevResourceDesc* descriptor, CUdevResource* resources, unsigned int resourceCount) {
    const Call call(*m_state, DriverFunction::cuDevResourceGenerateDesc);
    if (call.refused())
        return call.refusal();
    if (descriptor == nullptr || resources == nullptr || resourceCount == 0)
        return CUDA_ERROR_INVALID_VALUE;
    SimulatedDescriptor described;
    for (unsigned i = 0; i < resourceCount; ++i) {
        const CUresult added = m_state->describe(described, resources[i]);
        if (added != CUDA_SUCCESS)
            return added;
    }
    // A context of a work-queue configuration alone has all the SMs.
    if (described.part.sms.none()) {
        described.part = described.device->splitter.device();
        described.resources = {described.part};
        described.reportedSmCount = static_cast<unsigned>(described.device->profile.smCount);
    }
    *descriptor = m_state->descriptors.add(std::make_shared<SimulatedDescriptor>(described));
    return CUDA_SUCCESS;
}

/// Adds one resource to a descriptor. Overlap is not refused: the count is the sum, up to what the
/// device has, and the SMs are the union (combined-resources.jsonl).
CUresult SimulatedDriver::State::describe(
    SimulatedDescriptor& described, const CUdevResource& resource) const {
    const auto joins = [&](int ordinal) {
        SimulatedDevice* const owner = device(ordinal);
        if (described.device != nullptr && described.device != owner)
            return false;
        described.device = owner;
        return true;
    };
    if (resource.type == CU_DEV_RESOURCE_TYPE_SM) {
        const auto facts = sealer.open(resource);
        if (!facts || !joins(facts->device))
            return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
        // A context's resource goes with no other (recorded).
        if (described.hasContextSms ||
            (facts->origin == SmResourceFacts::Origin::context && !described.part.sms.none()))
            return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
        described.hasContextSms = facts->origin == SmResourceFacts::Origin::context;
        const SmSplitter::Part part = partOf(*facts);
        described.resources.push_back(part);
        described.part = described.part.sms.none()
                             ? part
                             : described.device->splitter.joined(described.part, part);
        described.reportedSmCount = std::min(
            described.reportedSmCount + facts->smCount,
            static_cast<unsigned>(described.device->profile.smCount));
        return CUDA_SUCCESS;
    }
    const bool known = driverVersion >= versionWithWorkqueues &&
                       (resource.type == CU_DEV_RESOURCE_TYPE_WORKQUEUE_CONFIG ||
                        resource.type == CU_DEV_RESOURCE_TYPE_WORKQUEUE);
    if (!known)
        return CUDA_ERROR_INVALID_RESOURCE_TYPE;
    const auto ordinal = sealer.openWorkqueue(resource);
    if (!ordinal || !joins(*ordinal))
        return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
    if (resource.type == CU_DEV_RESOURCE_TYPE_WORKQUEUE_CONFIG) {
        const CUdevWorkqueueConfigResource& settings = resource.wqConfig;
        const bool valid = settings.device == *ordinal && settings.wqConcurrencyLimit > 0 &&
                           (settings.sharingScope == CU_WORKQUEUE_SCOPE_DEVICE_CTX ||
                            settings.sharingScope == CU_WORKQUEUE_SCOPE_GREEN_CTX_BALANCED);
        if (!valid || described.workqueue)
            return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
        described.workqueue = settings;
    }
    return CUDA_SUCCESS;
}

} // namespace parterre
